// The gradient of max pooling where cells have at least a vector and lie in few windows of one plane. Windows
// are decided where their cells stand; of each a byte is kept, the number of the cell that won it. A cell
// then adds up what the windows send that it won, straight from tensor to tensor.
#include <vector>

#include "kernels/pool/cpu.h"
#include "kernels/pool/gather.h"
#include "kernels/simd/target.h"
#include "kernels/simd/tile.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/max_pool/grad_cells.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/parallel.h"
#include "core/type_list.h"
#include "kernels/max_pool/cell_winners-inl.h"
#include "kernels/max_pool/senders-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {
namespace {

/// A row of the result, from where its gradients are and who won their windows to where it goes.
template <class T>
class CellSums {
  using D = hn::ScalableTag<SumOf<T>>;

 public:
  explicit CellSums(const CellGather<T>& gather) : g_(gather), cell_(g_.cell) {}

  /// A row of windows that covers the row of cells: what they send, who won them, and the number that the
  /// first cell of the row would have in them.
  struct Windows {
    const T* grads;
    const uint8_t* winners;
    int64_t number;
  };

  /// There may be no such rows. Meanwhile something else is fetched.
  void Write(const std::vector<Windows>& rows, bool stream, T* to, FetchAhead* fetch) const {
    if (rows.empty()) {
      const hn::ScalableTag<StoredAs<T>> d;
      Emit(d, Stored(to), g_.in.cells * cell_, stream, [&](int64_t) HWY_ATTR { return hn::Zero(d); });
    } else if (rows.size() == 1) {
      stream ? WriteCells<1, true>(rows, to, fetch) : WriteCells<1, false>(rows, to, fetch);
    } else {
      stream ? WriteCells<2, true>(rows, to, fetch) : WriteCells<2, false>(rows, to, fetch);
    }
  }

 private:
  struct Asked {
    const T* grads;
    const uint8_t* winners;
    uint8_t number;
  };

  template <int kRows, bool kStream>
  HWY_NOINLINE void WriteCells(const std::vector<Windows>& all, T* to, FetchAhead* fetch) const {
    Windows rows[kRows];
    std::copy_n(all.begin(), kRows, rows);
    FetchAhead own_fetch = *fetch;
    for (const SentCell& cell : g_.sent_cells) {
      switch (cell.windows.count()) {
        case 0:
          std::fill_n(Stored(to), cell_, StoredAs<T>(0));
          break;
        case 1:
          AddUp<kRows, 1, kStream>(rows, cell, to, &own_fetch);
          break;
        default:
          AddUp<kRows, 2, kStream>(rows, cell, to, &own_fetch);
      }
      to += cell_;
    }
    *fetch = own_fetch;
  }

  template <int kRows, int kColumns, bool kStream>
  HWY_INLINE void AddUp(const Windows (&rows)[kRows], const SentCell& to_cell, T* HWY_RESTRICT to,
                        FetchAhead* fetch) const {
    const D d;
    const auto lanes = static_cast<int64_t>(hn::Lanes(d)), cell = cell_;
    const int64_t at = to_cell.windows.begin * cell;
    Asked asked[kRows * kColumns];
#pragma GCC unroll 4
    for (int i = 0; i < kRows * kColumns; ++i) {
      const Windows& row = rows[i / kColumns];
      const int64_t column = i % kColumns, place = at + column * cell;
      asked[i] = {row.grads + place, row.winners + place,
                  static_cast<uint8_t>(row.number + to_cell.first_tap - column * g_.width.axis.stride)};
    }
    const auto sum = [&](int64_t j) HWY_ATTR {
      const auto won = [&](int i) HWY_ATTR {
        return hn::IfThenElseZero(WonBy(d, asked[i].winners + j, asked[i].number),
                                  LoadNumbers(d, asked[i].grads + j));
      };
      auto all = won(0);
#pragma GCC unroll 4
      for (int i = 1; i < kRows * kColumns; ++i) all = hn::Add(all, won(i));
      return all;
    };
    int64_t j = 0;
    for (; j + 2 * lanes <= cell; j += 2 * lanes) {
      fetch->Step(2);
      StoreTwo<kStream>(d, sum(j), sum(j + lanes), to + j);
    }
    for (; j + lanes <= cell; j += lanes) {
      fetch->Step(1);
      kStream ? StreamNumbers(d, sum(j), to + j) : StoreNumbers(d, sum(j), to + j);
    }
    // The last vector lies over the one before. Streams have none.
    if (j < cell) StoreNumbers(d, sum(cell - lanes), to + cell - lanes);
  }

  const CellGather<T>& g_;
  const int64_t cell_;
};

template <class T>
class CellTiles {
 public:
  CellTiles(const CellGather<T>& gather, int64_t)
      : g_(gather),
        winners_(gather),
        sums_(gather),
        row_(g_.in.cells * g_.cell),
        stage_(g_.exec, 1, 1, 0, g_.staged ? row_ : 0) {}

