#include "core/host_values.h"

#include "core/type_list.h"

namespace voxgrad {

Ints IntegersOf(const Tensor& tensor) {
  Ints integers;
  const auto read = [&](auto tag) {
    const auto values = tensor.values<typename decltype(tag)::type>();
    integers.assign(values.begin(), values.end());
  };
  if (tensor.dtype() == DT_BOOL) {
    VisitType(TypeList<bool>(), DT_BOOL, read);
  } else {
    VisitType(IntegerTypes(), tensor.dtype(), read);
  }
  return integers;
}

double NumberOf(const Tensor& scalar) {
  double number = 0;
  VisitType(FloatTypes(), scalar.dtype(), [&](auto tag) {
    number = static_cast<double>(scalar.values<typename decltype(tag)::type>()[0]);
  });
  return number;
}

Tensor ScalarOf(DataType type, double number) {
  Tensor scalar;
  VisitType(FloatTypes(), type,
            [&](auto tag) { scalar = Tensor(static_cast<typename decltype(tag)::type>(number)); });
  return scalar;
}

}  // namespace voxgrad
