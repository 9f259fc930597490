// How a product of matrices is cut, and what of it is copied. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_MATMUL_PLAN_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_MATMUL_PLAN_INL_H_
#undef VOXGRAD_KERNELS_MATMUL_PLAN_INL_H_
#else
#define VOXGRAD_KERNELS_MATMUL_PLAN_INL_H_
#endif

#include <algorithm>

#include "core/rounding.h"
#include "kernels/matmul/matmul.h"
#include "kernels/matmul/pack-inl.h"
#include "kernels/products/tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

inline constexpr int64_t kMostPieceColumns = 512;

/// What is computed is rows × columns: the result or, `swapped`, its transpose. T is the type in memory; E is
/// what tiles multiply, numbers of the type that is summed or pairs of bfloat16.
template <class T, class E>
struct MatrixPlan {
  using A = SumOf<T>;
  static constexpr int64_t kPart = 512;  // elements of the depth: rows and panels stay in the second cache
  // AMX reads both several times as fast: a panel stays in the first.
  static constexpr int64_t kAmxPart = 256;
  static constexpr int64_t kPanelBytes = 16 << 20;  // of all panels at a time
  static constexpr bool kAsStored = std::is_same_v<T, E>;

  MatrixPlan(MatMulProblem p, bool by_amx)
      : part(by_amx ? kAmxPart : kPart), tile_rows(by_amx ? kAmxTileRows : kTileRows) {
    // A result of a few columns is computed as rows; and where turning it is less than turning operands.
    swapped =
        (p.columns < lanes() && p.columns < p.rows) ||
        (p.transpose_a && p.transpose_b && p.columns <= unit() && std::max(p.rows, p.columns) <= p.depth);
    if (swapped) p = {p.columns, p.rows, p.depth, !p.transpose_b, !p.transpose_a, p.type};
    rows = p.rows;
    columns = p.columns;
    depth = p.depth;
    elements = ElementsOf<E>(depth);
    amx_step = by_amx ? AmxStep(elements) : 0;
    // A vector lies the same way, transposed or not: along the depth.
    turned_a = p.transpose_a && rows > 1 && depth > 1;
    turned_b = columns == 1 || (p.transpose_b && depth > 1);
    copies_a = turned_a ? !ColumnsStandReady() : !RowsStandReady();
    CutRows();
    CutDepth();
    CutColumns();
    // Rows of a large matrix lie far apart: then a copy pays off, when it is used often.
    in_place = kAsStored && !turned_b && (row_piece == rows || columns <= unit());
    packs = !in_place && row_piece < rows;
  }

  static int64_t lanes() { return static_cast<int64_t>(hn::Lanes(hn::ScalableTag<A>())); }
  static int64_t unit() { return kTileVectors * lanes(); }  // columns of a panel
  static int64_t PanelRow(int64_t count) { return RoundUp(count, lanes()); }

  int64_t row_pieces() const { return CeilDiv(rows, row_piece); }
  int64_t column_pieces() const { return CeilDiv(columns, column_piece); }
  int64_t chunks() const { return CeilDiv(elements, chunk); }

  /// Of so many products, for ParallelFor.
  static int64_t Cost(int64_t products) { return products / 16 + 1; }
  int64_t cost() const { return Cost(rows * columns * elements); }

  /// Elements between rows in a copy of a part: no two of a tile in the same set of the first cache.
  int64_t copied_row() const {
    constexpr int64_t kLine = 64 / int64_t{sizeof(E)};
    return RoundUp(std::min(part, elements), amx_step > 0 ? kLine : 1) + kLine;
  }
  int64_t copied_rows_size() const { return copies_a ? row_piece * copied_row() : 0; }
  int64_t copied_panel_size() const {
    return packs || (in_place && columns % lanes() == 0) ? 0 : std::min(part, elements) * unit();
  }

  /// Of the sums of a piece that are not in the result.
  int64_t sums_size() const {
    if (!TilesWriteResults() || swapped) return row_piece * column_piece;
    return columns % lanes() == 0 ? 0 : row_piece * unit();
  }

