// The gradient of max pooling where windows do not overlap: every input cell has at most one window, so a row
// of windows is decided and written in one go, and nothing is kept or added up.
#include <memory>
#include <vector>

#include "kernels/pool/cpu.h"
#include "kernels/pool/gather.h"
#include "kernels/simd/target.h"
#include "kernels/simd/tile.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/max_pool/grad_apart.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/parallel.h"
#include "kernels/max_pool/apart_row-inl.h"
#include "kernels/max_pool/winners-inl.h"
#include "kernels/simd/emit-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {
namespace {

/// Tensors as bits: a value travels unchanged. L is a signed integer of its size.
template <class L>
struct ApartTensors {
  const L* in;
  const L* out_grad;
  L* in_grad;
  L infinity;  // the bits of the type's infinity: what lies above it is a NaN
};

template <class L>
class ApartGradient {
  using D = hn::ScalableTag<L>;

 public:
  ApartGradient(Exec& exec, const PoolProblem& p, const ApartTensors<L>& tensors)
      : exec_(exec),
        t_(tensors),
        depth_(p.axis[0]),
        height_(p.axis[1]),
        width_(p.axis[2]),
        inner_(p.inner),
        cells_(p.in_cells()),
        windows_(p.outer * depth_.target.size * height_.target.size),
        stream_(
            WorthStreaming(cells_ * int64_t{sizeof(L)}, width_.source.size * inner_ * int64_t{sizeof(L)})) {
    by_cells_ = inner_ >= lanes();
  }

  void Run() const {
    ParallelFor(exec_, windows_, cells_ / windows_ / 2 + 1, [&](int64_t begin, int64_t end) {
      Memory memory;
      if (!by_cells_) memory.row = std::make_unique<ApartRow<L>>(exec_, width_, inner_, t_.infinity);
      int64_t oh = begin % height_.target.size, od = begin / height_.target.size % depth_.target.size;
      int64_t outer = begin / height_.target.size / depth_.target.size;
      for (int64_t i = begin; i < end; ++i) {
        RunWindows(outer, od, oh, t_.out_grad + i * width_.target.size * inner_, &memory);
        if (++oh < height_.target.size) continue;
        oh = 0;
        if (++od < depth_.target.size) continue;
        od = 0;
        ++outer;
      }
      if (stream_) hwy::FlushStream();
    });
  }

 private:
  static int64_t lanes() { return static_cast<int64_t>(hn::Lanes(D())); }

  struct Memory {
    std::unique_ptr<ApartRow<L>> row;  // of cells that are less than a vector
    std::vector<int64_t> rows;         // where the input rows under the windows stand
    std::vector<const L*> row_values;  // and those rows themselves
  };

  /// One row of windows, and all input rows up to the next one.
  void RunWindows(int64_t outer, int64_t od, int64_t oh, const L* grads, Memory* memory) const {
    const int64_t row = width_.source.size * inner_;
    const Range depths = depth_.SourcesOf(od), heights = height_.SourcesOf(oh);
    const Range owned_depths = depth_.Owned(od), owned_heights = height_.Owned(oh);
    memory->rows.clear();
    for (int64_t d = owned_depths.begin; d < owned_depths.end; ++d) {
      for (int64_t h = owned_heights.begin; h < owned_heights.end; ++h) {
        const int64_t place = ((outer * depth_.source.size + d) * height_.source.size + h) * row;
        if (d >= depths.begin && d < depths.end && h >= heights.begin && h < heights.end) {
          memory->rows.push_back(place);
        } else {
          const D tag;
          Emit(tag, t_.in_grad + place, row, stream_, [&](int64_t) HWY_ATTR { return hn::Zero(tag); });
        }
      }
    }
    if (!by_cells_) return RunRow(grads, memory);
    WithCount(width_.axis.window,
              [&](auto n) HWY_ATTR { RunCells<decltype(n)::value>(memory->rows, grads); });
  }

  /// Cells of less than a vector.
  void RunRow(const L* grads, Memory* memory) const {
    memory->row_values.clear();
    for (int64_t place : memory->rows) memory->row_values.push_back(t_.in + place);
    memory->row->Decide(memory->row_values, grads);
    for (size_t r = 0; r < memory->rows.size(); ++r)
      memory->row->Write(r, stream_, t_.in_grad + memory->rows[r]);
  }

