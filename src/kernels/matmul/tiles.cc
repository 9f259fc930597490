// Products of matrices, in the register tiles of the convolutions. The right matrix is read as panels of as
// many columns as a tile is wide, the left one row by row, each where it stands if that is fast. Every sum
// runs over the depth in blocks, which are added in their order, or over chunks of it alone: the depth says
// which, so pieces may be cut anywhere without a bit changing.
#include "kernels/matmul/tiles.h"

#include <memory>
#include <optional>

#include "kernels/simd/tile.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/matmul/tiles.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/kept_forms.h"
#include "core/parallel.h"
#include "core/type_list.h"
#include "kernels/matmul/pack-inl.h"
#include "kernels/matmul/plan-inl.h"
#include "kernels/matmul/sums-inl.h"
#include "kernels/matmul/vector-inl.h"
#include "kernels/simd/emit-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {
namespace {

template <class T, class E>
class MatrixProduct {
  using A = SumOf<T>;
  using D = hn::ScalableTag<A>;
  using Plan = MatrixPlan<T, E>;

 public:
  MatrixProduct(Exec& exec, const MatMulProblem& p, bool by_amx) : exec_(exec), plan_(p, by_amx) {}

  void Run(const MatMulBatch& batch) const {
    constexpr int64_t kAlone = 1 << 20;  // costs that are a thread's own
    const auto some = [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) RunOne(batch.at(i));
    };
    if (batch.count > 1 && plan_.cost() < kAlone) {
      ParallelFor(exec_, batch.count, plan_.cost(), some);
    } else {
      some(0, batch.count);
    }
  }

 private:
  struct Operands {
    MatrixView<T> a, b;
    T* out;
    ConstView right;  // where b is, for its panels
  };

  /// Memory of one thread, if any is needed: for copies, and for so many sums.
  struct Memory {
    Memory(Exec& exec, const Plan& plan, int64_t sum_count) {
      const auto row_count = static_cast<size_t>(plan.copied_rows_size());
      const auto panel_count = static_cast<size_t>(plan.copied_panel_size());
      const size_t bytes = Arena::Size<E>(row_count) + Arena::Size<E>(panel_count) +
                           Arena::Size<A>(static_cast<size_t>(sum_count));
      if (bytes == 0) return;
      arena.emplace(exec, bytes);
      rows = arena->Take<E>(row_count);
      panel = arena->Take<E>(panel_count);
      sums = arena->Take<A>(static_cast<size_t>(sum_count));
    }

    std::optional<Arena> arena;
    E* rows = nullptr;
    E* panel = nullptr;
    A* sums = nullptr;
  };

  /// Results of a piece of the product.
  struct Piece {
    Range rows, columns;
  };

  void RunOne(const MatMulOperands& operands) const {
    const ConstView& left = plan_.swapped ? operands.b : operands.a;
    const ConstView& right = plan_.swapped ? operands.a : operands.b;
    const Operands o = {
        {left.as<T>(), plan_.turned_a ? 1 : plan_.depth, plan_.turned_a ? plan_.rows : 1, plan_.depth},
        {right.as<T>(), plan_.turned_b ? plan_.depth : 1, plan_.turned_b ? 1 : plan_.columns, plan_.depth},
        static_cast<T*>(operands.out),
        right};
    if (plan_.rows == 1) {
      VectorProduct<T, A>{
          exec_, o.a.data, o.b, o.out, plan_.columns, plan_.column_piece, plan_.chunk * kChannelsOf<E>}
          .Run();
    } else if (plan_.chunks() > 1) {
      RunChunks(o);
    } else if (plan_.packs) {
      RunPacked(o);
    } else {
      RunPieces(o, {0, plan_.columns}, nullptr);
    }
  }

  /// All results, a chunk of the depth at a time.
  void RunChunks(const Operands& o) const {
    const Piece whole = {{0, plan_.rows}, {0, plan_.columns}};
    const int64_t size = plan_.rows * Plan::PanelRow(plan_.columns), chunks = plan_.chunks();
    Arena arena(exec_, static_cast<size_t>((chunks + 1) * size) * sizeof(A));
    A* sums = arena.Take<A>(0);
    ParallelFor(exec_, chunks, Plan::Cost(plan_.rows * plan_.columns * plan_.chunk),
                [&](int64_t begin, int64_t end) {
                  const Memory memory(exec_, plan_, 0);
                  for (int64_t i = begin; i < end; ++i) {
                    const Range part = {i * plan_.chunk, std::min(plan_.elements, (i + 1) * plan_.chunk)};
                    SumPiece(o, whole, part, nullptr, memory, sums + i * size);
                  }
                });
    AddChunks(sums, size, chunks, size);
    WriteApart(o, whole, sums, sums + chunks * size);
  }

