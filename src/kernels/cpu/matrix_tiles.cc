// Products of matrices, in the register tiles of the convolutions. The right matrix is read as panels of as
// many columns as a tile is wide, the left one row by row, each where it stands if that is fast. Every sum
// runs over the depth from its begin to its end, so pieces may be cut anywhere without a bit changing.
#include "kernels/cpu/matrix_tiles.h"

#include "kernels/cpu/conv_runs.h"
#include "kernels/cpu/tile.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/matrix_tiles.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/parallel.h"
#include "core/type_list.h"
#include "kernels/cpu/conv_tile-inl.h"
#include "kernels/cpu/emit-inl.h"
#include "kernels/cpu/matrix_pack-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {
namespace {

constexpr int64_t kPartElements = 512;  // of the depth: a tile's rows and a panel stay in the second cache
constexpr int64_t kFewTiles = 1;        // of rows: then a copy of the right matrix is not used often enough
constexpr int64_t kRowTiles = 8;        // of a piece
constexpr int64_t kMostColumns = 512;   // of a piece
constexpr int64_t kPanelBytes = 16 << 20;  // of all panels at a time
constexpr int64_t kProductsPerStep = 16;   // see ParallelFor
constexpr int64_t kPieces = 64;            // enough for the threads of a large machine

int64_t CeilDivide(int64_t a, int64_t b) { return (a + b - 1) / b; }
int64_t RoundUp(int64_t a, int64_t b) { return CeilDivide(a, b) * b; }

/// The rows that the next tile takes of those left: a tile for 14 rows is not worth it for up to 12.
int64_t RowsOfTile(int64_t left) { return std::min<int64_t>(left, left < kTileRows - 1 ? 8 : kTileRows); }

/// Rows of the left matrix as tiles read them: element k of row r of a tile is at its base + r·row + k·step;
/// tiles are `tile` apart.
template <class E>
struct TileRows {
  const E* base;
  int64_t row, step, tile;

  const E* At(int64_t r) const { return base + r / kTileRows * tile + r % kTileRows * row; }
};

/// Some columns of the right matrix, `step` from one element of the depth to the next.
template <class E>
struct Panel {
  const E* base;
  int64_t step;
};

/// E is what tiles multiply: numbers of the type that is summed, or pairs of bfloat16.
template <class T, class E>
class MatrixProduct {
  using A = SumOf<T>;
  using D = hn::ScalableTag<A>;
  static constexpr int64_t kChannels = kChannelsOf<E>;
  /// A tile's rows that were turned stand side by side, in whole vectors.
  static int64_t turned_row() { return RoundUp(kTileRows, lanes()); }

 public:
  explicit MatrixProduct(const MatMulProblem& p)
      : rows_(p.rows), columns_(p.columns), elements_(ElementsOf<E>(p.depth)), depth_(p.depth) {
    // A vector lies the same way, transposed or not.
    turned_a_ = p.transpose_a && p.rows > 1 && p.depth > 1;
    turned_b_ = p.transpose_b && p.columns > 1 && p.depth > 1;
    constexpr bool kAsStored = std::is_same_v<T, E>;
    const int64_t row_bytes = depth_ * int64_t{sizeof(T)};
    copy_a_ = turned_a_ ? !kAsStored || columns_ > 2 * unit()
                        : sizeof(T) * kChannels != sizeof(E) || depth_ % kChannels != 0 ||
                              (row_bytes % 1024 == 0 && rows_ > 4 && columns_ > 2 * unit());
    place_b_ = kAsStored && !turned_b_ && (rows_ <= kFewTiles * kTileRows || columns_ <= unit());
    part_ = place_b_ && columns_ > unit() ? 64 : kPartElements;
    row_piece_ = rows_ <= 2 * kRowTiles * kTileRows
                     ? rows_
                     : RoundUp(CeilDivide(rows_, CeilDivide(rows_, kRowTiles * kTileRows)), kTileRows);
    column_piece_ = RoundUp(std::min(columns_, kMostColumns), unit());
    while (column_piece_ > 4 * unit() && pieces() < kPieces && cost() / pieces() > 1 << 17)
      column_piece_ = RoundUp(column_piece_ / 2, unit());
    packs_ = !place_b_ && row_piece_ < rows_;
  }

  void Run(const MatMulBatch& batch) const {
    const auto one = [&](int64_t i) {
      const MatMulOperands operands = batch.at(i);
      RunOne(static_cast<const T*>(operands.a), static_cast<const T*>(operands.b),
             static_cast<T*>(operands.out));
    };
    constexpr int64_t kAlone = 1 << 20;  // costs that are a thread's own
    if (batch.count > 1 && cost() < kAlone) {
      ParallelFor(batch.count, cost(), [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) one(i);
      });
    } else {
      for (int64_t i = 0; i < batch.count; ++i) one(i);
    }
  }

 private:
  static int64_t lanes() { return static_cast<int64_t>(hn::Lanes(D())); }
  static int64_t unit() { return kTileVectors * lanes(); }  // columns of a panel

