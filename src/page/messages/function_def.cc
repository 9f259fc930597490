#include "voxgrad/page/function_def.h"

#include "page/messages/enum_tables.h"
#include "page/messages/row.h"

namespace voxgrad {

const MessageTable& OpDef_ArgDef::Table() {
  static constexpr Field kFields[] = {
      Row<&OpDef_ArgDef::name_>(1, "name"),
      Row<&OpDef_ArgDef::description_>(2, "description"),
      Enum(Row<&OpDef_ArgDef::type_>(3, "type"), &kDataTypeTable),
      Row<&OpDef_ArgDef::type_attr_>(4, "type_attr"),
      Row<&OpDef_ArgDef::number_attr_>(5, "number_attr"),
      Row<&OpDef_ArgDef::type_list_attr_>(6, "type_list_attr"),
      Row<&OpDef_ArgDef::handle_data_>(7, "handle_data"),
      Row<&OpDef_ArgDef::is_ref_>(16, "is_ref"),
      Row<&OpDef_ArgDef::experimental_full_type_>(17, "experimental_full_type"),
  };
  static constexpr MessageTable kTable = {"OpDef.ArgDef", kFields};
  return kTable;
}

const MessageTable& OpDef_AttrDef::Table() {
  static constexpr Field kFields[] = {
      Row<&OpDef_AttrDef::name_>(1, "name"),
      Row<&OpDef_AttrDef::type_>(2, "type"),
      Row<&OpDef_AttrDef::default_value_>(3, "default_value"),
      Row<&OpDef_AttrDef::description_>(4, "description"),
      Row<&OpDef_AttrDef::has_minimum_>(5, "has_minimum"),
      Row<&OpDef_AttrDef::minimum_>(6, "minimum"),
      Row<&OpDef_AttrDef::allowed_values_>(7, "allowed_values"),
  };
  static constexpr MessageTable kTable = {"OpDef.AttrDef", kFields};
  return kTable;
}

const MessageTable& OpDeprecation::Table() {
  static constexpr Field kFields[] = {
      Row<&OpDeprecation::version_>(1, "version"),
      Row<&OpDeprecation::explanation_>(2, "explanation"),
  };
  static constexpr MessageTable kTable = {"OpDeprecation", kFields};
  return kTable;
}

const MessageTable& OpDef::Table() {
  static constexpr Field kFields[] = {
      Row<&OpDef::name_>(1, "name"),
      Row<&OpDef::input_arg_>(2, "input_arg"),
      Row<&OpDef::output_arg_>(3, "output_arg"),
      Row<&OpDef::attr_>(4, "attr"),
      Row<&OpDef::summary_>(5, "summary"),
      Row<&OpDef::description_>(6, "description"),
      Row<&OpDef::deprecation_>(8, "deprecation"),
      Row<&OpDef::is_aggregate_>(16, "is_aggregate"),
      Row<&OpDef::is_stateful_>(17, "is_stateful"),
      Row<&OpDef::is_commutative_>(18, "is_commutative"),
      Row<&OpDef::allows_uninitialized_input_>(19, "allows_uninitialized_input"),
      Row<&OpDef::control_output_>(20, "control_output"),
      Row<&OpDef::is_distributed_communication_>(21, "is_distributed_communication"),
  };
  static constexpr MessageTable kTable = {"OpDef", kFields};
  return kTable;
}

const MessageTable& FunctionDef_ArgAttrs::Table() {
  static constexpr Field kFields[] = {
      Row<&FunctionDef_ArgAttrs::attr_>(1, "attr"),
  };
  static constexpr MessageTable kTable = {"FunctionDef.ArgAttrs", kFields};
  return kTable;
}

const MessageTable& FunctionDef::Table() {
  static constexpr Field kFields[] = {
      Row<&FunctionDef::signature_>(1, "signature"),
      Row<&FunctionDef::node_def_>(3, "node_def"),
      Row<&FunctionDef::ret_>(4, "ret"),
      Row<&FunctionDef::attr_>(5, "attr"),
      Row<&FunctionDef::control_ret_>(6, "control_ret"),
      Row<&FunctionDef::arg_attr_>(7, "arg_attr"),
      Row<&FunctionDef::resource_arg_unique_id_>(8, "resource_arg_unique_id"),
  };
  static constexpr MessageTable kTable = {"FunctionDef", kFields};
  return kTable;
}

const MessageTable& GradientDef::Table() {
  static constexpr Field kFields[] = {
      Row<&GradientDef::function_name_>(1, "function_name"),
      Row<&GradientDef::gradient_func_>(2, "gradient_func"),
  };
  static constexpr MessageTable kTable = {"GradientDef", kFields};
  return kTable;
}

const MessageTable& RegisteredGradient::Table() {
  static constexpr Field kFields[] = {
      Row<&RegisteredGradient::gradient_func_>(1, "gradient_func"),
      Row<&RegisteredGradient::registered_op_type_>(2, "registered_op_type"),
  };
  static constexpr MessageTable kTable = {"RegisteredGradient", kFields};
  return kTable;
}

const MessageTable& FunctionDefLibrary::Table() {
  static constexpr Field kFields[] = {
      Row<&FunctionDefLibrary::function_>(1, "function"),
      Row<&FunctionDefLibrary::gradient_>(2, "gradient"),
      Row<&FunctionDefLibrary::registered_gradients_>(3, "registered_gradients"),
  };
  static constexpr MessageTable kTable = {"FunctionDefLibrary", kFields};
  return kTable;
}

}  // namespace voxgrad
