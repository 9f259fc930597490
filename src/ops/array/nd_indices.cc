#include "ops/array/nd_indices.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "ops/rules/shapes.h"

namespace voxgrad::rules {

OpBuilder& BadIndicesPolicy(OpBuilder& op) {
  return op.attr(
      "bad_indices_policy", AttrKind::kString,
      "What becomes of indices out of bounds: \"ERROR\", or the default \"\" or \"DEFAULT\", refuses "
      "them; \"IGNORE\" leaves them out.",
      "");
}

absl::Status CheckNdIndices(const Infer& c, absl::Span<const int64_t> sizes, absl::string_view what) {
  const std::string& policy = c.text("bad_indices_policy");
  if (policy == "IGNORE") return absl::OkStatus();
  if (!policy.empty() && policy != "DEFAULT" && policy != "ERROR") {
    return c.Invalid("bad_indices_policy",
                     absl::StrCat("is \"", policy, "\", but must be \"\", DEFAULT, ERROR or IGNORE."));
  }
  // Entries without places are all right, and there may be more of them than memory.
  if (sizes.empty()) return absl::OkStatus();
  const Tensor* value = c.host("indices");
  if (value == nullptr || std::any_of(sizes.begin(), sizes.end(), [](int64_t size) { return size < 0; }))
    return absl::OkStatus();
  const Ints numbers = RowNumbers(c, sizes);
  const auto bad = std::find(numbers.begin(), numbers.end(), -1);
  if (bad == numbers.end()) return absl::OkStatus();
  const Ints all = c.known_ints("indices");
  const auto depth = static_cast<int64_t>(sizes.size());
  const auto entry = bad - numbers.begin();
  const Ints places(all.begin() + entry * depth, all.begin() + (entry + 1) * depth);
  return AtRun(
      c.Invalid("indices", absl::StrCat("holds ", ShapeString(places), " in place ", entry,
                                        ", which is not within ", what, " ", ShapeString(sizes), ".")));
}

Ints RowNumbers(const Infer& c, absl::Span<const int64_t> sizes) {
  const Ints all = c.known_ints("indices");
  const PartialTensorShape& indices = c.input("indices").shape;
  const int64_t entries = indices.dims() == 0 ? 0 : [&] {
    int64_t count = 1;
    for (int i = 0; i + 1 < indices.dims(); ++i) count *= indices.dim_size(i);
    return count;
  }();
  Ints numbers(static_cast<size_t>(entries));
  const int64_t* place = all.data();
  for (int64_t& number : numbers) {
    for (int64_t size : sizes) {
      const int64_t at = *place++;
      number = number < 0 || at < 0 || at >= size ? -1 : number * size + at;
    }
  }
  return numbers;
}

int64_t IndexDepth(const Infer& c) {
  const PartialTensorShape& shape = c.input("indices").shape;
  return shape.dims() < 1 ? -1 : shape.dim_size(shape.dims() - 1);
}

}  // namespace voxgrad::rules