  void Run(const Tile& tile) {
    for (int64_t d = tile.depths.begin; d < tile.depths.end; ++d) RunPlane(tile, d);
    if (g_.stream || g_.staged) hwy::FlushStream();
  }

 private:
  void RunPlane(const Tile& tile, int64_t d) {
    const Range planes = g_.back_depth.SourcesOf(d);
    const Range top = g_.back_height.SourcesOf(tile.rows.begin),
                bottom = g_.back_height.SourcesOf(tile.rows.end - 1);
    const Range held = {top.begin, std::max(top.begin, bottom.end)};
    int64_t next = held.begin;
    FetchAhead fetch(nullptr, 0, 0);
    for (int64_t h = tile.rows.begin; h < tile.rows.end; ++h) {
      const Range rows = g_.back_height.SourcesOf(h);
      windows_.clear();
      if (planes.count() > 0) {
        for (; next < rows.end; ++next) {
          fetch = FetchBehind(tile, d, next);
          winners_.Decide(tile, d, next, held, &fetch);
        }
        for (int64_t o = rows.begin; o < rows.end; ++o)
          windows_.push_back({g_.out_grad + g_.out.At(tile, planes.begin, o), winners_.row(o),
                              g_.Number(0, g_.height.Tap(o, h))});
      }
      T* to = g_.in_grad + g_.in.At(tile, d, h);
      if (!g_.staged) {
        sums_.Write(windows_, g_.stream, to, &fetch);
        continue;
      }
      sums_.Write(windows_, false, reinterpret_cast<T*>(stage_.at(0, 0)), &fetch);
      WriteRun(stage_.at(0, 0), row_, Stored(to), true);
    }
  }

  /// The cells that the next row of windows has besides those of this one, while this one is decided and as
  /// many rows are written.
  FetchAhead FetchBehind(const Tile& tile, int64_t d, int64_t row) const {
    const int64_t stride = g_.height.axis.stride;
    const auto vectors = [&](int64_t elements, auto t) {
      return elements / static_cast<int64_t>(hn::Lanes(hn::ScalableTag<decltype(t)>()));
    };
    return FetchAhead(g_.in_data + g_.in.At(tile, d, g_.height.SourcesOf(row).end),
                      stride * row_ * int64_t{sizeof(T)},
                      vectors(g_.out.cells * g_.cell, KeyBits<T>()) + stride * vectors(row_, SumOf<T>()));
  }

  const CellGather<T>& g_;
  CellWinners<T> winners_;
  const CellSums<T> sums_;
  const int64_t row_;
  PlaneRing<StoredAs<T>> stage_;  // a row on its way past the caches whose cells are not whole lines
  std::vector<typename CellSums<T>::Windows> windows_;
};

void RunMaxPoolGradCells(Exec& exec, const PoolProblem& p, const void* in, const void* out_grad,
                         void* in_grad) {
  VisitType(FloatTypes(), p.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const CellGather<T> gather(exec, p, static_cast<const T*>(in), static_cast<const T*>(out_grad),
                               static_cast<T*>(in_grad));
    ParallelFor(exec, gather.tiling.count(), gather.TileCost(),
                [&](int64_t begin, int64_t end) { ForEachTile<CellTiles<T>>(gather, begin, end); });
  });
}

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad::cpu {

HWY_EXPORT(RunMaxPoolGradCells);

absl::string_view DeclinesMaxPoolGradCells(const PoolProblem& p) {
  if (!WhyOff().empty()) return WhyOff();
  constexpr int64_t kVector = 64, kMost = 256, kSecondCache = 512 << 10;
  if (!IsOfOneFloat(p)) return "needs one floating-point type";
  if (p.axis[0].window > 1) return "needs windows of one plane";
  int64_t cells = 1;  // of a window
  for (const Axis& axis : p.axis) {
    if (axis.window > kMost || (cells *= axis.window) > kMost) return "needs a window of at most 256 cells";
    if (axis.window > 2 * axis.stride) return "is for cells that lie in at most 2 windows along each axis";
  }
  const int64_t cell = p.inner * DataTypeSize(p.type);
  if (cell < kVector) return "is for cells of at least 64 bytes";
  if (p.axis[1].window * p.axis[2].in.whole * cell > kSecondCache)
    return "needs rows of which those under a window have at most 512 KiB";
  return "";
}

void MaxPoolGradCells(Exec& exec, const PoolProblem& p, const void* in, const void* out_grad, void* in_grad) {
  HWY_DYNAMIC_DISPATCH(RunMaxPoolGradCells)(exec, p, in, out_grad, in_grad);
}

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
