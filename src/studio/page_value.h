// Values that stand in a page: numbers, recipes and files, as texts and as attributes of nodes.
#ifndef VOXGRAD_STUDIO_PAGE_VALUE_H_
#define VOXGRAD_STUDIO_PAGE_VALUE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "studio/page_model.h"
#include "voxgrad/attribute.h"
#include "voxgrad/graph_def.h"
#include "voxgrad/tensor.h"

namespace voxgrad::studio {

/// Where files lie: those of a page below `page`, those that were sent and not saved yet in `uploads`.
struct Folders {
  std::string page;
  std::string uploads;
};

/// What stands before the name of an upload where a page names a file.
inline constexpr char kUploadPrefix[] = "upload:";

/// True of "upload:…".
bool IsUpload(const std::string& file);

/// The path of a file that a page names.
absl::StatusOr<std::string> FilePath(const std::string& file, const Folders& folders);

/// Numbers as typed, of a type and a shape as typed. Without a shape it is that of the numbers; a single
/// number fills a shape. Messages are the rest of a sentence about `value`.
absl::StatusOr<Tensor> TypedTensor(const Value& value);

/// `{{1,2},{3,4}}`, a scalar as `1`; at most `most` elements, then `…`. Where all are there, it reads back.
std::string NestedText(const Tensor& tensor, int64_t most);

/// The attributes of a Const (numbers) or of a Placeholder (a recipe, a file) that brings the value; `*op`
/// is which of them. What cannot be read is left out of the attributes and is the status, the rest of a
/// sentence about the field `*field`.
absl::Status ValueAttributes(const Value& value, const Folders& folders, std::string* op,
                             std::vector<NamedAttribute>* attributes, std::string* field);

/// The value that a Const or a Placeholder with a source holds; false when it holds none that can be read.
/// With an upload folder, numbers that are too many to type are put there.
bool ValueOfNode(const NodeDef& node, const std::string& uploads, Value* value);

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_PAGE_VALUE_H_
