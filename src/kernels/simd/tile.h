// How a pooling problem is cut into pieces that fit the caches, and the memory that a piece works in.
#ifndef VOXGRAD_KERNELS_SIMD_TILE_H_
#define VOXGRAD_KERNELS_SIMD_TILE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/exec.h"
#include "kernels/problem.h"
#include "voxgrad/buffer.h"

namespace voxgrad::cpu {

/// A part of the side that is computed: depths and rows of one outer index, all columns, some of the inner
/// elements (or, see planar_lanes, some outer indices). Depths and rows are counted from the first that the
/// tensor holds.
struct Tile {
  int64_t outer = 0;
  Range depths, rows, inner;
};

/// Equal parts of [0, total), the last one smaller.
struct Parts {
  int64_t total = 0;
  int64_t size = 1;
  int64_t count() const { return total == 0 ? 0 : (total - 1) / size + 1; }
  Range at(int64_t i) const { return {i * size, std::min(total, (i + 1) * size)}; }
};

struct Tiling {
  int64_t outer = 1;
  Parts depths, rows, inner;

  int64_t count() const { return outer * depths.count() * rows.count() * inner.count(); }
  Tile at(int64_t i) const {
    Tile tile;
    tile.inner = inner.at(i % inner.count());
    i /= inner.count();
    tile.rows = rows.at(i % rows.count());
    i /= rows.count();
    tile.depths = depths.at(i % depths.count());
    tile.outer = i / depths.count();
    return tile;
  }
};

/// What tiles are cut for, in bytes: half of what the smallest of today's cores has; the other half is for
/// what streams through.
struct Caches {
  int64_t first = 24 << 10;
  int64_t second = 512 << 10;
  int64_t shared = 16 << 20;           // a larger result is not found there by who reads it
  int64_t whole_shared = LastBytes();  // as this machine has it
  int64_t tile_cells = 1 << 18;        // enough work to be worth a hand-over to a thread
  int64_t tile_depths = 4;             // for each plane that a tile reads besides
  int64_t shrunk = 1;                  // what convolutions keep has so many times less room

 private:
  static int64_t LastBytes();
};
const Caches& TileCaches();

/// The room for what is to stay in a cache, for a kernel that knows what it needs.
inline int64_t Room(int64_t bytes) { return bytes / TileCaches().shrunk; }

/// For tests, while no kernel runs: in small caches a small problem has many tiles, and its result goes past
/// them.
class WithCaches {
 public:
  explicit WithCaches(const Caches& caches);
  ~WithCaches();
  WithCaches(const WithCaches&) = delete;
  WithCaches& operator=(const WithCaches&) = delete;

 private:
  const Caches before_;
};

/// What a tile costs in memory, for the choice of its size.
struct TileCosts {
  int64_t bytes_per_cell = 4;  // of one row that is worked on, for one inner element
  int64_t cells = 1;           // of a row
  int64_t hot_rows = 1;        // rows touched for every result: they should stay in the first cache
  int64_t warm_planes =
      1;  // planes kept for the next depth: the tile's rows of them should stay in the second
  int64_t fewest_inner = 128;   // inner elements: shorter runs starve the prefetchers
  int64_t rows_per_result = 1;  // of a plane that is kept, for one row of the result
  int64_t fewest_rows = 1;      // of a tile: those around them, which it computes too, would cost more
  int64_t planar_lanes =
      0;  // if not 0: so many neighbours along the outer axis take the place of inner elements
};

/// Tiles of the side `side` of a problem. They follow from the problem alone.
Tiling ChooseTiling(const PoolProblem& p, Extent Axis::* side, const TileCosts& costs);

/// True for results that will not be found in a cache anyway, if they are written in runs of whole cache
/// lines or in long ones: lines that two runs share would go to memory and come back.
bool WorthStreaming(int64_t bytes, int64_t run_bytes);

/// The same for rows that follow each other: together they are worth what each alone is not.
bool WorthStreamingRows(int64_t bytes, int64_t rows, int64_t row_bytes);

/// WorthStreaming for a result that far less is read for: both together may fill the cache.
bool WorthStreamingFill(int64_t bytes, int64_t read_bytes, int64_t run_bytes);

/// Memory of a piece of work, handed out in parts that start on a cache line. std::bad_alloc when there is
/// none.
class Arena {
 public:
  Arena(Exec& exec, size_t bytes)
      : scratch_(exec.scratch()),
        block_(scratch_.Take(bytes)),
        next_(static_cast<std::byte*>(block_.memory->data())) {}
  ~Arena() { scratch_.Give(std::move(block_)); }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  template <class T>
  T* Take(size_t count) {
    T* part = reinterpret_cast<T*>(next_);
    next_ += Size<T>(count);
    return part;
  }
  template <class T>
  static size_t Size(size_t count) {
    return (count * sizeof(T) + kLine - 1) / kLine * kLine;
  }

 private:
  static constexpr size_t kLine = 64;
  Scratch& scratch_;
  Scratch::Block block_;
  std::byte* next_;
};

}  // namespace voxgrad::cpu

#endif  // VOXGRAD_KERNELS_SIMD_TILE_H_
