#include "kernels/math/training.h"

#include <algorithm>
#include <cmath>

#include "core/parallel.h"
#include "kernels/math/float16.h"

namespace voxgrad {
namespace {

constexpr int64_t kBlock = 1024;

/// A block of one array as numbers of T: the array itself, or a copy where it holds 16-bit floats.
template <class T>
class Block {
 public:
  Block(DataType type, const void* from, int64_t begin, int64_t count) {
    if constexpr (std::is_same_v<T, float>) {
      if (IsShortFloat(type)) {
        WidenToFloat(type, static_cast<const uint16_t*>(from) + begin, count, copy_);
        now_ = copy_;
        return;
      }
    }
    now_ = static_cast<const T*>(from) + begin;
  }
  const T& operator[](int64_t i) const { return now_[i]; }

 private:
  const T* now_;
  T copy_[kBlock];
};

/// The same for one that gets a next value, stored when the block is done.
template <class T>
class NextBlock {
 public:
  NextBlock(DataType type, Slot slot, int64_t begin, int64_t count)
      : now(type, slot.now, begin, count), type_(type), count_(count) {
    const bool is_short = IsShortFloat(type);
    stored_ = static_cast<char*>(slot.next) + begin * DataTypeSize(type);
    next = is_short ? copy_ : static_cast<T*>(slot.next) + begin;
  }
  ~NextBlock() {
    if constexpr (std::is_same_v<T, float>) {
      if (IsShortFloat(type_)) NarrowFromFloat(type_, copy_, count_, stored_);
    }
  }
  NextBlock(const NextBlock&) = delete;
  NextBlock& operator=(const NextBlock&) = delete;

  const Block<T> now;
  T* next;

 private:
  const DataType type_;
  const int64_t count_;
  void* stored_;
  T copy_[kBlock];
};

/// Calls body.operator()<T>(begin, count) for blocks of at most kBlock elements.
template <class F>
void ForBlocks(DataType type, int64_t count, int64_t cost, F body) {
  VisitType(ComputedFloats(), ComputedType(type), [&](auto tag) {
    using T = typename decltype(tag)::type;
    ParallelFor(count, cost, [&](int64_t begin, int64_t end) {
      for (int64_t at = begin; at < end; at += kBlock)
        body.template operator()<T>(at, std::min(kBlock, end - at));
    });
  });
}

}  // namespace

void GradientDescentStep(DataType type, int64_t count, double alpha, const void* delta, Slot var) {
  ForBlocks(type, count, 1, [&]<class T>(int64_t at, int64_t n) {
    const T rate = static_cast<T>(alpha);
    const Block<T> slope(type, delta, at, n);
    NextBlock<T> x(type, var, at, n);
    for (int64_t i = 0; i < n; ++i) x.next[i] = x.now[i] - slope[i] * rate;
  });
}

void MomentumStep(DataType type, int64_t count, const MomentumRates& rates, const void* grad, Slot var,
                  Slot accum) {
  ForBlocks(type, count, 2, [&]<class T>(int64_t at, int64_t n) {
    const T lr = static_cast<T>(rates.lr);
    const T momentum = static_cast<T>(rates.momentum);
    const Block<T> slope(type, grad, at, n);
    NextBlock<T> x(type, var, at, n);
    NextBlock<T> speed(type, accum, at, n);
    for (int64_t i = 0; i < n; ++i) {
      const T next = speed.now[i] * momentum + slope[i];
      x.next[i] = x.now[i] - (rates.nesterov ? slope[i] * lr + next * momentum * lr : next * lr);
      speed.next[i] = next;
    }
  });
}

void AdamStep(DataType type, int64_t count, const AdamRates& rates, const void* grad, Slot var, Slot m,
              Slot v) {
  const double step = rates.lr * std::sqrt(1 - rates.beta2_power) / (1 - rates.beta1_power);
  ForBlocks(type, count, 4, [&]<class T>(int64_t at, int64_t n) {
    const T alpha = static_cast<T>(step);
    const T beta1 = static_cast<T>(rates.beta1);
    const T follow1 = T(1) - beta1;
    const T follow2 = T(1) - static_cast<T>(rates.beta2);
    const T epsilon = static_cast<T>(rates.epsilon);
    const Block<T> slope(type, grad, at, n);
    NextBlock<T> x(type, var, at, n);
    NextBlock<T> mean(type, m, at, n);
    NextBlock<T> square(type, v, at, n);
    for (int64_t i = 0; i < n; ++i) {
      const T g = slope[i];
      const T next_mean = mean.now[i] + (g - mean.now[i]) * follow1;
      const T next_square = square.now[i] + (g * g - square.now[i]) * follow2;
      const T way = rates.nesterov ? g * follow1 + beta1 * next_mean : next_mean;
      x.next[i] = x.now[i] - way * alpha / (std::sqrt(next_square) + epsilon);
      mean.next[i] = next_mean;
      square.next[i] = next_square;
    }
  });
}

}  // namespace voxgrad
