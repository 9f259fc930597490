// Rows of a tensor whose inner size is 1, as many at once as a vector has lanes: the same row of neighbours
// along the outer axis. Turned on the way in and out, they look like one row with that many inner elements,
// so that everything between works in whole vectors, however short the rows are. Included once for each
// instruction set.
#if defined(VOXGRAD_KERNELS_CPU_PLANAR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CPU_PLANAR_INL_H_
#undef VOXGRAD_KERNELS_CPU_PLANAR_INL_H_
#else
#define VOXGRAD_KERNELS_CPU_PLANAR_INL_H_
#endif

#include <algorithm>

#include "kernels/cpu/gather.h"
#include "kernels/cpu/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// Numbers of a 16-byte block.
template <class D>
constexpr int64_t kBlock = 16 / sizeof(hn::TFromD<D>);

/// One vector of cells [at, at + kBlock) of the rows i, i + kBlock, i + 2·kBlock, …, `base` being the number
/// of the first block. Rows past the last are read as the last; cells past the end are 0.
template <int64_t Block, class DStored>
HWY_INLINE hn::Vec<DStored> LoadBlocks(DStored d, const hn::TFromD<DStored>* from, PlanarShape rows,
                                       int64_t at, int64_t i, int64_t base) {
  if constexpr (hn::MaxLanes(DStored()) == static_cast<size_t>(Block)) {
    const auto* piece = from + std::min(base * Block + i, rows.count - 1) * rows.pitch + at;
    if (rows.cells >= Block) return hn::LoadU(d, piece);
    return LoadFirst(d, piece, static_cast<size_t>(rows.cells));
  } else {
    const hn::Half<DStored> half;
    const auto blocks = static_cast<int64_t>(hn::Lanes(half)) / Block;
    return hn::Combine(d, LoadBlocks<Block>(half, from, rows, at, i, base + blocks),
                       LoadBlocks<Block>(half, from, rows, at, i, base));
  }
}

/// Turns the blocks of kBlock vectors: number k of block b of vector i becomes number i of block b of vector
/// k.
template <class D, class V>
HWY_INLINE void TurnBlocks(D d, V& v0, V& v1, V& v2, V& v3) {
  if constexpr (kBlock<D> == 2) {
    const V low = hn::InterleaveLower(d, v0, v1);
    v1 = hn::InterleaveUpper(d, v0, v1);
    v0 = low;
  } else {
    const hn::Repartition<uint64_t, D> pairs;
    const auto low01 = hn::BitCast(pairs, hn::InterleaveLower(d, v0, v1));
    const auto low23 = hn::BitCast(pairs, hn::InterleaveLower(d, v2, v3));
    const auto high01 = hn::BitCast(pairs, hn::InterleaveUpper(d, v0, v1));
    const auto high23 = hn::BitCast(pairs, hn::InterleaveUpper(d, v2, v3));
    v0 = hn::BitCast(d, hn::InterleaveLower(pairs, low01, low23));
    v1 = hn::BitCast(d, hn::InterleaveUpper(pairs, low01, low23));
    v2 = hn::BitCast(d, hn::InterleaveLower(pairs, high01, high23));
    v3 = hn::BitCast(d, hn::InterleaveUpper(pairs, high01, high23));
  }
}

/// to[cell · lanes + row] = value of that cell of that row, where `load(i, at)` gives the vector of blocks as
/// above.
template <class D, class Load>
HWY_INLINE void TurnIn(D d, PlanarShape rows, hn::TFromD<D>* HWY_RESTRICT to, const Load& load) {
  constexpr int64_t block = kBlock<D>;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t next = 0; next < rows.cells; next += block) {
    // The last block may lie over the one before.
    const int64_t at = std::max<int64_t>(0, std::min(next, rows.cells - block));
    auto v0 = load(0, at), v1 = load(1, at), v2 = v0, v3 = v1;
    if constexpr (block == 4) {
      v2 = load(2, at);
      v3 = load(3, at);
    }
    TurnBlocks(d, v0, v1, v2, v3);
    hn::StoreU(v0, d, to + at * lanes);
    hn::StoreU(v1, d, to + (at + 1) * lanes);
    if constexpr (block == 4) {
      hn::StoreU(v2, d, to + (at + 2) * lanes);
      hn::StoreU(v3, d, to + (at + 3) * lanes);
    }
  }
}

/// The way back: rows of `to` from a row of whole vectors; `narrow(v)` is the vector as it is stored.
template <class S, class D, class Narrow>
HWY_INLINE void TurnOut(D d, const hn::TFromD<D>* HWY_RESTRICT from, PlanarShape rows, S* to,
                        const Narrow& narrow) {
  constexpr int64_t block = kBlock<D>;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const int64_t width = std::min(block, rows.cells);
  S blocks[hn::MaxLanes(D())];
  const auto write = [&](auto v, int64_t i, int64_t at) HWY_ATTR {
    hn::StoreU(narrow(v), hn::Rebind<S, D>(), blocks);
    for (int64_t b = 0; b * block < lanes && b * block + i < rows.count; ++b) {
      S* piece = to + (b * block + i) * rows.pitch + at;
      if (width == block) {
        std::memcpy(piece, blocks + b * block, sizeof(S) * block);
      } else {
        std::copy_n(blocks + b * block, width, piece);
      }
    }
  };
  for (int64_t next = 0; next < rows.cells; next += block) {
    const int64_t at = std::max<int64_t>(0, std::min(next, rows.cells - block));
    auto v0 = hn::LoadU(d, from + at * lanes), v1 = hn::LoadU(d, from + (at + 1) * lanes), v2 = v0, v3 = v1;
    if constexpr (block == 4) {
      v2 = hn::LoadU(d, from + (at + 2) * lanes);
      v3 = hn::LoadU(d, from + (at + 3) * lanes);
    }
    TurnBlocks(d, v0, v1, v2, v3);
    write(v0, 0, at);
    write(v1, 1, at);
    if constexpr (block == 4) {
      write(v2, 2, at);
      write(v3, 3, at);
    }
  }
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CPU_PLANAR_INL_H_
