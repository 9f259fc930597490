// Rows in and out of the kernels' own memory, for every type. These are the only loops of max pooling that
// know the type in memory; everything between is compiled once for each width of a lane. Included once for
// each instruction set.
#if defined(VOXGRAD_KERNELS_POOL_ROW_IO_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_POOL_ROW_IO_INL_H_
#undef VOXGRAD_KERNELS_POOL_ROW_IO_INL_H_
#else
#define VOXGRAD_KERNELS_POOL_ROW_IO_INL_H_
#endif

#include <hwy/cache_control.h>

#include "kernels/pool/planar-inl.h"
#include "kernels/simd/emit-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// Asks for a row that will be read soon: the hardware does not foresee jumps.
template <class T>
HWY_INLINE void PrefetchRow(const T* from, int64_t count) {
  for (int64_t j = 0; j < count; j += 64 / static_cast<int64_t>(sizeof(T))) hwy::Prefetch(from + j);
}

/// to[j] = convert(stored vector)'s lanes, for a row that lies in one piece or in runs. Writes whole vectors.
template <class S, class D, class Convert>
void ReadRow(D d, const S* from, RowShape shape, hn::TFromD<D>* HWY_RESTRICT to, const Convert& convert) {
  const hn::Rebind<S, D> stored;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  constexpr int64_t kAhead = 8;
  for (int64_t run = 0; run < shape.runs; ++run, from += shape.pitch, to += shape.length) {
    if (shape.runs > 1) PrefetchRow(from + kAhead * shape.pitch, shape.length);
    int64_t j = 0;
    for (; j + lanes <= shape.length; j += lanes) hn::StoreU(convert(hn::LoadU(stored, from + j)), d, to + j);
    if (j == shape.length) continue;
    hn::StoreU(convert(LoadFirst(stored, from + j, static_cast<size_t>(shape.length - j))), d, to + j);
  }
}

/// The same for planar rows.
template <class S, class D, class Convert>
void ReadRow(D d, const S* from, PlanarShape shape, hn::TFromD<D>* HWY_RESTRICT to, const Convert& convert) {
  const hn::Rebind<S, D> stored;
  AskAhead(from, shape);
  const PlanarStarts<D> starts(shape);
  TurnIn(d, shape, IsCrowded<S>(shape), to, [&](const auto& at, auto& v) HWY_ATTR {
    ForEachBlocks<kBlock<D>>(at, v, [&](int64_t i, int64_t cell, auto& block) HWY_ATTR {
      block = convert(LoadBlocks<kBlock<D>>(stored, from + cell, starts.row + i, starts.cells));
    });
  });
}

/// Reads the row of `side` at a depth and height into a row of lanes. Writes whole vectors.
template <class L>
using RowReader = void (*)(const void* from, const RowPlaces& side, const Tile& tile, int64_t depth,
                           int64_t row, L* to);

/// Writes such a row, past the caches if asked to.
template <class L>
using RowWriter = void (*)(const L* from, const RowPlaces& side, const Tile& tile, int64_t depth, int64_t row,
                           bool stream, void* to);

/// Numbers of type T as sums of T are kept.
template <class T>
void ReadNumbers(const void* from, const RowPlaces& side, const Tile& tile, int64_t depth, int64_t row,
                 SumOf<T>* to) {
  const hn::ScalableTag<SumOf<T>> d;
  const auto* first = Stored(static_cast<const T*>(from) + side.At(tile, depth, row));
  const auto widen = [&](auto stored) HWY_ATTR { return Widen<T>(d, stored); };
  if (side.planar) return ReadRow(d, first, side.Planar(tile), to, widen);
  ReadRow(d, first, side.Shape(tile.inner.count()), to, widen);
}

template <class T>
void WriteNumbers(const SumOf<T>* from, const RowPlaces& side, const Tile& tile, int64_t depth, int64_t row,
                  bool stream, void* to) {
  const hn::ScalableTag<SumOf<T>> d;
  T* first = static_cast<T*>(to) + side.At(tile, depth, row);
  if (side.planar) {
    TurnOut(d, from, side.Planar(tile), Stored(first), [&](auto v) HWY_ATTR { return Narrow<T>(d, v); });
  } else {
    EmitRow(d, first, side.Shape(tile.inner.count()), stream,
            [&](int64_t j) HWY_ATTR { return hn::LoadU(d, from + j); });
  }
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_POOL_ROW_IO_INL_H_
