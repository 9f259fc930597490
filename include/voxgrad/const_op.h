// Constants as nodes.
#ifndef VOXGRAD_CONST_OP_H_
#define VOXGRAD_CONST_OP_H_

#include "voxgrad/export.h"
#include "voxgrad/node_builder.h"
#include "voxgrad/ops.h"
#include "voxgrad/scope.h"

namespace voxgrad {
namespace ops {

/// A constant, of the type of its literal.
///
///     Const(scope, {{1.0f, 2.0f}, {3.0f, 4.0f}});   // float [2,2]
///     Const(scope, 0, {3});                        // int32 [3] of zeros
VOXGRAD_API Output Const(const Scope& scope, const Input::Initializer& value);
VOXGRAD_API Output ConstFromProto(const Scope& scope, const TensorProto& proto);

/// Casts `constant` to `type` unless it has it; `value` is what it holds.
VOXGRAD_API Output CastConst(const Scope& scope, const Output& constant, const Input::Initializer& value,
                             DataType type);

/// A constant of type T: a Cast follows when the literal has another type.
template <class T>
Output Const(const Scope& scope, const Input::Initializer& value) {
  return CastConst(scope, Const(scope, value), value, DataTypeToEnum<T>::v());
}

template <class T>
Output Const(const Scope& scope, const T& value, const TensorShape shape) {
  return Const(scope, Input::Initializer(value, shape));
}

template <class T>
Output Const(const Scope& scope, const std::initializer_list<T>& values, const TensorShape shape) {
  return Const(scope, Input::Initializer(values, shape));
}

}  // namespace ops
}  // namespace voxgrad

#endif  // VOXGRAD_CONST_OP_H_
