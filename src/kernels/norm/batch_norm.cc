#include "kernels/norm/batch_norm.h"

#include <algorithm>
#include <numeric>

#include "core/parallel.h"
#include "kernels/list.h"
#include "kernels/norm/channel_pieces.h"
#include "kernels/simd/float16.h"
#include "kernels/simd/target.h"
#include "kernels/simd/tile.h"

namespace voxgrad {
namespace {

constexpr int64_t kLeastPeriod = 512;  // elements before a line's numbers repeat, where they can
constexpr int64_t kMostPeriod = 2048;

/// A line in the type that is computed in: each channel's numbers `each` times, and all that `times` times.
class LineTable {
 public:
  LineTable(Exec& exec, DataType type, const ChannelLine& line, int64_t each, int64_t times)
      : bytes_(line.offset.size() * static_cast<size_t>(each * times * DataTypeSize(ComputedType(type))) +
               kVectorBytes),
        memory_(exec, kLineParts * cpu::Arena::Size<char>(bytes_)) {
    numbers_[kPSlope] = Take(type, Repeat(line.p_slope, each, times));
    numbers_[kPOrigin] = Take(type, Repeat(line.p_origin, each, times));
    numbers_[kOffset] = Take(type, Repeat(line.offset, each, times));
    numbers_[kQSlope] = Take(type, Repeat(line.q_slope, each, times));
    numbers_[kQOrigin] = Take(type, Repeat(line.q_origin, each, times));
  }

  const LineNumbers& numbers() const { return numbers_; }

 private:
  const void* Take(DataType type, const ChannelValues& values) {
    char* to = memory_.Take<char>(bytes_);
    VisitType(ComputedFloats(), ComputedType(type), [&](auto tag) {
      using V = typename decltype(tag)::type;
      std::transform(values.begin(), values.end(), reinterpret_cast<V*>(to),
                     [](double value) { return static_cast<V>(value); });
    });
    return to;
  }

  static constexpr size_t kVectorBytes = 64;  // readable behind the last number
  const size_t bytes_;                        // of a part
  cpu::Arena memory_;
  LineNumbers numbers_;
};

/// How many rows of all columns a table of a line's numbers is for: they are cache lines and few enough to
/// stay in the nearest cache, and not so few that a run is short.
int64_t RowsOfTable(int64_t columns, int64_t size, int64_t rows) {
  const int64_t line = 64 / size;
  const int64_t whole = line / std::gcd(columns, line);
  const int64_t least = Pieces(kLeastPeriod, columns * whole) * whole;
  return std::min(rows, columns * least <= kMostPeriod ? least : Pieces(kLeastPeriod, columns));
}

}  // namespace

ChannelValues FirstOf(const ChannelProblem& problem, const void* in) {
  ChannelValues first(static_cast<size_t>(problem.channels), 0.0);
  if (problem.elements() == 0) return first;
  VisitType(FloatTypes(), problem.type, [&](auto tag) {
    const auto* values = static_cast<const typename decltype(tag)::type*>(in);
    for (size_t c = 0; c < first.size(); ++c)
      first[c] = static_cast<double>(values[static_cast<int64_t>(c) * problem.inner]);
  });
  return first;
}

void ApplyLine(Exec& exec, const ChannelProblem& problem, const ChannelLine& line, const void* p,
               const void* q, void* out) {
  OnlyWay(exec, cpu::WhyOff().empty() ? "cpu/channel-line" : "reference/channel-line");
  const int64_t total = problem.total(), size = DataTypeSize(problem.type);
  if (total == 0) return;
  const bool each = HasShortRuns(problem.inner);
  const int64_t columns = problem.channels * problem.inner;
  const int64_t rows = each ? RowsOfTable(columns, size, problem.outer) : 1;
  const LineTable table(exec, problem.type, line, each ? problem.inner : 1, rows);
  const int64_t length = each ? columns * rows : problem.inner;
  const bool stream = cpu::WorthStreaming(total * size, length * size);
  const ChannelLoops loops = ChannelLoopsOf(problem.type);
  ParallelFor(exec, Pieces(total, kPieceElements), kPieceElements / 4, [&](int64_t begin, int64_t end) {
    const int64_t place = begin * kPieceElements;
    const auto at = [&](const void* data) { return static_cast<const char*>(data) + place * size; };
    loops.line({at(p), q == nullptr ? nullptr : at(q), static_cast<char*>(out) + place * size, place,
                std::min(total, end * kPieceElements) - place, length, table.numbers(),
                each ? 1 : problem.channels, each, stream});
  });
}

}  // namespace voxgrad
