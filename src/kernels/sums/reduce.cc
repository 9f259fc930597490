#include "kernels/sums/reduce.h"

#include <algorithm>
#include <limits>
#include <type_traits>

#include "core/parallel.h"
#include "core/type_list.h"
#include "kernels/list.h"
#include "kernels/simd/float16.h"
#include "kernels/sums/reduce_plan.h"

namespace voxgrad {
namespace {

constexpr int64_t kLanes = 64;      // sums that grow side by side where there are fewer columns
constexpr int64_t kShortRun = 128;  // additions to one sum in float before it is added as double

/// Narrow sums of a few elements, wide sums of those.
template <class T>
struct Sum {
  using Narrow = std::conditional_t<std::is_integral_v<T>, uint64_t, T>;
  using Wide = std::conditional_t<std::is_integral_v<T>, uint64_t, double>;
  static constexpr Narrow kStart = 0;
  static Narrow Take(Narrow sum, T x) { return sum + static_cast<Narrow>(x); }
  static Wide Join(Wide a, Wide b) { return a + b; }
};

template <class T>
struct Squares : Sum<T> {
  static T Take(T sum, T x) { return sum + x * x; }
};

template <class T>
struct Prod : Sum<T> {
  using typename Sum<T>::Narrow;
  using typename Sum<T>::Wide;
  static constexpr Narrow kStart = 1;
  static Narrow Take(Narrow product, T x) { return product * static_cast<Narrow>(x); }
  static Wide Join(Wide a, Wide b) { return a * b; }
};

// Booleans, as the bytes 0 and 1.
struct All {
  using Narrow = uint8_t;
  using Wide = uint8_t;
  static constexpr uint8_t kStart = 1;
  static uint8_t Take(uint8_t all, uint8_t x) { return all & x; }
  static uint8_t Join(uint8_t a, uint8_t b) { return a & b; }
};

struct Any : All {
  static constexpr uint8_t kStart = 0;
  static uint8_t Take(uint8_t any, uint8_t x) { return any | x; }
  static uint8_t Join(uint8_t a, uint8_t b) { return a | b; }
};

// Whoever is NaN stays; a NaN replaces what is none.
template <class T>
struct Max {
  using Narrow = T;
  using Wide = T;
  static constexpr T kStart =
      std::is_integral_v<T> ? std::numeric_limits<T>::lowest() : -std::numeric_limits<T>::infinity();
  static T Take(T best, T x) { return x > best || x != x ? x : best; }
  static T Join(T a, T b) { return Take(a, b); }
};

template <class T>
struct Min {
  using Narrow = T;
  using Wide = T;
  static constexpr T kStart =
      std::is_integral_v<T> ? std::numeric_limits<T>::max() : std::numeric_limits<T>::infinity();
  static T Take(T best, T x) { return x < best || x != x ? x : best; }
  static T Join(T a, T b) { return Take(a, b); }
};

/// One piece of work after the other. T is what is computed with; `type` what lies in memory.
template <class F, class T>
class Pieces {
 public:
  using Narrow = typename F::Narrow;
  using Wide = typename F::Wide;

  Pieces(const ReducePlan& plan, DataType type, const void* in)
      : plan_(plan), type_(type), size_(DataTypeSize(type)), in_(static_cast<const char*>(in)) {}

  /// The sums of a tile of columns of a group over the blocks of a node, and their number.
  const Wide* Compute(const SumNode& node, int64_t piece, int64_t* count) {
    const int64_t column = piece % plan_.tiles * ReducePlan::kTile;
    width_ = std::min(ReducePlan::kTile, plan_.columns - column);
    const int64_t place = plan_.GroupPlace(piece / plan_.tiles) + column;
    memory_.resize(static_cast<size_t>((1 + LevelsOf(node)) * width_));
    SumNodeInto(
        node, width_, memory_.data(), memory_.data() + width_,
        [&](const SumNode& block, Wide* to) { TakeBlock(place, plan_.blocks.CellsOf(block), to); },
        [&](Wide* sums, const Wide* more) {
          for (int64_t j = 0; j < width_; ++j) sums[j] = F::Join(sums[j], more[j]);
        });
    *count = width_;
    return memory_.data();
  }

