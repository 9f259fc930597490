// Rows of a tensor whose inner size is 1, as many at once as a vector has lanes: the same row of neighbours
// along the outer axis. Turned on the way in and out, they look like one row with that many inner elements,
// so that everything between works in whole vectors, however short the rows are. Included once for each
// instruction set.
#if defined(VOXGRAD_KERNELS_POOL_PLANAR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_POOL_PLANAR_INL_H_
#undef VOXGRAD_KERNELS_POOL_PLANAR_INL_H_
#else
#define VOXGRAD_KERNELS_POOL_PLANAR_INL_H_
#endif

#include <algorithm>

#include "kernels/pool/gather.h"
#include "kernels/simd/blocks-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// Where as many rows as D has lanes start, from the first of them on. Rows past the last are read as the
/// last.
template <class D>
struct PlanarStarts {
  explicit PlanarStarts(PlanarShape rows) : cells(rows.cells) {
    for (int64_t i = 0; i < static_cast<int64_t>(hn::Lanes(D())); ++i)
      row[i] = std::min(i, rows.count - 1) * rows.pitch;
  }
  int64_t row[hn::MaxLanes(D())];
  int64_t cells;
};

/// One vector of cells [at, at + kBlock) of the rows row[0], row[kBlock], row[2·kBlock], … Cells past the end
/// are 0.
template <int64_t Block, class DStored>
HWY_INLINE hn::Vec<DStored> LoadBlocks(DStored d, const hn::TFromD<DStored>* from, const int64_t* row,
                                       int64_t cells) {
  if constexpr (hn::MaxLanes(DStored()) == static_cast<size_t>(Block)) {
    if (cells >= Block) return hn::LoadU(d, from + row[0]);
    return LoadFirst(d, from + row[0], static_cast<size_t>(cells));
  } else {
    const hn::Half<DStored> half;
    return hn::Combine(d, LoadBlocks<Block>(half, from, row + hn::Lanes(half), cells),
                       LoadBlocks<Block>(half, from, row, cells));
  }
}

constexpr int64_t kRowsAhead = 2;  // rows of a plane are asked for

/// Asks for rows that will be read soon: so many places at once are more than the hardware foresees.
template <class S>
HWY_INLINE void AskAhead(const S* from, PlanarShape rows) {
  for (int64_t i = 0; i < rows.count; ++i) {
    const S* ahead = from + i * rows.pitch + kRowsAhead * rows.cells;
    for (int64_t j = 0; j < rows.cells; j += 64 / static_cast<int64_t>(sizeof(S)))
      __builtin_prefetch(ahead + j, 0, 2);  // into the second cache: the first is in use
  }
}

/// Blocks of a row that are worked on together where the cache is crowded: a line of float.
constexpr int64_t kLineBlocks = 4;

/// True when rows of neighbours lie so that they compete for the same few places of the first cache, as those
/// of planes of 32 x 32 do: then what is in a line has to be done at once. Elsewhere one block of every row
/// after the other is faster, more lines being on their way at the same time.
template <class S>
bool IsCrowded(PlanarShape rows) {
  constexpr int64_t kWay = 2048;  // half of what a way of the cache holds
  const int64_t past = rows.pitch * static_cast<int64_t>(sizeof(S)) % kWay;
  return std::min(past, kWay - past) <= 8;
}

/// The first cell of each block of a group that starts at `next`: the last block may lie over the one before.
template <int64_t kBlocks, int64_t kCells>
HWY_INLINE void BlockStarts(int64_t next, int64_t cells, int64_t* at) {
  for (int64_t g = 0; g < kBlocks; ++g) {
    at[g] = std::max<int64_t>(0, std::min(next + g * kCells, cells - kCells));
  }
}

/// Calls f(std::integral_constant<int64_t, n>(), first cell) for single blocks, or for groups of kLineBlocks
/// of them as long as there are so many.
template <int64_t kCells, class F>
HWY_INLINE void ForBlockGroups(int64_t cells, bool crowded, const F& f) {
  int64_t next = 0;
  if (crowded) {
    for (; next + (kLineBlocks - 1) * kCells < cells; next += kLineBlocks * kCells)
      f(std::integral_constant<int64_t, kLineBlocks>(), next);
  }
  for (; next < cells; next += kCells) f(std::integral_constant<int64_t, 1>(), next);
}

