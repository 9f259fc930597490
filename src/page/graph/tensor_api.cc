// The members of tensors and shapes that speak of messages. They stand here since src/core knows no messages.
#include <utility>

#include "core/error.h"
#include "page/graph/tensor_value.h"
#include "voxgrad/logging.h"
#include "voxgrad/tensor.h"
#include "voxgrad/tensor_shape.h"

namespace voxgrad {

template <class Shape>
absl::Status TensorShapeBase<Shape>::Assign(const TensorShapeProto& proto) {
  const absl::StatusOr<PartialTensorShape> read = ShapeFromProto(proto);
  if (!read.ok()) return read.status();
  if (!read->unknown_rank()) return Assign(read->dim_sizes());
  if (!kIsPartial) return absl::InvalidArgumentError("has an unknown number of dimensions");
  *this = TensorShapeBase();
  return absl::OkStatus();
}

template <class Shape>
absl::Status TensorShapeBase<Shape>::IsValidShape(const TensorShapeProto& proto) {
  return TensorShapeBase().Assign(proto);
}

template <class Shape>
std::string TensorShapeBase<Shape>::DebugString(const TensorShapeProto& proto) {
  const absl::StatusOr<PartialTensorShape> shape = ShapeFromProto(proto);
  return shape.ok() ? shape->DebugString() : "<invalid>";
}

template <class Shape>
TensorShapeProto TensorShapeBase<Shape>::AsProto() const {
  return ShapeToProto(static_cast<const Shape&>(*this));
}

template <class Shape>
void TensorShapeBase<Shape>::AsProto(TensorShapeProto* proto) const {
  if (proto != nullptr) *proto = AsProto();
}

#define VOXGRAD_SHAPE_MESSAGES(SHAPE)                                                        \
  template absl::Status TensorShapeBase<SHAPE>::Assign(const TensorShapeProto& proto);       \
  template absl::Status TensorShapeBase<SHAPE>::IsValidShape(const TensorShapeProto& proto); \
  template std::string TensorShapeBase<SHAPE>::DebugString(const TensorShapeProto& proto);   \
  template TensorShapeProto TensorShapeBase<SHAPE>::AsProto() const;                         \
  template void TensorShapeBase<SHAPE>::AsProto(TensorShapeProto* proto) const;
VOXGRAD_SHAPE_MESSAGES(TensorShape)
VOXGRAD_SHAPE_MESSAGES(PartialTensorShape)
#undef VOXGRAD_SHAPE_MESSAGES

TensorShape::TensorShape(const TensorShapeProto& proto) {
  const absl::Status status = Assign(proto);
  if (!status.ok()) Refuse(status);
}

absl::Status TensorShape::BuildTensorShape(const TensorShapeProto& proto, TensorShape* shape) {
  if (shape == nullptr) return NullResult("BuildTensorShape", "shape");
  return shape->Assign(proto);
}

absl::StatusOr<TensorShape> TensorShape::BuildTensorShape(const TensorShapeProto& proto) {
  TensorShape shape;
  if (absl::Status status = shape.Assign(proto); !status.ok()) return status;
  return shape;
}

PartialTensorShape::PartialTensorShape(const TensorShapeProto& proto) { Assign(proto).IgnoreError(); }

absl::Status PartialTensorShape::BuildPartialTensorShape(const TensorShapeProto& proto,
                                                         PartialTensorShape* shape) {
  if (shape == nullptr) return NullResult("BuildPartialTensorShape", "shape");
  return shape->Assign(proto);
}

absl::StatusOr<PartialTensorShape> PartialTensorShape::BuildPartialTensorShape(
    const TensorShapeProto& proto) {
  PartialTensorShape shape;
  if (absl::Status status = shape.Assign(proto); !status.ok()) return status;
  return shape;
}

bool Tensor::FromProto(const TensorProto& proto) {
  absl::StatusOr<Tensor> read = TensorFromProto(proto);
  if (!read.ok()) return false;
  *this = *std::move(read);
  return true;
}

void Tensor::AsProtoField(TensorProto* proto) const {
  CHECK(IsInitialized());
  CHECK_OK(TensorToProto(*this, TensorForm::kList, proto));
}

void Tensor::AsProtoTensorContent(TensorProto* proto) const {
  CHECK(IsInitialized());
  CHECK_OK(TensorToProto(*this, TensorForm::kContent, proto));
}

}  // namespace voxgrad
