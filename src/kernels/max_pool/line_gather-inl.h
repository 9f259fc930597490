// Planes of max pooling as lines: where the cells of windows stand, and which are there. Included once for
// each instruction set.
#if defined(VOXGRAD_KERNELS_MAX_POOL_LINE_GATHER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_MAX_POOL_LINE_GATHER_INL_H_
#undef VOXGRAD_KERNELS_MAX_POOL_LINE_GATHER_INL_H_
#else
#define VOXGRAD_KERNELS_MAX_POOL_LINE_GATHER_INL_H_
#endif

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "core/rounding.h"
#include "kernels/max_pool/grad_operands.h"
#include "kernels/max_pool/plane_winners-inl.h"
#include "kernels/simd/tile.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// What is the same for all tiles: some rows of some planes of one outer index.
template <class T>
struct LineGather : MaxGradOperands<T> {
  using L = KeyBits<T>;
  using Operands = MaxGradOperands<T>;
  using Operands::in, Operands::depth;

  LineGather(Exec& e, const PoolProblem& p, const T* values, const T* out_grads, T* in_grads)
      : Operands(e, p, /*is_planar=*/false, values, out_grads, in_grads), before(Operands::width.Tap(0, 0)) {
    TileCosts costs;
    costs.bytes_per_cell = sizeof(L) + sizeof(SumOf<T>) + 2;
    costs.cells = in.cells;
    costs.hot_rows = in.rows;  // as few elements as are worth reading: a plane is then long
    costs.fewest_inner = LinePart(sizeof(T));
    costs.warm_planes = depth.longest() + 2;
    costs.fewest_rows = 4 * (Operands::height.axis.window - 1);
    tiling = ChooseTiling(p, &Axis::in, costs);
    const int64_t bytes = p.in_cells() * int64_t{sizeof(T)}, part = tiling.inner.size * int64_t{sizeof(T)};
    stream = tiling.inner.size < p.inner ? WorthStreaming(bytes, std::gcd(part, p.inner * int64_t{sizeof(T)}))
                                         : WorthStreamingRows(bytes, tiling.rows.size, in.cells * part);
  }

  /// About nanoseconds.
  int64_t TileCost() const {
    return tiling.depths.size * tiling.rows.size * in.cells * tiling.inner.size / 2 + 1;
  }

  const int64_t before;  // cells of a window before the one that stands at its place
  bool stream;
  Tiling tiling;
};

/// Rows of memory and lines of a tile, which has `part` elements of each cell.
template <class T>
class LineCopies {
  using L = KeyBits<T>;
  using A = SumOf<T>;

 public:
  LineCopies(const LineGather<T>& gather, int64_t part) : g_(gather), part_(part) {}

  /// The tile has all elements of its cells: the rows of memory are lines.
  bool are_rows() const { return part_ == g_.cell; }

  void ReadKeys(const T* from, int64_t rows, L* to) const {
    ForEachRun(from, rows,
               [&](const T* run, int64_t at, int64_t count) HWY_ATTR { KeysOfRun(run, count, to + at); });
  }
  void ReadNumbers(const T* from, int64_t rows, A* to) const {
    ForEachRun(from, rows,
               [&](const T* run, int64_t at, int64_t count) HWY_ATTR { NumbersOfRun(run, count, to + at); });
  }
  void Write(const StoredAs<T>* from, int64_t rows, StoredAs<T>* to) const {
    ForEachRun(to, rows, [&](StoredAs<T>* run, int64_t at, int64_t count) HWY_ATTR {
      WriteRun(from + at, count, run, g_.stream);
    });
  }

  /// Fetches some rows while a plane of as many is computed.
  FetchRuns Fetch(const T* first, int64_t rows) const {
    const int64_t cells = rows * g_.in.cells, runs = are_rows() ? 1 : cells;
    const auto lanes = static_cast<int64_t>(hn::Lanes(hn::ScalableTag<L>()));
    return {first, cells / runs * part_ * int64_t{sizeof(T)}, g_.cell * int64_t{sizeof(T)}, runs,
            CeilDiv(cells * part_, lanes)};
  }

 private:
  /// Calls f with each run of memory that is one of the lines too, and where it begins there.
  template <class U, class F>
  void ForEachRun(U* rows, int64_t count, const F& f) const {
    const int64_t size = count * g_.in.cells * part_;
    if (are_rows()) return f(rows, 0, size);
    constexpr int64_t kAhead = 16;  // cells
    for (int64_t at = 0; at < size; at += part_, rows += g_.cell) {
      if constexpr (std::is_const_v<U>) PrefetchRow(rows + kAhead * g_.cell, part_);
      f(rows, at, part_);
    }
  }

  const LineGather<T>& g_;
  const int64_t part_;
};

/// Which cells of windows along width are there, in a plane of some rows: those that a tap would take from
/// the row before or behind are not.
template <class T>
class ColumnMasks {
  using L = KeyBits<T>;

 public:
  ColumnMasks(const LineGather<T>& gather, int64_t cell, int64_t rows) {
    constexpr int64_t kBytes = SomeCellKeys<L>::kMaskBytes;
    const auto lanes = static_cast<int64_t>(hn::Lanes(hn::ScalableTag<L>()));
    const int64_t row = gather.in.cells * cell, size = rows * row;
    for (int64_t t = 0; t < gather.width.axis.window; ++t) {
      auto& mask = masks_.emplace_back();
      if (t == gather.before) continue;
      mask.assign(static_cast<size_t>(CeilDiv(size, lanes) * kBytes), 0xff);
      const int64_t missing = std::min(std::abs(t - gather.before) * cell, row);
      for (int64_t first = t < gather.before ? 0 : row - missing; first < size; first += row) {
        for (int64_t j = first; j < first + missing; ++j) {
          const int64_t bit = j % lanes;
          mask[static_cast<size_t>(j / lanes * kBytes + bit / 8)] &= static_cast<uint8_t>(~(1 << bit % 8));
        }
      }
    }
  }

  /// As SomeCellKeys takes them: null for the cell at the window's own place, which is always there.
  const uint8_t* of(int64_t tap) const {
    const auto& mask = masks_[static_cast<size_t>(tap)];
    return mask.empty() ? nullptr : mask.data();
  }

 private:
  std::vector<std::vector<uint8_t>> masks_;
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_MAX_POOL_LINE_GATHER_INL_H_
