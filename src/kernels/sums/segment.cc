#include "kernels/sums/segment.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "core/parallel.h"
#include "kernels/elementwise/loops.h"
#include "kernels/elementwise/shared_functions.h"
#include "kernels/list.h"

namespace voxgrad {
namespace {

constexpr int64_t kTile = 1024;  // columns

/// The rows of each segment, one segment after the other, in their order.
class RowsBySegment {
 public:
  RowsBySegment(absl::Span<const int64_t> ids, int64_t segments)
      : ends_(static_cast<size_t>(segments) + 1), rows_(ids.size()) {
    const auto counts = [&](int64_t id) { return id >= 0 && id < segments; };
    for (int64_t id : ids) {
      if (counts(id)) ++ends_[static_cast<size_t>(id) + 1];
    }
    for (size_t i = 1; i < ends_.size(); ++i) ends_[i] += ends_[i - 1];
    std::vector<int64_t> next(ends_.begin(), ends_.end() - 1);
    for (size_t row = 0; row < ids.size(); ++row) {
      if (counts(ids[row]))
        rows_[static_cast<size_t>(next[static_cast<size_t>(ids[row])]++)] = static_cast<int64_t>(row);
    }
  }

  absl::Span<const int64_t> of(int64_t segment) const {
    const auto begin = static_cast<size_t>(ends_[static_cast<size_t>(segment)]);
    const auto end = static_cast<size_t>(ends_[static_cast<size_t>(segment) + 1]);
    return absl::MakeConstSpan(rows_).subspan(begin, end - begin);
  }

 private:
  std::vector<int64_t> ends_;  // of the segment before
  std::vector<int64_t> rows_;
};

/// The sum of some rows over one tile of columns.
class TileSum {
 public:
  explicit TileSum(DataType type)
      : type_(type),
        size_(DataTypeSize(type)),
        add_(type == DT_BOOL ? elementwise::BinaryOf<elementwise::kOr, TypeList<bool>>(type)
                             : elementwise::BinaryOf<elementwise::kAdd, ComputedTypes>(ComputedType(type))) {}

  void Compute(absl::Span<const int64_t> rows, int64_t width, int64_t column, int64_t count, const void* in,
               char* out) {
    const auto place = [&](int64_t row) {
      return static_cast<const char*>(in) + (row * width + column) * size_;
    };
    char* sum = IsShortFloat(type_) ? reinterpret_cast<char*>(sum_) : out;
    if (rows.empty()) {
      std::memset(out, 0, static_cast<size_t>(count * size_));
      return;
    }
    if (IsShortFloat(type_)) {
      WidenToFloat(type_, place(rows[0]), count, sum_);
    } else {
      std::memcpy(out, place(rows[0]), static_cast<size_t>(count * size_));
    }
    for (int64_t row : rows.subspan(1)) {
      const void* next = place(row);
      if (IsShortFloat(type_)) {
        WidenToFloat(type_, next, count, next_);
        next = next_;
      }
      const void* pair[] = {sum, next};
      add_.run(pair, sum, count);
    }
    if (IsShortFloat(type_)) NarrowFromFloat(type_, sum_, count, out);
  }

 private:
  const DataType type_;
  const int64_t size_;
  const elementwise::Loop add_;
  float sum_[kTile];
  float next_[kTile];
};

}  // namespace

void SumSegments(Exec& exec, DataType type, absl::Span<const int64_t> ids, int64_t segments, int64_t width,
                 const void* in, void* out) {
  OnlyWay(exec, "reference/sum-segments");
  if (segments == 0 || width == 0) return;
  const RowsBySegment rows(ids, segments);
  const int64_t tiles = (width - 1) / kTile + 1;
  const int64_t rows_each = static_cast<int64_t>(ids.size()) / segments + 1;
  ParallelFor(exec, segments * tiles, 4 + rows_each * std::min(width, kTile),
              [&](int64_t begin, int64_t end) {
                TileSum sum(type);
                for (int64_t item = begin; item < end; ++item) {
                  const int64_t column = item % tiles * kTile;
                  sum.Compute(rows.of(item / tiles), width, column, std::min(kTile, width - column), in,
                              static_cast<char*>(out) + (item / tiles * width + column) * DataTypeSize(type));
                }
              });
}

}  // namespace voxgrad
