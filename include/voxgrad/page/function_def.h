// The messages of a graph's functions. No op here calls a function; a page that has some keeps them.
#ifndef VOXGRAD_PAGE_FUNCTION_DEF_H_
#define VOXGRAD_PAGE_FUNCTION_DEF_H_

#include <cstdint>
#include <string>

#include "voxgrad/export.h"
#include "voxgrad/page/accessors.h"
#include "voxgrad/page/attr_value.h"
#include "voxgrad/page/message.h"
#include "voxgrad/page/node_def.h"

namespace voxgrad {

class VOXGRAD_API OpDef_ArgDef final : public MessageOf<OpDef_ArgDef> {
 public:
  static const MessageTable& Table();

  VOXGRAD_STRING(name)
  VOXGRAD_STRING(description)
  VOXGRAD_ENUM(DataType, type)
  VOXGRAD_STRING(type_attr)
  VOXGRAD_STRING(number_attr)
  VOXGRAD_STRING(type_list_attr)
  VOXGRAD_MESSAGES(ResourceHandleProto_DtypeAndShape, handle_data)
  VOXGRAD_VALUE(bool, is_ref)
  VOXGRAD_MESSAGE(FullTypeDef, experimental_full_type)
};

class VOXGRAD_API OpDef_AttrDef final : public MessageOf<OpDef_AttrDef> {
 public:
  static const MessageTable& Table();

  VOXGRAD_STRING(name)
  VOXGRAD_STRING(type)
  VOXGRAD_MESSAGE(AttrValue, default_value)
  VOXGRAD_STRING(description)
  VOXGRAD_VALUE(bool, has_minimum)
  VOXGRAD_VALUE(int64_t, minimum)
  VOXGRAD_MESSAGE(AttrValue, allowed_values)
};

class VOXGRAD_API OpDeprecation final : public MessageOf<OpDeprecation> {
 public:
  static const MessageTable& Table();

  VOXGRAD_VALUE(int32_t, version)
  VOXGRAD_STRING(explanation)
};

class VOXGRAD_API OpDef final : public MessageOf<OpDef> {
 public:
  using ArgDef = OpDef_ArgDef;
  using AttrDef = OpDef_AttrDef;
  static const MessageTable& Table();

  VOXGRAD_STRING(name)
  VOXGRAD_MESSAGES(OpDef_ArgDef, input_arg)
  VOXGRAD_MESSAGES(OpDef_ArgDef, output_arg)
  VOXGRAD_MESSAGES(OpDef_AttrDef, attr)
  VOXGRAD_STRING(summary)
  VOXGRAD_STRING(description)
  VOXGRAD_MESSAGE(OpDeprecation, deprecation)
  VOXGRAD_VALUE(bool, is_aggregate)
  VOXGRAD_VALUE(bool, is_stateful)
  VOXGRAD_VALUE(bool, is_commutative)
  VOXGRAD_VALUE(bool, allows_uninitialized_input)
  VOXGRAD_STRINGS(control_output)
  VOXGRAD_VALUE(bool, is_distributed_communication)
};

class VOXGRAD_API FunctionDef_ArgAttrs final : public MessageOf<FunctionDef_ArgAttrs> {
 public:
  static const MessageTable& Table();

  VOXGRAD_MAP(std::string, AttrValue, attr)
};

class VOXGRAD_API FunctionDef final : public MessageOf<FunctionDef> {
 public:
  using ArgAttrs = FunctionDef_ArgAttrs;
  static const MessageTable& Table();

  VOXGRAD_MESSAGE(OpDef, signature)
  VOXGRAD_MESSAGES(NodeDef, node_def)
  VOXGRAD_MAP(std::string, std::string, ret)
  VOXGRAD_MAP(std::string, AttrValue, attr)
  VOXGRAD_MAP(std::string, std::string, control_ret)
  VOXGRAD_MAP(uint32_t, FunctionDef_ArgAttrs, arg_attr)
  VOXGRAD_MAP(uint32_t, uint32_t, resource_arg_unique_id)
};

class VOXGRAD_API GradientDef final : public MessageOf<GradientDef> {
 public:
  static const MessageTable& Table();

  VOXGRAD_STRING(function_name)
  VOXGRAD_STRING(gradient_func)
};

class VOXGRAD_API RegisteredGradient final : public MessageOf<RegisteredGradient> {
 public:
  static const MessageTable& Table();

  VOXGRAD_STRING(gradient_func)
  VOXGRAD_STRING(registered_op_type)
};

class VOXGRAD_API FunctionDefLibrary final : public MessageOf<FunctionDefLibrary> {
 public:
  static const MessageTable& Table();

  VOXGRAD_MESSAGES(FunctionDef, function)
  VOXGRAD_MESSAGES(GradientDef, gradient)
  VOXGRAD_MESSAGES(RegisteredGradient, registered_gradients)
};

}  // namespace voxgrad

#endif  // VOXGRAD_PAGE_FUNCTION_DEF_H_
