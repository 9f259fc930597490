#include "kernels/array/gather.h"

#include <algorithm>
#include <cstring>

#include "core/parallel.h"
#include "kernels/list.h"

namespace voxgrad {
namespace {

/// kBytes is the size of a row where the compiler may know it, else 0.
template <size_t kBytes>
void PickRows(const GatherProblem& p, const int64_t* ids, int64_t count, const char* in, char* out) {
  const size_t bytes = kBytes > 0 ? kBytes : static_cast<size_t>(p.row_bytes);
  for (int64_t i = 0; i < count; ++i, out += bytes) {
    if (ids[i] >= 0 && ids[i] < p.rows) {
      std::memcpy(out, in + static_cast<size_t>(ids[i]) * bytes, bytes);
    } else {
      std::memset(out, 0, bytes);
    }
  }
}

void PickRows(const GatherProblem& p, const int64_t* ids, int64_t count, const char* in, char* out) {
  switch (p.row_bytes) {
    case 1:
      return PickRows<1>(p, ids, count, in, out);
    case 2:
      return PickRows<2>(p, ids, count, in, out);
    case 4:
      return PickRows<4>(p, ids, count, in, out);
    case 8:
      return PickRows<8>(p, ids, count, in, out);
    default:
      return PickRows<0>(p, ids, count, in, out);
  }
}

}  // namespace

void GatherRows(Exec& exec, const GatherProblem& p, absl::Span<const int64_t> ids, const void* in,
                void* out) {
  OnlyWay(exec, "cpu/gather-rows");
  if (p.row_bytes == 0) return;
  ParallelFor(exec, p.batch * p.outer * p.picks, 2 + p.row_bytes / 16, [&](int64_t begin, int64_t end) {
    for (int64_t at = begin; at < end;) {
      const int64_t block = at / p.picks;  // of one batch and outer place
      const int64_t first = at % p.picks;
      const int64_t count = std::min(end - at, p.picks - first);
      PickRows(p, ids.data() + block / p.outer * p.picks + first, count,
               static_cast<const char*>(in) + block * p.rows * p.row_bytes,
               static_cast<char*>(out) + at * p.row_bytes);
      at += count;
    }
  });
}

void StitchRows(absl::Span<const int64_t> ids, int64_t row_bytes, const void* in, void* out) {
  const auto* from = static_cast<const char*>(in);
  for (int64_t id : ids) {
    std::memcpy(static_cast<char*>(out) + id * row_bytes, from, static_cast<size_t>(row_bytes));
    from += row_bytes;
  }
}

}  // namespace voxgrad