/// Calls f(i, at[g], v[i][g]) for the vectors of a group of blocks.
template <int64_t Block, class V, size_t kBlocks, class F>
HWY_INLINE void ForEachBlocks(const int64_t (&at)[kBlocks], V (&v)[4][kBlocks], const F& f) {
#pragma GCC unroll 4
  for (int64_t i = 0; i < Block; ++i) {
#pragma GCC unroll 4
    for (size_t g = 0; g < kBlocks; ++g) f(i, at[g], v[i][g]);
  }
}

/// to[cell · lanes + row] = value of that cell of that row, where `fill(at, v)` puts into v[i][g] the vector
/// of blocks as above of the rows i, i + kBlock, … from cell at[g] on, and `crowded` says that IsCrowded
/// holds for where they lie.
template <class D, class Fill>
HWY_INLINE void TurnIn(D d, PlanarShape rows, bool crowded, hn::TFromD<D>* HWY_RESTRICT to,
                       const Fill& fill) {
  constexpr int64_t block = kBlock<D>;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  ForBlockGroups<block>(rows.cells, crowded, [&](auto group, int64_t next) HWY_ATTR {
    constexpr int64_t blocks = decltype(group)::value;
    int64_t at[blocks];
    BlockStarts<blocks, block>(next, rows.cells, at);
    hn::Vec<D> v[4][blocks];
    fill(at, v);
#pragma GCC unroll 4
    for (int64_t g = 0; g < blocks; ++g) {
#pragma GCC unroll 2
      for (int64_t i = block; i < 4; ++i) v[i][g] = v[i - block][g];
      TurnBlocks(d, v[0][g], v[1][g], v[2][g], v[3][g]);
#pragma GCC unroll 4
      for (int64_t i = 0; i < block; ++i) hn::StoreU(v[i][g], d, to + (at[g] + i) * lanes);
    }
  });
}

/// The way back: rows of `to` from a row of whole vectors; `narrow(v)` is the vector as it is stored.
template <class S, class D, class Narrow>
HWY_INLINE void TurnOut(D d, const hn::TFromD<D>* HWY_RESTRICT from, PlanarShape rows, S* to,
                        const Narrow& narrow) {
  constexpr int64_t block = kBlock<D>;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const int64_t width = std::min(block, rows.cells);
  const bool whole = width == block && rows.count == lanes;
  const auto write = [&](auto v, int64_t i, int64_t at) HWY_ATTR {
    if (HWY_LIKELY(whole)) {
      StoreBlocks<block>(hn::Rebind<S, D>(), narrow(v), to + i * rows.pitch + at, block * rows.pitch);
      return;
    }
    S blocks[hn::MaxLanes(D())];
    hn::StoreU(narrow(v), hn::Rebind<S, D>(), blocks);
    for (int64_t b = 0; b * block < lanes && b * block + i < rows.count; ++b)
      std::copy_n(blocks + b * block, width, to + (b * block + i) * rows.pitch + at);
  };
  ForBlockGroups<block>(rows.cells, IsCrowded<S>(rows), [&](auto group, int64_t next) HWY_ATTR {
    constexpr int64_t blocks = decltype(group)::value;
    int64_t at[blocks];
    BlockStarts<blocks, block>(next, rows.cells, at);
    hn::Vec<D> v[4][blocks];
#pragma GCC unroll 4
    for (int64_t g = 0; g < blocks; ++g) {
#pragma GCC unroll 4
      for (int64_t i = 0; i < 4; ++i) v[i][g] = hn::LoadU(d, from + (at[g] + i % block) * lanes);
      TurnBlocks(d, v[0][g], v[1][g], v[2][g], v[3][g]);
    }
#pragma GCC unroll 4
    for (int64_t i = 0; i < block; ++i) {
#pragma GCC unroll 4
      for (int64_t g = 0; g < blocks; ++g) write(v[i][g], i, at[g]);
    }
  });
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_POOL_PLANAR_INL_H_
