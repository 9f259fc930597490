#include "kernels/softmax/softmax.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "core/parallel.h"
#include "kernels/elementwise/broadcast.h"
#include "kernels/elementwise/loops.h"
#include "kernels/elementwise/shared_functions.h"
#include "kernels/list.h"
#include "kernels/simd/float16.h"
#include "kernels/simd/target.h"
#include "kernels/softmax/exponentials.h"

namespace voxgrad {
namespace {

/// Rows as they are computed with, of a tensor as it is stored.
template <class T>
class RowBuffer {
 public:
  RowBuffer(DataType type, int64_t count) : type_(type), size_(DataTypeSize(type)), count_(count) {}

  /// `rows` rows from that one on.
  const T* Read(const void* from, int64_t row, int64_t rows = 1) {
    const char* place = static_cast<const char*>(from) + row * count_ * size_;
    if constexpr (std::is_same_v<T, float>) {
      if (IsShortFloat(type_)) {
        WidenToFloat(type_, place, rows * count_, Scratch(rows));
        return numbers_.data();
      }
    }
    return reinterpret_cast<const T*>(place);
  }

  const T* ReadStretched(const BroadcastOperand& walk, const void* from, int64_t row) {
    if (walk.is_whole()) return Read(from, row);
    stretched_.resize(static_cast<size_t>(count_ * size_));
    walk.Gather(from, size_, row * count_, count_, stretched_.data());
    return Read(stretched_.data(), 0);
  }

  /// Where rows of the result are computed; Write() brings them to their place.
  T* Place(void* to, int64_t row, int64_t rows = 1) {
    if (IsShortFloat(type_)) return Scratch(rows);
    return reinterpret_cast<T*>(static_cast<char*>(to) + row * count_ * size_);
  }
  void Write(void* to, int64_t row, int64_t rows = 1) {
    if constexpr (std::is_same_v<T, float>) {
      if (IsShortFloat(type_))
        NarrowFromFloat(type_, numbers_.data(), rows * count_, static_cast<char*>(to) + row * count_ * size_);
    }
  }

  T* Scratch(int64_t rows = 1) {
    if (static_cast<int64_t>(numbers_.size()) < rows * count_)
      numbers_.resize(static_cast<size_t>(rows * count_));
    return numbers_.data();
  }

 private:
  const DataType type_;
  const int64_t size_, count_;
  std::vector<T> numbers_;
  std::vector<char> stretched_;
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

template <class T>
elementwise::Loop ExpLoop() {
  return elementwise::UnaryOf<elementwise::kExp, ComputedFloats, &cpu::FloatLoops::exp>(
      DataTypeToEnum<T>::value);
}

template <class T>
struct RowSum {
  T largest;   // of the numbers: less this, no exponential overflows
  double sum;  // of the exponentials
};

/// exps = e^(x - largest).
template <class T>
RowSum<T> Exponentials(const T* x, int64_t count, T* exps) {
  if (count == 0) return {0, 0};
  RowSum<T> row;
  if constexpr (std::is_same_v<T, float>) {
    if (cpu::WhyOff().empty()) {
      cpu::Exponentials(x, count, exps, &row.largest, &row.sum);
      return row;
    }
  }
  row.largest = Fold(x, count, x[0], [](T a, T b) { return a < b ? b : a; });
  for (int64_t j = 0; j < count; ++j) exps[j] = x[j] - row.largest;
  const void* shifted = exps;
  ExpLoop<T>().run(&shifted, exps, count);
  row.sum = Fold(exps, count, 0.0, [](double a, double b) { return a + b; });
  return row;
}

template <class T>
void Divide(T* exps, int64_t count, double sum) {
  const T divisor = static_cast<T>(sum);
  for (int64_t j = 0; j < count; ++j) exps[j] /= divisor;
}

/// Rows too short for vectors, a block of them at a time: turned, so that the numbers of a class lie side by
/// side.
template <class T>
class TurnedRows {
 public:
  static constexpr int64_t kLongest = 12;  // classes; longer rows are faster one by one
  static constexpr int64_t kRows = 256;

  explicit TurnedRows(int64_t classes)
      : classes_(classes), x_(static_cast<size_t>(classes * kRows)), exps_(x_.size()) {}

  void Softmax(bool logarithm, const T* in, int64_t rows, T* out) {
    T* __restrict x = x_.data();
    T* __restrict exps = exps_.data();
    T of_row[kRows];  // the largest number, then what the sum gives
    double sum[kRows] = {};
    ForAll(rows, [=, this](int64_t i, int64_t k, int64_t r) { x[i] = in[r * classes_ + k]; });
    std::copy_n(x, rows, of_row);
    ForAll(rows, [&](int64_t i, int64_t, int64_t r) { of_row[r] = of_row[r] < x[i] ? x[i] : of_row[r]; });
    ForAll(rows, [&](int64_t i, int64_t, int64_t r) { x[i] -= of_row[r]; });
    const void* shifted = x;
    ExpLoop<T>().run(&shifted, exps, rows * classes_);
    ForAll(rows, [&](int64_t i, int64_t, int64_t r) { sum[r] += static_cast<double>(exps[i]); });
    for (int64_t r = 0; r < rows; ++r) of_row[r] = static_cast<T>(logarithm ? std::log(sum[r]) : sum[r]);
    if (logarithm) {
      ForAll(rows, [&](int64_t i, int64_t, int64_t r) { exps[i] = x[i] - of_row[r]; });
    } else {
      ForAll(rows, [&](int64_t i, int64_t, int64_t r) { exps[i] /= of_row[r]; });
    }
    ForAll(rows, [=, this](int64_t i, int64_t k, int64_t r) { out[r * classes_ + k] = exps[i]; });
  }

