#include "kernels/norm/channel_loops.h"

#include "kernels/simd/float16.h"

namespace voxgrad {
namespace {

template <class T>
void SumRows(const ChannelRows& r, double* sum, double* product) {
  const T* p = static_cast<const T*>(r.p);
  const T* q = r.q == nullptr ? p : static_cast<const T*>(r.q);
  const double* q_origin = r.q == nullptr ? r.p_origin : r.q_origin;
  for (int64_t row = 0; row < r.rows; ++row, p += r.stride, q += r.stride) {
    for (int64_t j = 0; j < r.lanes; ++j) {
      const double from_origin = static_cast<double>(p[j]) - r.p_origin[j];
      sum[j] += from_origin;
      product[j] += from_origin * (static_cast<double>(q[j]) - q_origin[j]);
    }
  }
}

template <class T>
void WriteLines(const LineRuns& r) {
  using V = Computed<T>;
  const T* p = static_cast<const T*>(r.p);
  const T* q = static_cast<const T*>(r.q);
  T* out = static_cast<T*>(r.out);
  ForEachRun(r, [&](int64_t start, int64_t count, int64_t number) {
    const V* numbers[kLineParts];
    for (size_t part = 0; part < kLineParts; ++part)
      numbers[part] = static_cast<const V*>(r.line[part]) + number;
    for (int64_t i = start; i < start + count; ++i) {
      const int64_t j = r.each ? i - start : 0;
      V y = numbers[kPSlope][j] * (static_cast<V>(p[i]) - numbers[kPOrigin][j]) + numbers[kOffset][j];
      if (q != nullptr) y += numbers[kQSlope][j] * (static_cast<V>(q[i]) - numbers[kQOrigin][j]);
      out[i] = static_cast<T>(y);
    }
  });
}

}  // namespace

ChannelLoops PlainChannelLoops(DataType type) {
  return ResultFor<ChannelLoops>(FloatTypes(), type, [](auto tag) {
    using T = typename decltype(tag)::type;
    return ChannelLoops{SumRows<T>, WriteLines<T>};
  });
}

}  // namespace voxgrad