  int64_t cost() const { return rows_ * columns_ * elements_ / kProductsPerStep + 1; }
  int64_t column_pieces() const { return CeilDivide(columns_, column_piece_); }
  int64_t pieces() const { return CeilDivide(rows_, row_piece_) * column_pieces(); }

  /// What one product is made of.
  struct Operands {
    MatrixView<T> a, b;
    T* out;
  };

  /// Memory of one thread.
  struct Scratch {
    E* rows;
    E* panel;
    A* sums;
  };

  void RunOne(const T* a, const T* b, T* out) const {
    const Operands o = {{a, turned_a_ ? 1 : depth_, turned_a_ ? rows_ : 1, depth_},
                        {b, turned_b_ ? depth_ : 1, turned_b_ ? 1 : columns_, depth_},
                        out};
    if (!packs_) return RunPieces(o, {0, columns_}, nullptr);
    const int64_t panel = elements_ * unit();
    const int64_t piece_bytes = elements_ * column_piece_ * int64_t{sizeof(E)};
    const int64_t most = std::max<int64_t>(1, kPanelBytes / piece_bytes) * column_piece_;
    Arena arena(static_cast<size_t>(CeilDivide(std::min(columns_, most), unit()) * panel) * sizeof(E));
    E* panels = arena.Take<E>(0);
    for (int64_t first = 0; first < columns_; first += most) {
      const Range columns = {first, std::min(columns_, first + most)};
      ParallelFor(CeilDivide(columns.count(), unit()), panel, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const int64_t column = first + i * unit(), count = std::min(unit(), columns.end - column);
          PackAcross(o.b, column, count, {0, elements_}, panels + i * panel, RoundUp(count, lanes()));
        }
      });
      RunPieces(o, columns, panels);
    }
  }

  /// All rows of some columns, whose panels were packed if packs_.
  void RunPieces(const Operands& o, Range columns, const E* panels) const {
    const int64_t across = CeilDivide(columns.count(), column_piece_);
    const int64_t count = CeilDivide(rows_, row_piece_) * across;
    const int64_t cost = row_piece_ * column_piece_ * elements_ / kProductsPerStep;
    ParallelFor(count, std::max<int64_t>(1, cost), [&](int64_t begin, int64_t end) {
      const auto size = [](int64_t n) { return static_cast<size_t>(n); };
      const size_t rows = size(copy_a_ ? RoundUp(row_piece_, kTileRows) * copied_row() : 0);
      const size_t panel = size(packs_ ? 0 : std::min(part_, elements_) * unit());
      const size_t sums = size(row_piece_ * (std::is_same_v<T, A> ? unit() : column_piece_));
      Arena arena(Arena::Size<E>(rows) + Arena::Size<E>(panel) + Arena::Size<A>(sums));
      const Scratch scratch = {arena.Take<E>(rows), arena.Take<E>(panel), arena.Take<A>(sums)};
      for (int64_t i = begin; i < end; ++i) {
        const int64_t row = i / across * row_piece_, column = columns.begin + i % across * column_piece_;
        RunPiece(o, {row, std::min(rows_, row + row_piece_)},
                 {column, std::min(columns.end, column + column_piece_)},
                 packs_ ? panels + (column - columns.begin) * elements_ : nullptr, scratch);
      }
    });
  }

  /// Elements that a row takes in a copy of a part: no two of a tile in the same set of the first cache.
  int64_t copied_row() const {
    const int64_t part = std::min(part_, elements_);
    return turned_a_ ? CeilDivide(part * turned_row(), kTileRows) : part + 64 / int64_t{sizeof(E)};
  }

  /// From this column of a piece on sums are not the result where it stands.
  int64_t FirstApart(Range columns) const {
    if (!std::is_same_v<T, A>) return columns.begin;
    if (columns.count() % lanes() == 0) return columns.end;
    return columns.begin + (columns.count() - 1) / unit() * unit();
  }

  void RunPiece(const Operands& o, Range rows, Range columns, const E* panels, const Scratch& scratch) const {
    const int64_t apart = FirstApart(columns);
    const int64_t pitch = RoundUp(columns.end - apart, lanes());
    for (int64_t k = 0; k < elements_; k += part_) {
      const Range part = {k, std::min(elements_, k + part_)};
      const TileRows<E> source = RowsOf(o.a, rows, part, scratch.rows);
      for (int64_t c = columns.begin; c < columns.end; c += unit()) {
        const int64_t count = std::min(unit(), columns.end - c), row = RoundUp(count, lanes());
        const Panel<E> panel = panels != nullptr
                                   ? Panel<E>{panels + (c - columns.begin) * elements_ + k * row, row}
                                   : PanelOf(o.b, c, count, part, scratch.panel);
        const bool to_result = c < apart;
        AddProducts(
            source, panel, rows.count(), row / lanes(), part,
            to_result ? reinterpret_cast<A*>(o.out) + rows.begin * columns_ + c : scratch.sums + (c - apart),
            to_result ? columns_ : pitch);
      }
    }
    for (int64_t r = 0; r < rows.count() && apart < columns.end; ++r) {
      const A* sums = scratch.sums + r * pitch;
      Emit(D(), o.out + (rows.begin + r) * columns_ + apart, columns.end - apart, /*stream=*/false,
           [&](int64_t c) HWY_ATTR { return hn::LoadU(D(), sums + c); });
    }
  }

  TileRows<E> RowsOf(const MatrixView<T>& a, Range rows, Range part, E* copy) const {
    if (!copy_a_) {
      const auto* base = reinterpret_cast<const E*>(a.At(rows.begin, part.begin * kChannels));
      const int64_t row = turned_a_ ? 1 : depth_ / kChannels;
      return {base, row, turned_a_ ? rows_ : 1, row * kTileRows};
    }
    if (!turned_a_) {
      PackAlong(a, rows.begin, rows.count(), part, copy, copied_row());
      return {copy, copied_row(), 1, copied_row() * kTileRows};
    }
    const int64_t tile = part.count() * turned_row();
    for (int64_t r = 0; r < rows.count(); r += kTileRows) {
      PackAcross(a, rows.begin + r, std::min<int64_t>(kTileRows, rows.count() - r), part,
                 copy + r / kTileRows * tile, turned_row());
    }
    return {copy, 1, turned_row(), tile};
  }

  Panel<E> PanelOf(const MatrixView<T>& b, int64_t column, int64_t count, Range part, E* copy) const {
    const int64_t row = RoundUp(count, lanes());
    if (place_b_ && row == count) return {reinterpret_cast<const E*>(b.At(column, part.begin)), columns_};
    PackAcross(b, column, count, part, copy, row);
    return {copy, row};
  }

  /// Adds to sums[r·pitch + c] for all rows and a panel's columns; from the first part on, when there is
  /// nothing yet.
  static void AddProducts(const TileRows<E>& source, const Panel<E>& panel, int64_t rows, int64_t vectors,
                          Range part, A* sums, int64_t pitch) {
    int64_t offsets[2 * kTileRows], places[kTileRows];
    const auto place = [&](int64_t count) {  // a tile may have more rows: they repeat the last
      for (int64_t r = 0; r < kTileRows; ++r) {
        const int64_t row = std::min(r, count - 1);
        offsets[r] = row * source.row;
        offsets[kTileRows + r] = offsets[r] + source.tile;
        places[r] = row * pitch;
      }
    };
    place(kTileRows);
    const ConvRun run = {0, 0, part.count()};
    for (int64_t r = 0; r < rows;) {
      const int64_t count = RowsOfTile(rows - r);
      if (count < kTileRows) place(count);
      const bool more = source.step == 1 && r + count + kTileRows <= rows;
      const TileOperands<E, A> tile = {source.At(r),     offsets,    source.step,
                                       panel.base,       panel.step, panel.step,
                                       sums + r * pitch, places,     more ? offsets + kTileRows : nullptr,
                                       part.begin == 0};
      if constexpr (std::is_same_v<E, A>) {
        AddRunsFor<A>(count, vectors)(tile, &run, &run + 1);
      } else {
        AddPairRunsFor(count, vectors)(tile, &run, &run + 1);
      }
      r += count;
    }
  }

  const int64_t rows_, columns_;
  const int64_t elements_, depth_;  // what tiles multiply, and single numbers
  bool turned_a_, turned_b_;        // neighbours in memory are neighbours along the depth in b, or not in a
  bool copy_a_;                     // the left matrix is not read where it stands
  bool place_b_;                    // the right matrix is read where it stands
  bool packs_;                      // all of the right matrix is packed before
  int64_t part_;                    // of the depth
  int64_t row_piece_, column_piece_;
};

