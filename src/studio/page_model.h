// Studio's page as the editor sees it: texts as they were typed, right or wrong. studio/src/api/types.ts has
// the same fields.
#ifndef VOXGRAD_STUDIO_PAGE_MODEL_H_
#define VOXGRAD_STUDIO_PAGE_MODEL_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "studio/json.h"

namespace voxgrad::studio {

/// The blocks that are no nodes.
inline constexpr char kSessionOp[] = "Session";
inline constexpr char kGradientsOp[] = "Gradients";

using Texts = std::map<std::string, std::string>;

struct Value {
  std::string dtype;
  std::string shape;
  std::optional<std::string> text;
  std::optional<std::string> generator;
  std::optional<std::string> file;
};

struct Block {
  std::string name;
  std::string op;
  double x = 0;
  double y = 0;
  Texts attrs = {};
  Texts literals = {};
  std::optional<Value> value = {};
  bool init = false;
  std::string note = {};
  std::string group = {};
  std::string raw = {};
  std::string device = {};  // where it asks to run, as its file has it

  bool special() const { return op == kSessionOp || op == kGradientsOp; }
};

struct Wire {
  std::string from;
  int output = 0;  // -1: the block itself, which runs before
  std::string to;
  std::string input;  // "grad", "values[1]", "^"
};

struct Rect {
  double x = 0, y = 0, width = 0, height = 0;
};

struct Group {
  std::string title;
  Rect at;
  bool collapsed = false;
};

struct Comment {
  std::string text;
  Rect at;
};

struct View {
  std::string kind;
  std::string output;
};

struct PageModel {
  std::map<std::string, Block> blocks;
  std::vector<Wire> wires;
  std::map<std::string, Group> groups;
  std::map<std::string, Comment> comments;
  std::vector<View> views;
  std::string about;
};

/// Fails where the JSON has other kinds of values; the sentence says where. Fields that are not known are
/// left out.
absl::StatusOr<PageModel> ReadModel(const NamedJson& page);

NamedJson WriteModel(const PageModel& page);
NamedJson WriteBlock(const Block& block);
NamedJson WriteWire(const Wire& wire);

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_PAGE_MODEL_H_