  /// What tiles store can be the result: numbers of the type that is summed, or of pairs' sums, if they are
  /// complete when they are stored for the first time, rounded ones.
  static constexpr bool kSumsAreResults = std::is_same_v<T, A> || std::is_same_v<E, BFloat16Pair>;
  bool TilesWriteResults() const { return kSumsAreResults && (std::is_same_v<T, A> || elements <= part); }

  /// From this column of a piece on sums are not the result where it stands.
  int64_t FirstApart(Range piece) const {
    if (!TilesWriteResults() || swapped || chunk < elements) return piece.begin;
    if (piece.count() % lanes() == 0) return piece.end;
    return piece.begin + (piece.count() - 1) / unit() * unit();
  }

  const int64_t part;       // elements of the depth that are summed at a time
  const int64_t tile_rows;  // of the largest tile
  int64_t amx_step;         // elements that AMX sums at a time, if it does
  bool swapped;
  int64_t rows, columns, depth;
  int64_t elements;         // of the depth
  bool turned_a, turned_b;  // neighbours in memory are not neighbours along the depth; they are
  bool copies_a;            // the left matrix is not read where it stands
  bool in_place;            // the right one is
  bool packs;               // or packed as a whole beforehand
  int64_t row_piece, column_piece, chunk;

 private:
  /// True if tiles may read the rows of the left matrix where they are. Rows a multiple of 4 KiB apart share
  /// a set of the first cache, which has fewer places than a tile rows: a copy is better if used often.
  bool RowsStandReady() const {
    const bool fits = sizeof(T) * kChannelsOf<E> == sizeof(E) && depth % kChannelsOf<E> == 0;
    const bool crowded = depth * int64_t{sizeof(T)} % 4096 == 0 && rows > 8;
    const bool whole = amx_step == 0 || columns <= 2 * unit() || AmxLoadsWhole(depth * int64_t{sizeof(T)});
    return fits && whole && !(crowded && columns > 2 * unit());
  }

  /// The same for a transposed one. Small tiles use a part of each cache line only and would ask for it again
  /// and again.
  bool ColumnsStandReady() const {
    constexpr bool kSmall = kTileRows * sizeof(T) < 48;
    return kAsStored && !(kSmall && depth > 64 && columns > 2 * unit());
  }

  void CutRows() {
    const int64_t piece = CeilDiv(100, tile_rows) * tile_rows;
    row_piece = rows;
    if (rows > 2 * piece) row_piece = RoundUp(CeilDiv(rows, CeilDiv(rows, piece)), tile_rows);
  }

  /// A deep product of few results is cut into chunks of the depth, whose sums are added in their order.
  void CutDepth() {
    constexpr int64_t kChunk = 8 * kPart, kMostChunks = 32, kMostResults = 1 << 16;  // parts of either size
    const bool few = row_piece == rows && rows * PanelRow(columns) <= kMostResults;
    chunk = elements;
    if (elements < 2 * kChunk || !(few || rows == 1)) return;
    // A row is summed without blocks: its chunks are small ones.
    chunk = rows == 1 ? kChunk : std::max(kChunk, RoundUp(CeilDiv(elements, kMostChunks), kPart));
  }

  /// Enough pieces for the threads of a large machine, if they are worth a hand-over.
  void CutColumns() {
    constexpr int64_t kPieces = 64, kWorth = 1 << 16;
    column_piece = RoundUp(columns, unit());
    if (chunk < elements && rows > 1) return;
    column_piece = std::min(column_piece, kMostPieceColumns);
    while (column_piece > unit() && elements * column_piece * int64_t{sizeof(E)} > kPanelBytes)
      column_piece = RoundUp(column_piece / 2, unit());
    while (column_piece > 2 * unit() && row_pieces() * column_pieces() < kPieces &&
           Cost(row_piece * column_piece * elements) > kWorth)
      column_piece = RoundUp(column_piece / 2, unit());
  }
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_MATMUL_PLAN_INL_H_