  /// Cells of at least a vector, window by window. The last vector of a cell overlaps the one before.
  template <int N>
  HWY_NOINLINE void RunCells(const std::vector<int64_t>& rows, const L* grads) const {
    const D d;
    const auto infinity = hn::Set(d, t_.infinity);
    const bool stream =
        stream_ && inner_ % lanes() == 0 &&
        reinterpret_cast<uintptr_t>(t_.in_grad) % (static_cast<size_t>(lanes()) * sizeof(L)) == 0;
    const auto store = [&](hn::Vec<D> v, L* to)
                           HWY_ATTR { stream ? hn::Stream(v, d, to) : hn::StoreU(v, d, to); };
    for (int64_t o = 0; o < width_.target.size; ++o, grads += inner_) {
      const Range cells = width_.SourcesOf(o), owned = width_.Owned(o);
      const int64_t taps = cells.count();
      const auto first_number = [&](size_t r) { return static_cast<int64_t>(r) * taps; };
      const auto run = [&](auto n) HWY_ATTR {
        for (int64_t next = 0; next < inner_; next += lanes()) {
          const int64_t c = std::min(next, inner_ - lanes());
          const int64_t first = cells.begin * inner_ + c;
          const L* in = t_.in + first;
          const auto winner = NumberOfBest<decltype(n)::value>(
              d, rows.size(), taps, first_number, [&](size_t r, int64_t t) HWY_ATTR {
                return KeysOfBits(d, hn::LoadU(d, in + rows[r] + t * inner_), infinity);
              });
          const auto grad = hn::LoadU(d, grads + c);
          auto number = hn::Zero(d);
          for (int64_t row : rows) {
            L* to = t_.in_grad + row + first;
            for (int64_t t = 0; t < taps; ++t, to += inner_) {
              store(hn::IfThenElseZero(hn::Eq(winner, number), grad), to);
              number = hn::Add(number, hn::Set(d, L(1)));
            }
          }
        }
      };
      if (taps == N) {
        run(std::integral_constant<int, N>());
      } else {
        run(std::integral_constant<int, 4>());
      }
      for (int64_t row : rows) {
        L* to = t_.in_grad + row;
        std::fill(to + owned.begin * inner_, to + std::max(owned.begin, cells.begin) * inner_, L(0));
        std::fill(to + std::min(owned.end, cells.end) * inner_, to + owned.end * inner_, L(0));
      }
    }
  }

  Exec& exec_;
  const ApartTensors<L> t_;
  const ApartAxis depth_, height_, width_;
  const int64_t inner_;
  const int64_t cells_;
  const int64_t windows_;  // rows of them
  const bool stream_;
  bool by_cells_;
};

template <class L>
void Run(Exec& exec, const PoolProblem& p, const void* in, const void* out_grad, void* in_grad, L infinity) {
  ApartGradient<L>(
      exec, p,
      {static_cast<const L*>(in), static_cast<const L*>(out_grad), static_cast<L*>(in_grad), infinity})
      .Run();
}

void RunMaxPoolGradApart(Exec& exec, const PoolProblem& p, const void* in, const void* out_grad,
                         void* in_grad) {
  switch (p.type) {
    case DT_HALF:
      return Run<int16_t>(exec, p, in, out_grad, in_grad, 0x7c00);
    case DT_BFLOAT16:
      return Run<int16_t>(exec, p, in, out_grad, in_grad, 0x7f80);
    case DT_FLOAT:
      return Run<int32_t>(exec, p, in, out_grad, in_grad, 0x7f800000);
    default:
      return Run<int64_t>(exec, p, in, out_grad, in_grad, 0x7ff0000000000000);
  }
}

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad::cpu {

HWY_EXPORT(RunMaxPoolGradApart);

absl::string_view DeclinesMaxPoolGradApart(const PoolProblem& p) {
  if (!WhyOff().empty()) return WhyOff();
  int64_t cells = 1;
  for (const Axis& axis : p.axis) {
    if (axis.window > axis.stride) return "needs windows that do not overlap";
    if (axis.window > 256 || (cells *= axis.window) > 256) return "needs a window of at most 256 cells";
  }
  return IsOfOneFloat(p) ? "" : "needs one floating-point type";
}

void MaxPoolGradApart(Exec& exec, const PoolProblem& p, const void* in, const void* out_grad, void* in_grad) {
  HWY_DYNAMIC_DISPATCH(RunMaxPoolGradApart)(exec, p, in, out_grad, in_grad);
}

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