  /// With all panels of some columns at a time, as many as may be kept.
  void RunPacked(const Operands& o) const {
    const int64_t unit = Plan::unit(), panel = plan_.elements * unit;
    const int64_t piece_bytes = plan_.elements * plan_.column_piece * int64_t{sizeof(E)};
    const int64_t most = std::max<int64_t>(1, Plan::kPanelBytes / piece_bytes) * plan_.column_piece;
    const int64_t size = CeilDiv(std::min(plan_.columns, most), unit) * panel;
    const auto pack = [&](Range columns, E* panels) {
      ParallelFor(exec_, CeilDiv(columns.count(), unit), panel, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const int64_t column = columns.begin + i * unit, count = std::min(unit, columns.end - column);
          PackAcross(o.b, column, count, {0, plan_.elements}, panels + i * panel, Plan::PanelRow(count));
        }
      });
    };
    const Range all = {0, plan_.columns};
    if (const BufferRef kept = most < all.end ? BufferRef()
                                              : KeptPanels(
                                                    o.right, size, [&](E* panels) { pack(all, panels); });
        kept != nullptr) {
      RunPieces(o, all, static_cast<const E*>(kept->data()));
      return;
    }
    Arena arena(exec_, static_cast<size_t>(size) * sizeof(E));
    E* panels = arena.Take<E>(0);
    for (int64_t first = 0; first < plan_.columns; first += most) {
      const Range columns = {first, std::min(plan_.columns, first + most)};
      pack(columns, panels);
      RunPieces(o, columns, panels);
    }
  }

  /// The panels of a matrix that is known not to change, packed once; else null.
  BufferRef KeptPanels(const ConstView& b, int64_t size, absl::FunctionRef<void(E*)> pack) const {
    const KeptForms forms(b);
    if (!forms.are_kept()) return BufferRef();
    KeptForms::Key key = {plan_.columns,  plan_.depth,  plan_.turned_b, DataTypeToEnum<T>::value,
                          kChannelsOf<E>, Plan::lanes()};
    return forms.Get(exec_, std::move(key), static_cast<size_t>(size) * sizeof(E),
                     [&](void* panels) { pack(static_cast<E*>(panels)); });
  }

  /// All rows of some columns. `panels` has these packed, or is null.
  void RunPieces(const Operands& o, Range columns, const E* panels) const {
    const int64_t across = CeilDiv(columns.count(), plan_.column_piece);
    const int64_t cost = Plan::Cost(plan_.row_piece * plan_.column_piece * plan_.elements);
    const auto some = [&](int64_t begin, int64_t end) {
      const int64_t size = plan_.sums_size();
      const Memory memory(exec_, plan_, 2 * size);
      for (int64_t i = begin; i < end; ++i) {
        const int64_t row = i / across * plan_.row_piece, column = i % across * plan_.column_piece;
        const Piece piece = {
            {row, std::min(plan_.rows, row + plan_.row_piece)},
            {columns.begin + column, std::min(columns.end, columns.begin + column + plan_.column_piece)}};
        const E* first = panels == nullptr ? nullptr : panels + column * plan_.elements;
        SumPiece(o, piece, {0, plan_.elements}, first, memory, memory.sums);
        WriteApart(o, piece, memory.sums, memory.sums + size);
      }
    };
    const int64_t count = plan_.row_pieces() * across;
    if (count == 1) return some(0, 1);  // a small one of a batch does not pay for asking how to share it
    ParallelFor(exec_, count, cost, some);
  }

  /// The sums over a part of the depth, in the result or, from the first column apart on, in `sums`.
  void SumPiece(const Operands& o, const Piece& piece, Range depth, const E* panels, const Memory& memory,
                A* sums) const {
    const Range& columns = piece.columns;
    const int64_t apart = plan_.FirstApart(columns), pitch = Plan::PanelRow(columns.end - apart);
    std::optional<AmxScope> amx;
    if (plan_.amx_step > 0) amx.emplace(plan_.amx_step);
    for (int64_t k = depth.begin; k < depth.end; k += plan_.part) {
      const Range part = {k, std::min(depth.end, k + plan_.part)};
      const TileRows<E> source = RowsOf(o.a, piece.rows, part, memory.rows);
      for (int64_t c = columns.begin; c < columns.end; c += Plan::unit()) {
        const int64_t count = std::min(Plan::unit(), columns.end - c), row = Plan::PanelRow(count);
        const Panel<E> panel = panels != nullptr
                                   ? Panel<E>{panels + (c - columns.begin) * plan_.elements + k * row, row}
                                   : PanelOf(o.b, c, count, part, memory.panel);
        const auto add = [&](auto* to, int64_t to_pitch) {
          const int64_t rows = piece.rows.count(), vectors = row / Plan::lanes();
          const TileSums mode = k == depth.begin ? TileSums::kReplace : TileSums::kAddBlock;
          if (amx) {
            AddProductsByAmx(source, panel, rows, vectors, part.count(), plan_.amx_step, mode, to, to_pitch);
          } else {
            AddProducts(source, panel, rows, vectors, part.count(), mode, to, to_pitch);
          }
        };
        if (c >= apart) {
          add(sums + (c - apart), pitch);
        } else if constexpr (Plan::kSumsAreResults) {
          add(o.out + piece.rows.begin * plan_.columns + c, plan_.columns);
        }
      }
    }
  }

  TileRows<E> RowsOf(const MatrixView<T>& a, Range rows, Range part, E* copy) const {
    if (!plan_.copies_a) {
      const auto* base = reinterpret_cast<const E*>(a.At(rows.begin, part.begin * kChannelsOf<E>));
      const int64_t row = plan_.turned_a ? 1 : plan_.depth / kChannelsOf<E>;
      return {base, row, plan_.turned_a ? plan_.rows : 1};
    }
    PackAlong(a, rows.begin, rows.count(), part, copy, plan_.copied_row());
    return {copy, plan_.copied_row(), 1};
  }

  Panel<E> PanelOf(const MatrixView<T>& b, int64_t column, int64_t count, Range part, E* copy) const {
    const int64_t row = Plan::PanelRow(count);
    if (plan_.in_place && row == count)
      return {reinterpret_cast<const E*>(b.At(column, part.begin)), plan_.columns};
    PackAcross(b, column, count, part, copy, row);
    return {copy, row};
  }

  /// Writes the sums that are not in the result. `turned` has room for as many.
  void WriteApart(const Operands& o, const Piece& piece, const A* sums, A* turned) const {
    const D d;
    const Range& columns = piece.columns;
    const int64_t apart = plan_.FirstApart(columns), count = columns.end - apart,
                  pitch = Plan::PanelRow(count);
    if (plan_.swapped) {  // all rows: there are few
      Transpose(sums, plan_.rows, pitch, count, 1, turned, plan_.rows);
      Emit(d, o.out + apart * plan_.rows, count * plan_.rows, /*stream=*/false,
           [&](int64_t i) HWY_ATTR { return hn::LoadU(d, turned + i); });
      return;
    }
    if (count == 0) return;
    for (int64_t r = 0; r < piece.rows.count(); ++r) {
      Emit(d, o.out + (piece.rows.begin + r) * plan_.columns + apart, count, /*stream=*/false,
           [&](int64_t c) HWY_ATTR { return hn::LoadU(d, sums + r * pitch + c); });
    }
  }

  Exec& exec_;
  const Plan plan_;
};