 private:
  void TakeBlock(int64_t place, Range rows, Wide* to) {
    wide_ = to;
    std::fill_n(wide_, width_, static_cast<Wide>(F::kStart));
    for (int64_t row = rows.begin; row < rows.end;) {
      const int64_t count = std::min(rows.end - row, plan_.run - row % plan_.run);  // that lie side by side
      TakeRows(place + plan_.RowPlace(row), count);
      row += count;
    }
  }

  /// Rows side by side. Where all columns are here and few, several rows at a time are one longer row.
  void TakeRows(int64_t place, int64_t rows) {
    if (plan_.whole_columns == 1 && rows <= kLanes) return TakeFew(place, rows);
    const bool fold = plan_.whole_columns * 2 <= kLanes;
    const int64_t at_once = fold ? std::min(rows, kLanes / plan_.whole_columns) : 1;
    const int64_t lanes = width_ * at_once;
    const int64_t stride = fold ? lanes : plan_.columns;
    const int64_t long_rows = rows / at_once;
    for (int64_t r = 0; r < long_rows; r += kShortRun)
      TakeRun(place + r * stride, std::min(kShortRun, long_rows - r), lanes, stride);
    const int64_t left = rows - long_rows * at_once;
    if (left > 0) TakeRun(place + long_rows * stride, 1, left * width_, stride);
  }

  /// A run too short for a long row of sums.
  void TakeFew(int64_t place, int64_t count) {
    constexpr int64_t kFew = 8;
    int64_t stride = 1;
    const T* from = Load(place, 1, count, &stride);
    Narrow sums[kFew];
    std::fill_n(sums, kFew, F::kStart);
    int64_t i = 0;
    for (; i + kFew <= count; i += kFew) TakeRow(from + i, kFew, sums);
    for (int64_t j = 0; j < kFew && i + j < count; ++j) sums[j] = F::Take(sums[j], from[i + j]);
    Wide wide[kFew];
    for (int64_t j = 0; j < kFew; ++j) wide[j] = static_cast<Wide>(sums[j]);
    for (int64_t half = kFew / 2; half > 0; half /= 2) {
      for (int64_t j = 0; j < half; ++j) wide[j] = F::Join(wide[j], wide[j + half]);
    }
    wide_[0] = F::Join(wide_[0], wide[0]);
  }

  /// At most kShortRun rows of `lanes` elements.
  void TakeRun(int64_t place, int64_t rows, int64_t lanes, int64_t stride) {
    std::fill_n(narrow_, lanes, F::kStart);
    const T* from = Load(place, rows, lanes, &stride);
    int64_t r = 0;
    for (; r + 4 <= rows; r += 4) TakeFour(from + r * stride, stride, lanes, narrow_);
    for (; r < rows; ++r) TakeRow(from + r * stride, lanes, narrow_);
    const int64_t width = width_;
    Wide* const wide = wide_;
    if (lanes == width) {
      for (int64_t j = 0; j < width; ++j) wide[j] = F::Join(wide[j], static_cast<Wide>(narrow_[j]));
      return;
    }
    for (int64_t j = 0; j < width; ++j) {
      Wide sum = wide[j];
      for (int64_t lane = j; lane < lanes; lane += width)
        sum = F::Join(sum, static_cast<Wide>(narrow_[lane]));
      wide[j] = sum;
    }
  }

  static void TakeRow(const T* __restrict from, int64_t lanes, Narrow* __restrict sums) {
    for (int64_t j = 0; j < lanes; ++j) sums[j] = F::Take(sums[j], from[j]);
  }

  /// Four rows, one after the other: a sum is fetched and put back once for them.
  static void TakeFour(const T* __restrict from, int64_t stride, int64_t lanes, Narrow* __restrict sums) {
    const T* __restrict second = from + stride;
    const T* __restrict third = second + stride;
    const T* __restrict fourth = third + stride;
    for (int64_t j = 0; j < lanes; ++j)
      sums[j] = F::Take(F::Take(F::Take(F::Take(sums[j], from[j]), second[j]), third[j]), fourth[j]);
  }

  const T* Load(int64_t place, int64_t rows, int64_t lanes, int64_t* stride) {
    const char* from = in_ + place * size_;
    if (!IsShortFloat(type_)) return reinterpret_cast<const T*>(from);
    if (static_cast<int64_t>(widened_.size()) < rows * lanes)
      widened_.resize(static_cast<size_t>(rows * lanes));
    for (int64_t r = 0; r < rows; ++r)
      WidenToFloat(type_, from + r * *stride * size_, lanes, widened_.data() + r * lanes);
    *stride = lanes;
    return reinterpret_cast<const T*>(widened_.data());
  }

