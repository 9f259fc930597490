#include "kernels/array/one_hot.h"

#include <cstring>

#include "core/parallel.h"
#include "kernels/array/copy_box.h"
#include "kernels/list.h"

namespace voxgrad {

void OneHot(Exec& exec, const OneHotProblem& p, absl::Span<const int64_t> indices, const void* on,
            const void* off, void* out) {
  OnlyWay(exec, "reference/one-hot");
  CopyBox(exec, {{p.outer * p.depth * p.inner, 0, p.bytes}}, off, out, p.bytes);
  ParallelFor(exec, p.outer * p.inner, 4, [&](int64_t begin, int64_t end) {
    for (int64_t at = begin; at < end; ++at) {
      const int64_t d = indices[static_cast<size_t>(at)];
      if (d < 0 || d >= p.depth) continue;
      const int64_t place = (at / p.inner * p.depth + d) * p.inner + at % p.inner;
      std::memcpy(static_cast<char*>(out) + place * p.bytes, on, static_cast<size_t>(p.bytes));
    }
  });
}

}  // namespace voxgrad