void RunMatrices(Exec& exec, const MatMulProblem& problem, const MatMulBatch& batch) {
  VisitType(FloatTypes(), problem.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    MatrixProduct<T, SumOf<T>>(exec, problem, /*by_amx=*/false).Run(batch);
  });
}

/// Where the instruction is, so is AVX-512.
void RunMatrixDots([[maybe_unused]] Exec& exec, [[maybe_unused]] const MatMulProblem& problem,
                   [[maybe_unused]] const MatMulBatch& batch, [[maybe_unused]] bool by_amx) {
#if HWY_TARGET <= HWY_AVX3
  MatrixProduct<BFloat16, BFloat16Pair>(exec, problem, by_amx).Run(batch);
#endif
}

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad::cpu {

HWY_EXPORT(RunMatrices);
HWY_EXPORT(RunMatrixDots);

void MultiplyTiled(Exec& exec, const MatMulProblem& problem, MatMulBatch batch) {
  HWY_DYNAMIC_DISPATCH(RunMatrices)(exec, problem, batch);
}

void MultiplyByDots(Exec& exec, const MatMulProblem& problem, MatMulBatch batch) {
  HWY_DYNAMIC_DISPATCH(RunMatrixDots)(exec, problem, batch, /*by_amx=*/false);
}

void MultiplyByAmx(Exec& exec, const MatMulProblem& problem, MatMulBatch batch) {
  HWY_DYNAMIC_DISPATCH(RunMatrixDots)(exec, problem, batch, /*by_amx=*/true);
}

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