  const ReducePlan& plan_;
  const DataType type_;
  const int64_t size_;
  const char* in_;
  std::vector<float> widened_;
  int64_t width_ = 0;
  Narrow narrow_[ReducePlan::kTile];
  Wide* wide_ = nullptr;
  std::vector<Wide> memory_;
};

/// The result of a sum: what `reduction` makes of it, in T.
template <class T, class Wide>
T Finish(Reduction reduction, Wide sum, int64_t count) {
  if (reduction == Reduction::kHalfSquares) return static_cast<T>(sum / 2);
  if (reduction != Reduction::kMean) return static_cast<T>(sum);
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(sum / static_cast<Wide>(count));
  } else if constexpr (std::is_signed_v<T>) {
    return count == 0 ? T(0) : static_cast<T>(static_cast<int64_t>(sum) / count);
  } else {
    return count == 0 ? T(0) : static_cast<T>(sum / static_cast<Wide>(count));
  }
}

/// Results of the type that lies in memory, rounded once.
template <class T, class Wide>
void Store(Reduction reduction, DataType type, const Wide* sums, int64_t count, int64_t rows, void* out) {
  if constexpr (std::is_same_v<T, float>) {
    if (IsShortFloat(type)) {
      float results[ReducePlan::kTile];
      for (int64_t j = 0; j < count; ++j)
        results[j] =
            float16_internal::RoundToOdd(static_cast<double>(Finish<Wide>(reduction, sums[j], rows)));
      return NarrowFromFloat(type, results, count, out);
    }
  }
  T* to = static_cast<T*>(out);
  for (int64_t j = 0; j < count; ++j) to[j] = Finish<T>(reduction, sums[j], rows);
}

/// About nanoseconds: what each of `count` pieces of equal size costs.
int64_t PieceCost(const ReducePlan& plan, int64_t count) {
  return std::max<int64_t>(1, plan.groups * plan.columns * plan.rows / std::max<int64_t>(1, count));
}

/// The sums of nodes: [nodes, groups, columns].
template <class F, class T>
std::vector<typename F::Wide> SumsOfNodes(Exec& exec, DataType type, const ReducePlan& plan,
                                          const std::vector<SumNode>& nodes, const void* in) {
  const int64_t tiles = plan.groups * plan.tiles, count = tiles * static_cast<int64_t>(nodes.size());
  std::vector<typename F::Wide> sums(nodes.size() * static_cast<size_t>(plan.outputs()));
  ParallelFor(exec, count, PieceCost(plan, count), [&](int64_t begin, int64_t end) {
    Pieces<F, T> pieces(plan, type, in);
    for (int64_t piece = begin; piece < end; ++piece) {
      const int64_t node = piece / tiles, tile = piece % tiles;
      int64_t columns = 0;
      const auto* from = pieces.Compute(nodes[static_cast<size_t>(node)], tile, &columns);
      std::copy_n(from, columns, sums.data() + node * plan.outputs() + plan.FirstOutput(tile));
    }
  });
  return sums;
}

/// Nodes cut up until there is work for all.
std::vector<SumNode> PiecesOf(const std::vector<SumNode>& nodes, const ReducePlan& plan) {
  const int64_t tiles = std::max<int64_t>(1, plan.groups * plan.tiles);
  return SplitUp(nodes, static_cast<size_t>(ReducePlan::kManyPieces / tiles),
                 [](const auto&) { return true; });
}

template <class F, class T>
void RunReduce(Exec& exec, Reduction reduction, DataType type, const ReducePlan& plan, const void* in,
               void* out) {
  const auto out_at = [&](int64_t place) { return static_cast<char*>(out) + place * DataTypeSize(type); };
  const SumNode all = plan.blocks.all();
  const std::vector<SumNode> nodes = PiecesOf({all}, plan);
  if (nodes.size() == 1) {
    const int64_t tiles = plan.groups * plan.tiles;
    ParallelFor(exec, tiles, PieceCost(plan, tiles), [&](int64_t begin, int64_t end) {
      Pieces<F, T> pieces(plan, type, in);
      for (int64_t tile = begin; tile < end; ++tile) {
        int64_t count = 0;
        const auto* sums = pieces.Compute(all, tile, &count);
        Store<T>(reduction, type, sums, count, plan.rows, out_at(plan.FirstOutput(tile)));
      }
    });
    return;
  }
  auto sums = SumsOfNodes<F, T>(exec, type, plan, nodes, in);
  const SumPlan together(all, nodes);
  for (const auto& [to, from] : together.additions) {
    auto* sum = sums.data() + static_cast<int64_t>(to) * plan.outputs();
    const auto* more = sums.data() + static_cast<int64_t>(from) * plan.outputs();
    for (int64_t j = 0; j < plan.outputs(); ++j) sum[j] = F::Join(sum[j], more[j]);
  }
  for (int64_t j = 0; j < plan.outputs(); j += ReducePlan::kTile) {
    const int64_t count = std::min(ReducePlan::kTile, plan.outputs() - j);
    Store<T>(reduction, type, sums.data() + j, count, plan.rows, out_at(j));
  }
}

std::vector<Extent> AllOf(absl::Span<const int64_t> sizes) {
  std::vector<Extent> axes;
  for (int64_t size : sizes) axes.push_back(Extent::All(size));
  return axes;
}

}  // namespace

