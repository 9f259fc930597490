#include "kernels/math/matmul.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/parallel.h"
#include "kernels/cpu/matrix_tiles.h"
#include "kernels/cpu/target.h"
#include "kernels/list.h"
#include "kernels/math/float16.h"
#include "kernels/math/matmul_tiles.h"
#include "kernels/reference/arithmetic.h"

namespace voxgrad {
namespace {

/// How the result is cut into pieces of work, from the problem alone. Each copies its rows and columns in an
/// order of its own, so that the larger ones copy less; there are enough for many threads.
struct Tiles {
  explicit Tiles(const MatMulProblem& problem) : p(problem) {
    constexpr int64_t kMany = 32, kMostRows = 512;
    while (rows < kMostRows && Count(2 * rows, 2 * columns) >= kMany) {
      rows *= 2;
      columns *= 2;
    }
  }

  int64_t count() const { return Count(rows, columns); }
  MatMulTile at(int64_t i) const {
    const int64_t across = (p.columns - 1) / columns + 1;
    MatMulTile tile;
    tile.row = i / across * rows;
    tile.column = i % across * columns;
    tile.rows = std::min(rows, p.rows - tile.row);
    tile.columns = std::min(columns, p.columns - tile.column);
    return tile;
  }

  const MatMulProblem& p;
  int64_t rows = 128, columns = 256;  // of a tile

 private:
  int64_t Count(int64_t tile_rows, int64_t tile_columns) const {
    return ((p.rows - 1) / tile_rows + 1) * ((p.columns - 1) / tile_columns + 1);
  }
};

std::string DeclinesEigen(const MatMulProblem& p) {
  if (!cpu::WhyOff().empty()) return cpu::WhyOff();
  if (DataTypeIsInteger(p.type)) return "multiplies floating-point numbers only";
  if (p.rows == 0 || p.columns == 0 || p.depth == 0) return "has nothing to multiply";
  return "";
}

std::string DeclinesAvx2(const MatMulProblem& p) {
  if (std::string reason = DeclinesEigen(p); !reason.empty()) return reason;
  return cpu::HasAvx2() ? "" : "needs AVX2 and FMA";
}

/// 16-bit floats as floats.
std::vector<float> Widened(DataType type, const void* from, int64_t count) {
  std::vector<float> floats(static_cast<size_t>(count));
  ParallelFor(count, 1, [&](int64_t begin, int64_t end) {
    WidenToFloat(type, static_cast<const uint16_t*>(from) + begin, end - begin, floats.data() + begin);
  });
  return floats;
}

template <auto kTile>
void RunTiles(const MatMulProblem& p, const void* a, const void* b, void* out);

template <auto kTile>
void RunEigen(const MatMulProblem& p, MatMulBatch batch) {
  for (int64_t i = 0; i < batch.count; ++i) RunTiles<kTile>(p, batch.at(i).a, batch.at(i).b, batch.at(i).out);
}

template <auto kTile>
void RunTiles(const MatMulProblem& p, const void* a, const void* b, void* out) {
  if (IsShortFloat(p.type)) {
    const std::vector<float> wide_a = Widened(p.type, a, p.rows * p.depth);
    const std::vector<float> wide_b = Widened(p.type, b, p.depth * p.columns);
    std::vector<float> wide_out(static_cast<size_t>(p.rows * p.columns));
    MatMulProblem wide = p;
    wide.type = DT_FLOAT;
    RunTiles<kTile>(wide, wide_a.data(), wide_b.data(), wide_out.data());
    ParallelFor(p.rows * p.columns, 1, [&](int64_t begin, int64_t end) {
      NarrowFromFloat(p.type, wide_out.data() + begin, end - begin, static_cast<uint16_t*>(out) + begin);
    });
    return;
  }
  const EigenOperands operands = {
      a, b, out, p.rows, p.columns, p.depth, p.transpose_a, p.transpose_b, p.type == DT_DOUBLE};
  const Tiles tiles(p);
  constexpr int64_t kProductsPerStep = 16;
  const int64_t cost =
      std::min(p.rows, tiles.rows) * std::min(p.columns, tiles.columns) * p.depth / kProductsPerStep;
  ParallelFor(tiles.count(), std::max<int64_t>(1, cost), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) kTile(operands, tiles.at(i));
  });
}

std::string DeclinesTiles(const MatMulProblem& p) { return DeclinesEigen(p); }

std::string DeclinesDots(const MatMulProblem& p) {
  if (std::string reason = DeclinesTiles(p); !reason.empty()) return reason;
  return cpu::WhyNoDots(p.type);
}

void RunTiled(const MatMulProblem& p, MatMulBatch batch) { cpu::MultiplyTiled(p, batch); }
void RunDots(const MatMulProblem& p, MatMulBatch batch) { cpu::MultiplyByDots(p, batch); }

/// As defined: floats in double, integers modulo 2^n.
void RunReference(const MatMulProblem& p, MatMulBatch batch) {
  VisitType(RealTypes(), p.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const int64_t cells = p.rows * p.columns;
    ParallelFor(batch.count * cells, std::max<int64_t>(1, p.depth), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const MatMulOperands o = batch.at(i / cells);
        const T* left = static_cast<const T*>(o.a);
        const T* right = static_cast<const T*>(o.b);
        const int64_t row = i % cells / p.columns;
        const int64_t column = i % p.columns;
        reference::Wide<T> sum = 0;
        for (int64_t k = 0; k < p.depth; ++k) {
          const T x = left[p.transpose_a ? k * p.rows + row : row * p.depth + k];
          const T y = right[p.transpose_b ? column * p.depth + k : k * p.columns + column];
          sum += reference::Widen(x) * reference::Widen(y);
        }
        static_cast<T*>(o.out)[i % cells] = reference::Narrow<T>(sum);
      }
    });
  });
}

}  // namespace

void MatMul(const MatMulProblem& problem, const MatMulBatch& batch) {
  static const ImplementationList<MatMulProblem, MatMulBatch> list = {
      {"cpu-dots", DeclinesDots, RunDots, /*flushes=*/true},
      {"cpu", DeclinesTiles, RunTiled},
      {"eigen-avx2", DeclinesAvx2, RunEigen<MatMulTileAvx2>},
      {"eigen", DeclinesEigen, RunEigen<MatMulTileBase>},
      {"reference", nullptr, RunReference},
  };
  RunFirst(list, problem, batch);
}

void MatMul(const MatMulProblem& problem, const void* a, const void* b, void* out) {
  MatMul(problem, {1, [&](int64_t) { return MatMulOperands{a, b, out}; }});
}

}  // namespace voxgrad
