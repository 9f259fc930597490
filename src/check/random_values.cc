#include "check/random_values.h"

#include <cmath>
#include <limits>

#include "core/type_list.h"

namespace voxgrad::driver {
namespace {

double Draw(Values values, Random* random) {
  if (values == Values::kReal) return 2 * random->Unit() - 1;
  if (values == Values::kSpecial && random->OneIn(6)) {
    const double infinity = std::numeric_limits<double>::infinity();
    const double special[] = {std::nan(""), infinity, -infinity, 0.0, -0.0, -infinity};
    return special[random->Int(0, 5)];
  }
  return static_cast<double>(random->Int(-32, 31)) / 8;
}

}  // namespace

absl::StatusOr<Tensor> RandomTensor(DataType type, const TensorShape& shape, Values values, Random* random) {
  Tensor tensor;
  if (absl::Status status = Tensor::Allocate(type, shape, &tensor); !status.ok()) return status;
  VisitType(RealTypes(), type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (T& element : tensor.mutable_values<T>()) {
      if constexpr (std::is_integral_v<T>) {
        element = static_cast<T>(random->Next());
      } else {
        element = static_cast<T>(Draw(values, random));
      }
    }
  });
  if (type == DT_BOOL) {
    for (bool& element : tensor.mutable_values<bool>()) element = (random->Next() & 1) != 0;
  }
  return tensor;
}

}  // namespace voxgrad::driver