 private:
  /// f(place, class, row) in the order in which the turned numbers lie.
  template <class F>
  void ForAll(int64_t rows, const F& f) const {
    for (int64_t k = 0; k < classes_; ++k) {
      for (int64_t r = 0; r < rows; ++r) f(k * rows + r, k, r);
    }
  }

  const int64_t classes_;
  std::vector<T> x_, exps_;
};

template <class F>
void ForRows(Exec& exec, DataType type, int64_t rows, int64_t classes, F body) {
  constexpr int64_t kCost = 4;  // of an element
  VisitType(ComputedFloats(), ComputedType(type), [&](auto tag) {
    using T = typename decltype(tag)::type;
    ParallelFor(exec, rows, std::max<int64_t>(1, classes * kCost),
                [&](int64_t begin, int64_t end) { body.template operator()<T>(begin, end); });
  });
}

int64_t LabelOf(DataType type, const void* labels, int64_t row) {
  return type == DT_INT32 ? static_cast<const int32_t*>(labels)[row]
                          : static_cast<const int64_t*>(labels)[row];
}

}  // namespace

void Softmax(Exec& exec, bool logarithm, DataType type, int64_t rows, int64_t classes, const void* in,
             void* out) {
  OnlyWay(exec, cpu::WhyOff().empty() ? "cpu/softmax" : "reference/softmax");
  ForRows(exec, type, rows, classes, [&]<class T>(int64_t begin, int64_t end) {
    RowBuffer<T> row(type, classes), result(type, classes), exps(type, classes);
    if (classes <= TurnedRows<T>::kLongest) {
      TurnedRows<T> turned(classes);
      for (int64_t r = begin, n; r < end; r += n) {
        n = std::min(TurnedRows<T>::kRows, end - r);
        turned.Softmax(logarithm, row.Read(in, r, n), n, result.Place(out, r, n));
        result.Write(out, r, n);
      }
      return;
    }
    for (int64_t r = begin; r < end; ++r) {
      const T* x = row.Read(in, r);
      T* y = result.Place(out, r);
      const RowSum<T> e = Exponentials(x, classes, logarithm ? exps.Scratch() : y);
      if (logarithm) {
        const T log_sum = static_cast<T>(std::log(e.sum));
        for (int64_t j = 0; j < classes; ++j) y[j] = x[j] - e.largest - log_sum;
      } else {
        Divide(y, classes, e.sum);
      }
      result.Write(out, r);
    }
  });
}

void SoftmaxCrossEntropy(Exec& exec, DataType type, int64_t rows, int64_t classes, const void* features,
                         absl::Span<const int64_t> features_sizes, const void* labels,
                         absl::Span<const int64_t> labels_sizes, void* loss, void* backprop) {
  OnlyWay(exec, cpu::WhyOff().empty() ? "cpu/softmax-cross-entropy" : "reference/softmax-cross-entropy");
  if (classes == 0) {  // an empty sum
    std::memset(loss, 0, static_cast<size_t>(rows * DataTypeSize(type)));
    return;
  }
  const int64_t sizes[] = {rows, classes};
  const BroadcastOperand feature_walk(sizes, features_sizes);
  const BroadcastOperand label_walk(sizes, labels_sizes);
  ForRows(exec, type, rows, classes, [&]<class T>(int64_t begin, int64_t end) {
    RowBuffer<T> row(type, classes), label(type, classes), result(type, classes);
    for (int64_t r = begin; r < end; ++r) {
      const T* x = row.ReadStretched(feature_walk, features, r);
      const T* wanted = label.ReadStretched(label_walk, labels, r);
      T* grad = result.Place(backprop, r);
      const RowSum<T> e = Exponentials(x, classes, grad);
      const double log_sum = std::log(e.sum);
      double total = 0;
      for (int64_t j = 0; j < classes; ++j) total += wanted[j] * (log_sum - (x[j] - e.largest));
      WriteOne(type, static_cast<T>(total), loss, r);
      Divide(grad, classes, e.sum);
      for (int64_t j = 0; j < classes; ++j) grad[j] -= wanted[j];
      result.Write(backprop, r);
    }
  });
}

void SparseSoftmaxCrossEntropy(Exec& exec, DataType type, int64_t rows, int64_t classes, const void* features,
                               DataType label_type, const void* labels, void* loss, void* backprop) {
  OnlyWay(exec, cpu::WhyOff().empty() ? "cpu/sparse-softmax-cross-entropy"
                                      : "reference/sparse-softmax-cross-entropy");
  ForRows(exec, type, rows, classes, [&]<class T>(int64_t begin, int64_t end) {
    RowBuffer<T> row(type, classes), result(type, classes);
    for (int64_t r = begin; r < end; ++r) {
      const T* x = row.Read(features, r);
      T* grad = result.Place(backprop, r);
      const int64_t label = LabelOf(label_type, labels, r);
      const RowSum<T> e = Exponentials(x, classes, grad);
      WriteOne(type, static_cast<T>(std::log(e.sum) - (x[label] - e.largest)), loss, r);
      Divide(grad, classes, e.sum);
      grad[label] -= T(1);
      result.Write(backprop, r);
    }
  });
}

}  // namespace voxgrad
