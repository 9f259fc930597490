#include "voxgrad/page/tensor_proto.h"

#include "page/messages/enum_tables.h"
#include "page/messages/row.h"

namespace voxgrad {

const MessageTable& TensorShapeProto_Dim::Table() {
  static constexpr Field kFields[] = {
      Row<&TensorShapeProto_Dim::size_>(1, "size"),
      Row<&TensorShapeProto_Dim::name_>(2, "name"),
  };
  static constexpr MessageTable kTable = {"TensorShapeProto.Dim", kFields};
  return kTable;
}

const MessageTable& TensorShapeProto::Table() {
  static constexpr Field kFields[] = {
      Row<&TensorShapeProto::dim_>(2, "dim"),
      Row<&TensorShapeProto::unknown_rank_>(3, "unknown_rank"),
  };
  static constexpr MessageTable kTable = {"TensorShapeProto", kFields};
  return kTable;
}

const MessageTable& ResourceHandleProto_DtypeAndShape::Table() {
  static constexpr Field kFields[] = {
      Enum(Row<&ResourceHandleProto_DtypeAndShape::dtype_>(1, "dtype"), &kDataTypeTable),
      Row<&ResourceHandleProto_DtypeAndShape::shape_>(2, "shape"),
  };
  static constexpr MessageTable kTable = {"ResourceHandleProto.DtypeAndShape", kFields};
  return kTable;
}

const MessageTable& ResourceHandleProto::Table() {
  static constexpr Field kFields[] = {
      Row<&ResourceHandleProto::device_>(1, "device"),
      Row<&ResourceHandleProto::container_>(2, "container"),
      Row<&ResourceHandleProto::name_>(3, "name"),
      Row<&ResourceHandleProto::hash_code_>(4, "hash_code"),
      Row<&ResourceHandleProto::maybe_type_name_>(5, "maybe_type_name"),
      Row<&ResourceHandleProto::dtypes_and_shapes_>(6, "dtypes_and_shapes"),
  };
  static constexpr MessageTable kTable = {"ResourceHandleProto", kFields};
  return kTable;
}

const MessageTable& VariantTensorDataProto::Table() {
  static constexpr Field kFields[] = {
      Row<&VariantTensorDataProto::type_name_>(1, "type_name"),
      Bytes(Row<&VariantTensorDataProto::metadata_>(2, "metadata")),
      Row<&VariantTensorDataProto::tensors_>(3, "tensors"),
  };
  static constexpr MessageTable kTable = {"VariantTensorDataProto", kFields};
  return kTable;
}

const MessageTable& TensorProto::Table() {
  static constexpr Field kFields[] = {
      Enum(Row<&TensorProto::dtype_>(1, "dtype"), &kDataTypeTable),
      Row<&TensorProto::tensor_shape_>(2, "tensor_shape"),
      Row<&TensorProto::version_number_>(3, "version_number"),
      Bytes(Row<&TensorProto::tensor_content_>(4, "tensor_content")),
      Row<&TensorProto::float_val_>(5, "float_val"),
      Row<&TensorProto::double_val_>(6, "double_val"),
      Row<&TensorProto::int_val_>(7, "int_val"),
      Bytes(Row<&TensorProto::string_val_>(8, "string_val")),
      Row<&TensorProto::scomplex_val_>(9, "scomplex_val"),
      Row<&TensorProto::int64_val_>(10, "int64_val"),
      Row<&TensorProto::bool_val_>(11, "bool_val"),
      Row<&TensorProto::dcomplex_val_>(12, "dcomplex_val"),
      Row<&TensorProto::half_val_>(13, "half_val"),
      Row<&TensorProto::resource_handle_val_>(14, "resource_handle_val"),
      Row<&TensorProto::variant_val_>(15, "variant_val"),
      Row<&TensorProto::uint32_val_>(16, "uint32_val"),
      Row<&TensorProto::uint64_val_>(17, "uint64_val"),
      Bytes(Row<&TensorProto::float8_val_>(18, "float8_val")),
  };
  static constexpr MessageTable kTable = {"TensorProto", kFields};
  return kTable;
}

}  // namespace voxgrad
