#include "kernels/matmul/matmul.h"

#include <algorithm>

#include "core/parallel.h"
#include "core/type_list.h"
#include "kernels/arithmetic.h"
#include "kernels/list.h"
#include "kernels/matmul/tiles.h"
#include "kernels/simd/target.h"

namespace voxgrad {
namespace {

absl::string_view DeclinesTiles(const MatMulProblem& p) {
  if (!cpu::WhyOff().empty()) return cpu::WhyOff();
  if (DataTypeIsInteger(p.type)) return "multiplies floating-point numbers only";
  if (p.rows == 0 || p.columns == 0 || p.depth == 0) return "has nothing to multiply";
  return "";
}

absl::string_view DeclinesDots(const MatMulProblem& p) {
  if (const absl::string_view reason = DeclinesTiles(p); !reason.empty()) return reason;
  return cpu::WhyNoDots(p.type);
}

/// Setting up the matrix unit takes as long as a small product.
absl::string_view DeclinesAmx(const MatMulProblem& p) {
  constexpr int64_t kFewest = 8, kFewestProducts = 1 << 15;
  if (const absl::string_view reason = DeclinesDots(p); !reason.empty()) return reason;
  if (const absl::string_view reason = cpu::WhyNoAmx(p.type); !reason.empty()) return reason;
  if (std::min({p.rows, p.columns, p.depth}) < kFewest)
    return "needs eight rows, columns and products or more";
  return p.rows * p.columns < kFewestProducts / p.depth ? "has too little to multiply" : "";
}

/// As defined: floats in double, integers modulo 2^n.
void RunReference(Exec& exec, const MatMulProblem& p, MatMulBatch batch) {
  VisitType(RealTypes(), p.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const int64_t cells = p.rows * p.columns;
    ParallelFor(exec, batch.count * cells, std::max<int64_t>(1, p.depth), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const MatMulOperands o = batch.at(i / cells);
        const T* left = o.a.as<T>();
        const T* right = o.b.as<T>();
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

void MatMul(Exec& exec, const MatMulProblem& problem, const MatMulBatch& batch) {
  static const ImplementationList<MatMulProblem, MatMulBatch> list = {
      {"cpu/matrix-product-amx", DeclinesAmx, Always<cpu::MultiplyByAmx>, /*flushes=*/true},
      {"cpu/matrix-product-dots", DeclinesDots, Always<cpu::MultiplyByDots>, /*flushes=*/true},
      {"cpu/matrix-product", DeclinesTiles, Always<cpu::MultiplyTiled>},
      {"reference/matrix-product", nullptr, Always<RunReference>},
  };
  RunFirst(exec, list, problem, batch);
}

void MatMul(Exec& exec, const MatMulProblem& problem, ConstView a, ConstView b, void* out) {
  MatMul(exec, problem, {1, [&](int64_t) { return MatMulOperands{a, b, out}; }});
}

}  // namespace voxgrad
