// What a program made of a page holds: the walk that all languages share.
#ifndef VOXGRAD_PAGE_CODE_PROGRAM_H_
#define VOXGRAD_PAGE_CODE_PROGRAM_H_

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "absl/functional/function_ref.h"
#include "graph/node.h"
#include "page/code/export_code.h"

namespace voxgrad {

/// A value that the program feeds. None: the one who runs the program puts its file there.
struct ProgramFeed {
  Endpoint output;
  std::optional<Tensor> value;
};

struct Program {
  std::shared_ptr<const Page> page;
  ExportOptions options;
  /// The nodes by sections, each in the order of the graph.
  std::vector<const Node*> constants, placeholders, variables, graph;
  std::vector<ProgramFeed> feeds;
  std::vector<Endpoint> fetches;
  std::vector<const Node*> targets, initializers;
  /// What each node that something refers to is called in the program.
  std::unordered_map<const Node*, std::string> ids;
  std::vector<ExportedFile> files;

  /// Where a value stands that is too long for the program; empty for one that is not.
  std::string FileOf(const Tensor& value, absl::string_view name);
  /// The steps of which a line is printed, as `vox run` does it, as an expression of `step` in a language
  /// that says `either` for "or"; empty where it is every step.
  std::string ShownSteps(const char* either) const;
};

/// Resolves the request and names the nodes. Names are words in lower case: `Conv2D_1` is `conv2d_1`;
/// `reserved` ones are left to the language and the rest of the program.
absl::StatusOr<Program> MakeProgram(const std::shared_ptr<const Page>& page, const ExportOptions& options,
                                    const std::unordered_set<std::string>& reserved);

/// An output as the argument it belongs to, and its place where that is a list (else -1).
struct OutputPlace {
  const ArgDef* arg = nullptr;
  int in_list = -1;
};
OutputPlace PlaceOf(const Endpoint& output);

/// The name in the functions and classes of both languages.
template <class Def>
const std::string& FaceName(const Def& def) {
  return def.cpp_name.empty() ? def.name : def.cpp_name;
}

/// The attributes that a caller gives: those that do not follow from the inputs, and among the optional ones
/// those that differ from their default.
struct GivenAttribute {
  const AttrDef* def = nullptr;
  const Attribute* value = nullptr;
};
std::vector<GivenAttribute> RequiredAttributes(const Node& node);
std::vector<GivenAttribute> ChangedAttributes(const Node& node);

/// The value of a Const.
const Tensor& ConstantOf(const Node& node);

/// Unimplemented, as a sentence about the node.
absl::Status CannotExport(const Node& node, absl::string_view why);

}  // namespace voxgrad

#endif  // VOXGRAD_PAGE_CODE_PROGRAM_H_