/// A column of results is computed as a row of them.
template <class T, class E>
void Multiply(MatMulProblem p, const MatMulBatch& batch) {
  if (p.columns > 1) return MatrixProduct<T, E>(p).Run(batch);
  std::swap(p.rows, p.columns);
  p.transpose_b = !p.transpose_a;
  const auto swapped = [&](int64_t i) -> MatMulOperands {
    const MatMulOperands o = batch.at(i);
    return {o.b, o.a, o.out};
  };
  MatrixProduct<T, E>(p).Run({batch.count, swapped});
}

void RunMatrices(const MatMulProblem& problem, const MatMulBatch& batch) {
  VisitType(FloatTypes(), problem.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    Multiply<T, SumOf<T>>(problem, batch);
  });
}

/// Where the instruction is, so is AVX-512.
void RunMatrixDots([[maybe_unused]] const MatMulProblem& problem, [[maybe_unused]] const MatMulBatch& batch) {
#if HWY_TARGET <= HWY_AVX3
  Multiply<BFloat16, BFloat16Pair>(problem, batch);
#endif
}

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad::cpu {

HWY_EXPORT(RunMatrices);
HWY_EXPORT(RunMatrixDots);

void MultiplyTiled(const MatMulProblem& problem, const MatMulBatch& batch) {
  HWY_DYNAMIC_DISPATCH(RunMatrices)(problem, batch);
}

void MultiplyByDots(const MatMulProblem& problem, const MatMulBatch& batch) {
  HWY_DYNAMIC_DISPATCH(RunMatrixDots)(problem, batch);
}

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
