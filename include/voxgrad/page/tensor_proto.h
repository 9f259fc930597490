// The messages of shapes and constants.
#ifndef VOXGRAD_PAGE_TENSOR_PROTO_H_
#define VOXGRAD_PAGE_TENSOR_PROTO_H_

#include <cstdint>
#include <string>

#include "voxgrad/export.h"
#include "voxgrad/page/accessors.h"
#include "voxgrad/page/message.h"
#include "voxgrad/types.h"

namespace voxgrad {

class VOXGRAD_API TensorShapeProto_Dim final : public MessageOf<TensorShapeProto_Dim> {
 public:
  static const MessageTable& Table();

  VOXGRAD_VALUE(int64_t, size)  // -1: unknown
  VOXGRAD_STRING(name)
};

/// The sizes of a tensor, or what is known of them.
class VOXGRAD_API TensorShapeProto final : public MessageOf<TensorShapeProto> {
 public:
  using Dim = TensorShapeProto_Dim;
  static const MessageTable& Table();

  VOXGRAD_MESSAGES(TensorShapeProto_Dim, dim)
  VOXGRAD_VALUE(bool, unknown_rank)
};

class VOXGRAD_API ResourceHandleProto_DtypeAndShape final
    : public MessageOf<ResourceHandleProto_DtypeAndShape> {
 public:
  static const MessageTable& Table();

  VOXGRAD_ENUM(DataType, dtype)
  VOXGRAD_MESSAGE(TensorShapeProto, shape)
};

class VOXGRAD_API ResourceHandleProto final : public MessageOf<ResourceHandleProto> {
 public:
  using DtypeAndShape = ResourceHandleProto_DtypeAndShape;
  static const MessageTable& Table();

  VOXGRAD_STRING(device)
  VOXGRAD_STRING(container)
  VOXGRAD_STRING(name)
  VOXGRAD_VALUE(uint64_t, hash_code)
  VOXGRAD_STRING(maybe_type_name)
  VOXGRAD_MESSAGES(ResourceHandleProto_DtypeAndShape, dtypes_and_shapes)
};

class TensorProto;

class VOXGRAD_API VariantTensorDataProto final : public MessageOf<VariantTensorDataProto> {
 public:
  static const MessageTable& Table();

  VOXGRAD_STRING(type_name)
  VOXGRAD_STRING(metadata)
  VOXGRAD_MESSAGES(TensorProto, tensors)
};

/// A constant: its elements stand in tensor_content, as they lie in memory, or in the list for their type.
class VOXGRAD_API TensorProto final : public MessageOf<TensorProto> {
 public:
  static const MessageTable& Table();

  VOXGRAD_ENUM(DataType, dtype)
  VOXGRAD_MESSAGE(TensorShapeProto, tensor_shape)
  VOXGRAD_VALUE(int32_t, version_number)
  VOXGRAD_STRING(tensor_content)
  VOXGRAD_VALUES(float, float_val)
  VOXGRAD_VALUES(double, double_val)
  VOXGRAD_VALUES(int32_t, int_val)  // also int16, int8, uint16, uint8
  VOXGRAD_STRINGS(string_val)
  VOXGRAD_VALUES(float, scomplex_val)
  VOXGRAD_VALUES(int64_t, int64_val)
  VOXGRAD_VALUES(bool, bool_val)
  VOXGRAD_VALUES(double, dcomplex_val)
  VOXGRAD_VALUES(int32_t, half_val)  // the bits of half and bfloat16
  VOXGRAD_MESSAGES(ResourceHandleProto, resource_handle_val)
  VOXGRAD_MESSAGES(VariantTensorDataProto, variant_val)
  VOXGRAD_VALUES(uint32_t, uint32_val)
  VOXGRAD_VALUES(uint64_t, uint64_val)
  VOXGRAD_STRING(float8_val)
};

}  // namespace voxgrad

#endif  // VOXGRAD_PAGE_TENSOR_PROTO_H_
