#include "ops/array/pad_rule.h"

#include "absl/strings/str_cat.h"
#include "ops/rules/axes.h"
#include "ops/rules/boxes.h"
#include "ops/rules/types.h"

namespace voxgrad::rules {
namespace {

absl::Status CheckMatrix(const Infer& c) {
  const PartialTensorShape& given = c.input("paddings").shape;
  const PartialTensorShape& shape = c.input("input").shape;
  if (PartialTensorShape({shape.dims(), 2}).IsCompatibleWith(given)) return absl::OkStatus();
  const std::string rows = shape.unknown_rank()
                               ? "a row for each axis"
                               : absl::StrCat("one for each axis of input ", shape.DebugString());
  return c.Invalid("paddings", absl::StrCat("has shape ", given.DebugString(),
                                            ", but must be a matrix of rows (before, after), ", rows, "."));
}

}  // namespace

absl::Status InferPad(Infer& c) {
  if (absl::Status status = ExpectPlain(c); !status.ok()) return status;
  if (absl::Status status = CheckMatrix(c); !status.ok()) return status;
  const PartialTensorShape& shape = c.input("input").shape;
  const PartialTensorShape& matrix = c.input("paddings").shape;
  c.SetOutput(0, OfRank(!shape.unknown_rank() ? shape.dims() : matrix.dims() == 2 ? matrix.dim_size(0) : -1));
  const std::optional<Ints> paddings = KnownInts(c, "paddings");
  if (!paddings) return absl::OkStatus();
  Ints sizes;
  for (size_t i = 0; i < paddings->size() / 2; ++i) {
    int64_t size = shape.unknown_rank() ? -1 : shape.dim_size(static_cast<int>(i));
    for (size_t side : {0, 1}) {
      const int64_t cells = (*paddings)[2 * i + side];
      if (cells < 0) {
        return c.Invalid("paddings", absl::StrCat("is ", Attribute(*paddings).DebugString(),
                                                  "; no number may be below 0."));
      }
      if (size < 0) continue;
      if (absl::Status status = AddToSize(c, "paddings", cells, &size); !status.ok()) return status;
    }
    sizes.push_back(size);
  }
  c.SetOutput(0, PartialTensorShape(sizes));
  return absl::OkStatus();
}

void RunPad(Run& c, const void* value) {
  const Tensor& input = c.tensor("input");
  const Tensor& output = c.result();
  const Ints paddings =
      *KnownInts(c, "paddings");  // NOLINT(bugprone-unchecked-optional-access): known at a run
  // Axis by axis: what lies before and after the input there, within the input along the axes before it.
  Part rest = All(output);
  for (size_t i = 0; i < rest.size.size(); ++i) {
    const int64_t before = paddings[2 * i], size = input.dim_size(static_cast<int>(i));
    Part side = rest;
    side.size[i] = before;
    FillPart(c.exec(), value, output, side);
    side.begin[i] = before + size;
    side.size[i] = paddings[2 * i + 1];
    FillPart(c.exec(), value, output, side);
    rest.begin[i] = before;
    rest.size[i] = size;
  }
  CopyPart(c.exec(), input, All(input), output, rest.begin);
}

Grad::Value CropGradient(Grad& g) {
  const DataType index = g.call().type("Tpaddings");
  const auto column = g.op("Slice", {g.input("paddings"), g.ints({0, 0}), g.ints({-1, 1})});
  const auto begin = g.op("Reshape", {column, g.ints({-1})});
  const auto size = g.op("Shape", {g.input("input")}, {{"out_type", index}});
  return g.op("Slice", {g.upstream(), begin, size});
}

}  // namespace voxgrad::rules
