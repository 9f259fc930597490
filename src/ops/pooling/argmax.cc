#include "ops/pooling/argmax.h"

#include <limits>

#include "absl/strings/str_cat.h"
#include "ops/pooling/pool.h"
#include "ops/rules/axes.h"
#include "ops/window/attrs.h"

namespace voxgrad::window {
namespace {

/// The elements of one image, or -1.
int64_t ImageSize(const PartialTensorShape& input) {
  if (input.unknown_rank()) return -1;
  int64_t size = 1;
  for (int d = 1; d < 4; ++d) {
    if (input.dim_size(d) < 0) return -1;
    size *= input.dim_size(d);
  }
  return size;
}

/// A place must fit into the type that it is written in.
absl::Status CheckTypeOfPlaces(const Infer& c) {
  const PartialTensorShape& input = c.input("input").shape;
  int64_t places = ImageSize(input);
  if (c.type("Targmax") != DT_INT32 || places < 0) return absl::OkStatus();
  if (c.flag("include_batch_in_index")) places *= std::max<int64_t>(input.dim_size(0), 0);
  if (places <= int64_t{std::numeric_limits<int32_t>::max()} + 1) return absl::OkStatus();
  return AtRun(c.Invalid("Targmax", absl::StrCat("is int32, but input is ", input.DebugString(), ", and its ",
                                                 places, " places need int64.")));
}

/// TensorFlow ends the process where one lies outside.
absl::Status CheckPlaces(const Infer& c) {
  const PartialTensorShape& input = c.input("input").shape;
  const int64_t size = ImageSize(input);
  const std::optional<Ints> places = rules::KnownInts(c, "argmax");
  if (!places || size < 0 || places->empty()) return absl::OkStatus();
  const auto images = static_cast<size_t>(c.input("argmax").shape.dim_size(0));
  const size_t of_image = places->size() / images;
  for (size_t i = 0; i < places->size(); ++i) {
    const auto image = static_cast<int64_t>(i / of_image);
    const int64_t first = c.flag("include_batch_in_index") ? image * size : 0;
    if ((*places)[i] >= first && (*places)[i] < first + size) continue;
    return AtRun(c.Invalid(
        "argmax", absl::StrCat("holds ", (*places)[i], " for image ", image, ", but must be from ", first,
                               " to ", first + size - 1, ": input is ", input.DebugString(), ".")));
  }
  return absl::OkStatus();
}

}  // namespace

AttrDef include_batch_in_index() {
  AttrDef attr;
  attr.name = "include_batch_in_index";
  attr.kind = AttrKind::kBool;
  attr.default_value = false;
  attr.doc =
      "Whether to include batch dimension in flattened index of `argmax`: ((b * height + y) * width + x) * "
      "channels + c instead of (y * width + x) * channels + c.";
  return attr;
}

std::vector<DataType> RealNumberTypes() {
  return {DT_FLOAT, DT_DOUBLE,   DT_INT32,  DT_UINT8, DT_INT16,  DT_INT8,
          DT_INT64, DT_BFLOAT16, DT_UINT16, DT_HALF,  DT_UINT32, DT_UINT64};
}

absl::Status InferArgmaxPool(Infer& c) {
  if (absl::Status status = InferAvgPool(c); !status.ok()) return status;
  if (c.num_outputs() > 1) {
    c.SetOutput(1, c.output(0));
    return CheckTypeOfPlaces(c);
  }
  return CheckPlaces(c);
}

WindowGrid ArgmaxGrid(const Run& c) {
  const PoolProblem pool = AvgPoolProblem(c);
  WindowGrid grid;
  grid.outer = pool.outer;
  grid.rows = RegularWindows(pool.axis[1]);
  grid.cols = RegularWindows(pool.axis[2]);
  grid.channels = pool.inner;
  return grid;
}

ArgmaxForm ReadArgmaxForm(const OpCall& call) {
  return {call.type("Targmax"), call.flag("include_batch_in_index")};
}

ArgmaxProblem MakeArgmaxProblem(const Run& c) {
  const Tensor& input = c.tensor("input");
  ArgmaxProblem p;
  p.outer = input.dim_size(0);
  p.in_size = input.NumElements() / p.outer;
  p.out_size = c.tensor("argmax").NumElements() / p.outer;
  p.type = input.dtype();
  p.form = ReadArgmaxForm(c);
  return p;
}

}  // namespace voxgrad::window
