#include "kernels/norm/lrn.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/parallel.h"
#include "kernels/list.h"
#include "kernels/simd/float16.h"

namespace voxgrad {
namespace {

using Row = std::vector<float>;

/// Reads and writes rows of channels as floats.
class Rows {
 public:
  explicit Rows(const LrnProblem& p) : type_(p.type), bytes_(p.channels * DataTypeSize(p.type)) {}

  void Read(const void* from, int64_t row, Row* to) const {
    const char* place = static_cast<const char*>(from) + row * bytes_;
    if (IsShortFloat(type_)) return WidenToFloat(type_, place, static_cast<int64_t>(to->size()), to->data());
    std::copy_n(reinterpret_cast<const float*>(place), to->size(), to->data());
  }
  void Write(const Row& from, void* to, int64_t row) const {
    char* place = static_cast<char*>(to) + row * bytes_;
    if (IsShortFloat(type_))
      return NarrowFromFloat(type_, from.data(), static_cast<int64_t>(from.size()), place);
    std::copy_n(from.data(), from.size(), reinterpret_cast<float*>(place));
  }

 private:
  DataType type_;
  int64_t bytes_;
};

/// sums[c] = the sum of x from c - radius to c + radius, in this order.
void SumAround(const Row& x, int64_t radius, Row* sums) {
  const auto count = static_cast<int64_t>(x.size());
  const int64_t reach = std::min(radius, count - 1);
  std::fill(sums->begin(), sums->end(), 0.0F);
  for (int64_t shift = -reach; shift <= reach; ++shift) {
    const int64_t begin = std::max<int64_t>(0, -shift);
    const int64_t end = std::min(count, count - shift);
    for (int64_t c = begin; c < end; ++c)
      (*sums)[static_cast<size_t>(c)] += x[static_cast<size_t>(c + shift)];
  }
}

/// norm as defined, and its power.
void Normalize(const LrnProblem& p, const Row& x, Row* squares, Row* norm, Row* power) {
  for (size_t c = 0; c < x.size(); ++c) (*squares)[c] = x[c] * x[c];
  SumAround(*squares, p.radius, norm);
  for (float& n : *norm) n = p.bias + p.alpha * n;
  if (p.beta == 0.5F) {
    for (size_t c = 0; c < x.size(); ++c) (*power)[c] = 1 / std::sqrt((*norm)[c]);
  } else {
    for (size_t c = 0; c < x.size(); ++c) (*power)[c] = std::pow((*norm)[c], -p.beta);
  }
}

int64_t CostOfRow(const LrnProblem& p) { return p.channels * (20 + std::min(2 * p.radius, p.channels)); }

}  // namespace

void Lrn(Exec& exec, const LrnProblem& p, const void* in, void* out) {
  OnlyWay(exec, "reference/lrn");
  const Rows rows(p);
  ParallelFor(exec, p.rows, CostOfRow(p), [&](int64_t begin, int64_t end) {
    const auto channels = static_cast<size_t>(p.channels);
    Row x(channels), squares(channels), norm(channels), power(channels);
    for (int64_t row = begin; row < end; ++row) {
      rows.Read(in, row, &x);
      Normalize(p, x, &squares, &norm, &power);
      for (size_t c = 0; c < channels; ++c) x[c] *= power[c];
      rows.Write(x, out, row);
    }
  });
}

void LrnGrad(Exec& exec, const LrnProblem& p, const void* out_grad, const void* in, const void* out,
             void* in_grad) {
  OnlyWay(exec, "reference/lrn-grad");
  const Rows rows(p);
  const float factor = -2 * p.alpha * p.beta;
  ParallelFor(exec, p.rows, 2 * CostOfRow(p), [&](int64_t begin, int64_t end) {
    const auto channels = static_cast<size_t>(p.channels);
    Row grad(channels), x(channels), y(channels), norm(channels), power(channels), sums(channels);
    for (int64_t row = begin; row < end; ++row) {
      rows.Read(out_grad, row, &grad);
      rows.Read(in, row, &x);
      Normalize(p, x, &sums, &norm, &power);
      rows.Read(out, row, &y);
      for (size_t c = 0; c < channels; ++c) y[c] *= grad[c] / norm[c];
      SumAround(y, p.radius, &sums);
      for (size_t c = 0; c < channels; ++c) x[c] = grad[c] * power[c] + factor * x[c] * sums[c];
      rows.Write(x, in_grad, row);
    }
  });
}

}  // namespace voxgrad