void Reduce(Exec& exec, Reduction reduction, DataType type, absl::Span<const int64_t> sizes,
            const std::vector<bool>& reduced, const void* in, void* out) {
  OnlyWay(exec, "cpu/reduce");
  const ReducePlan plan(AllOf(sizes), reduced);
  if (plan.outputs() == 0) return;
  const auto run = [&](auto types, auto function) {
    VisitType(types, ComputedType(type), [&](auto tag) {
      using T = typename decltype(tag)::type;
      function.template operator()<T>();
    });
  };
  switch (reduction) {
    case Reduction::kSum:
    case Reduction::kMean:
      return run(ComputedTypes(),
                 [&]<class T>() { RunReduce<Sum<T>, T>(exec, reduction, type, plan, in, out); });
    case Reduction::kMax:
      return run(ComputedTypes(),
                 [&]<class T>() { RunReduce<Max<T>, T>(exec, reduction, type, plan, in, out); });
    case Reduction::kMin:
      return run(ComputedTypes(),
                 [&]<class T>() { RunReduce<Min<T>, T>(exec, reduction, type, plan, in, out); });
    case Reduction::kProd:
      return run(ComputedTypes(),
                 [&]<class T>() { RunReduce<Prod<T>, T>(exec, reduction, type, plan, in, out); });
    case Reduction::kAll:
      return RunReduce<All, uint8_t>(exec, reduction, type, plan, in, out);
    case Reduction::kAny:
      return RunReduce<Any, uint8_t>(exec, reduction, type, plan, in, out);
    case Reduction::kHalfSquares:
      return run(ComputedFloats(),
                 [&]<class T>() { RunReduce<Squares<T>, T>(exec, reduction, type, plan, in, out); });
  }
}

SumBlocks ReduceBlocks(absl::Span<const Extent> axes, const std::vector<bool>& reduced) {
  return ReducePlan(axes, reduced).blocks;
}

SumParts<double> ReduceParts(Exec& exec, Reduction reduction, DataType type, absl::Span<const Extent> axes,
                             const std::vector<bool>& reduced, const void* in) {
  OnlyWay(exec, "cpu/reduce");
  const ReducePlan plan(axes, reduced);
  const SumNode all = plan.blocks.all();
  const std::vector<SumNode> nodes = PiecesOf(SubtreesOf(all, plan.blocks.held()), plan);
  SumParts<double> parts = {plan.outputs(), {}, {}};
  VisitType(ComputedFloats(), ComputedType(type), [&](auto tag) {
    using T = typename decltype(tag)::type;
    parts.Add(all,
              {plan.outputs(), nodes,
               reduction == Reduction::kHalfSquares ? SumsOfNodes<Squares<T>, T>(exec, type, plan, nodes, in)
                                                    : SumsOfNodes<Sum<T>, T>(exec, type, plan, nodes, in)});
  });
  return parts;
}

void FinishSums(Reduction reduction, DataType type, absl::Span<const double> sums, int64_t count, void* out) {
  const auto size = static_cast<int64_t>(sums.size());
  VisitType(ComputedFloats(), ComputedType(type), [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (int64_t j = 0; j < size; j += ReducePlan::kTile)
      Store<T>(reduction, type, sums.data() + j, std::min(ReducePlan::kTile, size - j), count,
               static_cast<char*>(out) + j * DataTypeSize(type));
  });
}

}  // namespace voxgrad
