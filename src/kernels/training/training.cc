#include "kernels/training/training.h"

#include <algorithm>
#include <cmath>

#include "core/parallel.h"
#include "kernels/list.h"
#include "kernels/simd/float16.h"

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
void ForBlocks(Exec& exec, DataType type, int64_t count, int64_t cost, F body) {
  VisitType(ComputedFloats(), ComputedType(type), [&](auto tag) {
    using T = typename decltype(tag)::type;
    ParallelFor(exec, count, cost, [&](int64_t begin, int64_t end) {
      for (int64_t at = begin; at < end; at += kBlock)
        body.template operator()<T>(at, std::min(kBlock, end - at));
    });
  });
}

}  // namespace

void GradientDescentStep(Exec& exec, DataType type, int64_t count, double alpha, const void* delta,
                         Slot var) {
  OnlyWay(exec, "reference/gradient-descent-step");
  ForBlocks(exec, type, count, 1, [&]<class T>(int64_t at, int64_t n) {
    const T rate = static_cast<T>(alpha);
    const Block<T> slope(type, delta, at, n);
    NextBlock<T> x(type, var, at, n);
    for (int64_t i = 0; i < n; ++i) x.next[i] = x.now[i] - slope[i] * rate;
  });
}

void MomentumStep(Exec& exec, DataType type, int64_t count, const MomentumRates& rates, const void* grad,
                  Slot var, Slot accum) {
  OnlyWay(exec, "reference/momentum-step");
  ForBlocks(exec, type, count, 2, [&]<class T>(int64_t at, int64_t n) {
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

void AdamStep(Exec& exec, DataType type, int64_t count, const AdamRates& rates, const void* grad, Slot var,
              Slot m, Slot v) {
  OnlyWay(exec, "reference/adam-step");
  const double step = rates.lr * std::sqrt(1 - rates.beta2_power) / (1 - rates.beta1_power);
  ForBlocks(exec, type, count, 4, [&]<class T>(int64_t at, int64_t n) {
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

void AdagradStep(Exec& exec, DataType type, int64_t count, double lr, bool frozen, const void* grad, Slot var,
                 Slot accum) {
  OnlyWay(exec, "reference/adagrad-step");
  ForBlocks(exec, type, count, 3, [&]<class T>(int64_t at, int64_t n) {
    const T rate = static_cast<T>(lr);
    const Block<T> slope(type, grad, at, n);
    NextBlock<T> x(type, var, at, n);
    NextBlock<T> squares(type, accum, at, n);
    for (int64_t i = 0; i < n; ++i) {
      const T g = slope[i];
      const T next = frozen ? squares.now[i] : squares.now[i] + g * g;
      x.next[i] = x.now[i] - g * rate / std::sqrt(next);
      squares.next[i] = next;
    }
  });
}

void AdadeltaStep(Exec& exec, DataType type, int64_t count, const AdadeltaRates& rates, const void* grad,
                  Slot var, Slot accum, Slot accum_update) {
  OnlyWay(exec, "reference/adadelta-step");
  ForBlocks(exec, type, count, 5, [&]<class T>(int64_t at, int64_t n) {
    const T lr = static_cast<T>(rates.lr);
    const T rho = static_cast<T>(rates.rho);
    const T epsilon = static_cast<T>(rates.epsilon);
    const Block<T> slope(type, grad, at, n);
    NextBlock<T> x(type, var, at, n);
    NextBlock<T> squares(type, accum, at, n);
    NextBlock<T> steps(type, accum_update, at, n);
    for (int64_t i = 0; i < n; ++i) {
      const T g = slope[i];
      const T next = squares.now[i] * rho + g * g * (T(1) - rho);
      const T step = g * std::sqrt(steps.now[i] + epsilon) / std::sqrt(next + epsilon);
      x.next[i] = x.now[i] - step * lr;
      steps.next[i] = steps.now[i] * rho + step * step * (T(1) - rho);
      squares.next[i] = next;
    }
  });
}

void RmsPropStep(Exec& exec, DataType type, int64_t count, const RmsPropRates& rates, const void* grad,
                 Slot var, Slot ms, Slot mom) {
  OnlyWay(exec, "reference/rms-prop-step");
  ForBlocks(exec, type, count, 4, [&]<class T>(int64_t at, int64_t n) {
    const T lr = static_cast<T>(rates.lr);
    const T follow = T(1) - static_cast<T>(rates.rho);
    const T momentum = static_cast<T>(rates.momentum);
    const T epsilon = static_cast<T>(rates.epsilon);
    const Block<T> slope(type, grad, at, n);
    NextBlock<T> x(type, var, at, n);
    NextBlock<T> squares(type, ms, at, n);
    NextBlock<T> speed(type, mom, at, n);
    for (int64_t i = 0; i < n; ++i) {
      const T g = slope[i];
      const T square = squares.now[i] + (g * g - squares.now[i]) * follow;
      const T next = speed.now[i] * momentum + g * lr / std::sqrt(square + epsilon);
      x.next[i] = x.now[i] - next;
      squares.next[i] = square;
      speed.next[i] = next;
    }
  });
}

void AdaMaxStep(Exec& exec, DataType type, int64_t count, const AdaMaxRates& rates, const void* grad,
                Slot var, Slot m, Slot v) {
  OnlyWay(exec, "reference/ada-max-step");
  ForBlocks(exec, type, count, 3, [&]<class T>(int64_t at, int64_t n) {
    const T step = static_cast<T>(rates.lr / (1 - rates.beta1_power));
    const T follow = T(1) - static_cast<T>(rates.beta1);
    const T beta2 = static_cast<T>(rates.beta2);
    const T epsilon = static_cast<T>(rates.epsilon);
    const Block<T> slope(type, grad, at, n);
    NextBlock<T> x(type, var, at, n);
    NextBlock<T> mean(type, m, at, n);
    NextBlock<T> most(type, v, at, n);
    for (int64_t i = 0; i < n; ++i) {
      const T g = slope[i];
      const T next_mean = mean.now[i] + (g - mean.now[i]) * follow;
      const T next_most = std::max(beta2 * most.now[i], std::abs(g));
      x.next[i] = x.now[i] - step * (next_mean / (next_most + epsilon));
      mean.next[i] = next_mean;
      most.next[i] = next_most;
    }
  });
}

void FtrlStep(Exec& exec, DataType type, int64_t count, const FtrlRates& rates, const void* grad, Slot var,
              Slot accum, Slot linear) {
  OnlyWay(exec, "reference/ftrl-step");
  ForBlocks(exec, type, count, 8, [&]<class T>(int64_t at, int64_t n) {
    const T lr = static_cast<T>(rates.lr);
    const T scale = rates.linear_by_lr ? lr : T(1);  // of everything that is linear in the gradient
    const T l1 = static_cast<T>(rates.l1) * scale;
    const T l2 = static_cast<T>(rates.l2) * scale * T(2);
    const T power = -static_cast<T>(rates.lr_power);
    const auto raise = [&](T x) { return power == T(0.5) ? std::sqrt(x) : std::pow(x, power); };
    const Block<T> slope(type, grad, at, n);
    NextBlock<T> x(type, var, at, n);
    NextBlock<T> squares(type, accum, at, n);
    NextBlock<T> sum(type, linear, at, n);
    for (int64_t i = 0; i < n; ++i) {
      const T g = slope[i];
      const T square = squares.now[i] + g * g;
      const T root = raise(square);
      const T total = sum.now[i] + g * scale - (root - raise(squares.now[i])) / lr * scale * x.now[i];
      const T shrunk = (total < T(0) ? -l1 : l1) - total;
      x.next[i] = std::abs(total) > l1 ? shrunk / (root / lr * scale + l2) : T(0);
      squares.next[i] = square;
      sum.next[i] = total;
    }
  });
}

}  // namespace voxgrad
