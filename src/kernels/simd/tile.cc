#include "kernels/simd/tile.h"

#include <algorithm>
#include <fstream>

#include "core/rounding.h"

namespace voxgrad::cpu {
namespace {

constexpr int64_t kMostKept = 8 << 20;  // of a tile's planes that do not fit the second cache
constexpr int64_t kLine = 32;           // elements of a cache line, of two for float

Caches& Current() {
  static Caches caches;
  return caches;
}

/// `total` in about equal parts of at most `most`.
int64_t EvenPart(int64_t total, int64_t most) {
  most = std::clamp<int64_t>(most, 1, std::max<int64_t>(total, 1));
  const int64_t parts = std::max<int64_t>(1, CeilDiv(total, most));
  return std::max<int64_t>(1, CeilDiv(total, parts));
}

/// Cells of a tile. Problems of a few tiles are cut smaller: their threads wait awake.
int64_t TileCells(const PoolProblem& p, int64_t total) {
  constexpr int64_t kTiles = 4, kSmallest = 8;  // tiles of a small problem, and what its tiles are smaller by
  const int64_t most = TileCaches().tile_cells, other = std::max(p.in_cells(), p.out_cells());
  const int64_t read = other / std::max<int64_t>(1, total);  // for each cell
  const int64_t fewest = most / kSmallest / std::max<int64_t>(1, read);
  return std::clamp(total / kTiles, std::min(fewest, most), most);
}

}  // namespace

/// Of the first processor; what is common where the system does not say.
int64_t Caches::LastBytes() {
  int64_t kilobytes = 32 << 10;
  std::ifstream("/sys/devices/system/cpu/cpu0/cache/index3/size") >> kilobytes;
  return kilobytes << 10;
}

const Caches& TileCaches() { return Current(); }

WithCaches::WithCaches(const Caches& caches) : before_(Current()) { Current() = caches; }
WithCaches::~WithCaches() { Current() = before_; }

Tiling ChooseTiling(const PoolProblem& p, Extent Axis::* side, const TileCosts& costs) {
  Tiling t;
  const Caches& caches = TileCaches();
  const bool planar = costs.planar_lanes > 0;
  t.outer = planar ? 1 : p.outer;
  const int64_t depths = (p.axis[0].*side).size, rows = (p.axis[1].*side).size,
                cells = (p.axis[2].*side).size;
  const int64_t tile_cells = TileCells(p, p.outer * depths * rows * cells * p.inner);

  // Inner elements: whole cache lines of them, so that the rows in use fit the first cache.
  const int64_t row = std::max<int64_t>(1, costs.bytes_per_cell * costs.cells * costs.hot_rows);
  const int64_t part = EvenPart(p.inner, std::max(costs.fewest_inner, caches.first / row));
  t.inner = {p.inner, part == p.inner ? part : RoundUp(part, kLine)};
  if (planar) t.inner = {p.outer, costs.planar_lanes};

  // Rows: so that the planes kept fit the second cache.
  const int64_t kept = std::max<int64_t>(
      1, costs.bytes_per_cell * costs.cells * t.inner.size * costs.warm_planes * costs.rows_per_result);
  const int64_t row_cells = std::max<int64_t>(1, cells * t.inner.size);
  const int64_t enough = std::min(costs.fewest_rows, kMostKept / kept);
  t.rows = {rows, EvenPart(rows, std::min(std::max(caches.second / kept, enough),
                                          std::max<int64_t>(1, tile_cells / row_cells)))};

  // Depths: enough for a tile to be worth it, and for the planes read at both ends of it not to matter.
  const int64_t wanted =
      std::max(tile_cells / (row_cells * t.rows.size), caches.tile_depths * (costs.warm_planes - 1));
  t.depths = {depths, EvenPart(depths, wanted)};
  return t;
}

bool WorthStreaming(int64_t bytes, int64_t run_bytes) {
  constexpr int64_t kCacheLine = 64, kLongRun = 64 * kCacheLine;
  return bytes >= TileCaches().shared && (run_bytes % kCacheLine == 0 || run_bytes >= kLongRun);
}

bool WorthStreamingRows(int64_t bytes, int64_t rows, int64_t row_bytes) {
  constexpr int64_t kLongRun = 1024;  // many lines that are written whole to one that is not
  const int64_t run = rows * row_bytes;
  return WorthStreaming(bytes, run < kLongRun ? run : run / 64 * 64);
}

bool WorthStreamingFill(int64_t bytes, int64_t read_bytes, int64_t run_bytes) {
  return bytes + read_bytes >= TileCaches().whole_shared / 8 * 7 && WorthStreaming(bytes, run_bytes);
}

}  // namespace voxgrad::cpu
