#include "kernels/math/softmax.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "core/parallel.h"
#include "kernels/math/broadcast.h"
#include "kernels/math/elementwise_loops.h"
#include "kernels/math/float16.h"

namespace voxgrad {
namespace {

/// Rows of T as they are computed with, read from and written to rows as they are stored.
template <class T>
class RowBuffer {
 public:
  RowBuffer(DataType type, int64_t count)
      : type_(type), size_(DataTypeSize(type)), row_(static_cast<size_t>(count)) {}

  int64_t count() const { return static_cast<int64_t>(row_.size()); }
  T* data() { return row_.data(); }

  void Read(const void* from, int64_t row) {
    const char* place = static_cast<const char*>(from) + row * count() * size_;
    if constexpr (std::is_same_v<T, float>) {
      if (IsShortFloat(type_)) return WidenToFloat(type_, place, count(), data());
    }
    std::copy_n(reinterpret_cast<const T*>(place), count(), data());
  }

  void ReadStretched(const BroadcastOperand& walk, const void* from, int64_t row) {
    if (walk.is_whole()) return Read(from, row);
    if (!IsShortFloat(type_)) return walk.Gather(from, size_, row * count(), count(), data());
    stored_.resize(row_.size());
    walk.Gather(from, size_, row * count(), count(), stored_.data());
    Read(stored_.data(), 0);
  }

  void Write(void* to, int64_t row) {
    char* place = static_cast<char*>(to) + row * count() * size_;
    if constexpr (std::is_same_v<T, float>) {
      if (IsShortFloat(type_)) return NarrowFromFloat(type_, data(), count(), place);
    }
    std::copy_n(data(), count(), reinterpret_cast<T*>(place));
  }

 private:
  const DataType type_;
  const int64_t size_;
  std::vector<T> row_;
  std::vector<uint16_t> stored_;
};

template <class T>
void WriteOne(DataType type, T value, void* to, int64_t place) {
  if constexpr (std::is_same_v<T, float>) {
    if (IsShortFloat(type)) return NarrowFromFloat(type, &value, 1, static_cast<uint16_t*>(to) + place);
  }
  static_cast<T*>(to)[place] = value;
}

/// Folds a row into several results side by side, and those in their order.
template <class Result, class T, class F>
Result Fold(const T* x, int64_t count, Result start, F f) {
  constexpr int64_t kLanes = 16;
  Result lanes[kLanes];
  std::fill_n(lanes, kLanes, start);
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    for (int64_t j = 0; j < kLanes; ++j) lanes[j] = f(lanes[j], static_cast<Result>(x[i + j]));
  }
  for (; i < count; ++i) lanes[0] = f(lanes[0], static_cast<Result>(x[i]));
  for (int64_t j = 1; j < kLanes; ++j) lanes[0] = f(lanes[0], lanes[j]);
  return lanes[0];
}

/// x becomes x - max(x), so that no exponential overflows; `exps` their exponentials, which may lie in its
/// place. The sum of those.
template <class T>
double ShiftAndSum(T* x, int64_t count, T* exps) {
  if (count == 0) return 0;
  const T largest = Fold(x, count, x[0], [](T a, T b) { return a < b ? b : a; });
  for (int64_t j = 0; j < count; ++j) x[j] -= largest;
  const void* shifted = x;
  elementwise::FindUnary(UnaryFunction::kExp, DataTypeToEnum<T>::value).run(&shifted, exps, count);
  return Fold(exps, count, 0.0, [](double a, double b) { return a + b; });
}

template <class T>
void Divide(T* exps, int64_t count, double sum) {
  const T divisor = static_cast<T>(sum);
  for (int64_t j = 0; j < count; ++j) exps[j] /= divisor;
}

template <class F>
void ForRows(DataType type, int64_t rows, int64_t classes, F body) {
  constexpr int64_t kCost = 4;  // of an element
  VisitType(ComputedFloats(), ComputedType(type), [&](auto tag) {
    using T = typename decltype(tag)::type;
    ParallelFor(rows, std::max<int64_t>(1, classes * kCost),
                [&](int64_t begin, int64_t end) { body.template operator()<T>(begin, end); });
  });
}

int64_t LabelOf(DataType type, const void* labels, int64_t row) {
  return type == DT_INT32 ? static_cast<const int32_t*>(labels)[row]
                          : static_cast<const int64_t*>(labels)[row];
}

}  // namespace

void Softmax(bool logarithm, DataType type, int64_t rows, int64_t classes, const void* in, void* out) {
  ForRows(type, rows, classes, [&]<class T>(int64_t begin, int64_t end) {
    RowBuffer<T> row(type, classes);
    RowBuffer<T> exps(type, logarithm ? classes : 0);
    for (int64_t r = begin; r < end; ++r) {
      row.Read(in, r);
      if (logarithm) {
        const T log_sum = static_cast<T>(std::log(ShiftAndSum(row.data(), classes, exps.data())));
        for (int64_t j = 0; j < classes; ++j) row.data()[j] -= log_sum;
      } else {
        const double sum = ShiftAndSum(row.data(), classes, row.data());
        Divide(row.data(), classes, sum);
      }
      row.Write(out, r);
    }
  });
}

void SoftmaxCrossEntropy(DataType type, int64_t rows, int64_t classes, const void* features,
                         absl::Span<const int64_t> features_sizes, const void* labels,
                         absl::Span<const int64_t> labels_sizes, void* loss, void* backprop) {
  if (classes == 0) {  // an empty sum
    std::memset(loss, 0, static_cast<size_t>(rows * DataTypeSize(type)));
    return;
  }
  const int64_t sizes[] = {rows, classes};
  const BroadcastOperand feature_walk(sizes, features_sizes);
  const BroadcastOperand label_walk(sizes, labels_sizes);
  ForRows(type, rows, classes, [&]<class T>(int64_t begin, int64_t end) {
    RowBuffer<T> row(type, classes);
    RowBuffer<T> label(type, classes);
    RowBuffer<T> exps(type, classes);
    for (int64_t r = begin; r < end; ++r) {
      row.ReadStretched(feature_walk, features, r);
      label.ReadStretched(label_walk, labels, r);
      const double sum = ShiftAndSum(row.data(), classes, exps.data());
      const double log_sum = std::log(sum);
      double total = 0;
      for (int64_t j = 0; j < classes; ++j) total += label.data()[j] * (log_sum - row.data()[j]);
      WriteOne(type, static_cast<T>(total), loss, r);
      Divide(exps.data(), classes, sum);
      for (int64_t j = 0; j < classes; ++j) exps.data()[j] -= label.data()[j];
      exps.Write(backprop, r);
    }
  });
}

void SparseSoftmaxCrossEntropy(DataType type, int64_t rows, int64_t classes, const void* features,
                               DataType label_type, const void* labels, void* loss, void* backprop) {
  ForRows(type, rows, classes, [&]<class T>(int64_t begin, int64_t end) {
    RowBuffer<T> row(type, classes);
    RowBuffer<T> exps(type, classes);
    for (int64_t r = begin; r < end; ++r) {
      row.Read(features, r);
      const int64_t label = LabelOf(label_type, labels, r);
      const double sum = ShiftAndSum(row.data(), classes, exps.data());
      WriteOne(type, static_cast<T>(std::log(sum) - row.data()[label]), loss, r);
      Divide(exps.data(), classes, sum);
      exps.data()[label] -= T(1);
      exps.Write(backprop, r);
    }
  });
}

}  // namespace voxgrad
