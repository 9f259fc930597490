#include "kernels/array/copy_box.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "core/parallel.h"
#include "kernels/list.h"

namespace voxgrad {
namespace {

constexpr int64_t kPieceBytes = 1 << 16;  // of one long row, so that several threads can share it
constexpr int64_t kLineBytes = 64;        // of a cache line
constexpr int64_t kTileBytes = 256;       // of a side of a transposed tile

struct Bytes16 {
  uint64_t low, high;
};

/// Memory of any alignment.
template <class T>
T Load(const char* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}
template <class T>
void Store(char* to, T value) {
  std::memcpy(to, &value, sizeof(T));
}

/// Drops axes of one element and joins neighbours that are one axis in memory on both sides.
BoxAxes Simplify(const BoxAxes& axes) {
  BoxAxes simple;
  for (const BoxAxis& axis : axes) {
    if (axis.size == 1) continue;
    if (!simple.empty() && simple.back().from == axis.size * axis.from &&
        simple.back().to == axis.size * axis.to) {
      simple.back() = {simple.back().size * axis.size, axis.from, axis.to};
    } else {
      simple.push_back(axis);
    }
  }
  return simple;
}

/// A few elements that lie together on both sides are one larger element.
void Widen(BoxAxes* axes, int64_t* element_bytes) {
  if (axes->empty()) return;
  const BoxAxis& last = axes->back();
  if (last.from != *element_bytes || last.to != *element_bytes || last.size > 16) return;
  const int64_t bytes = last.size * *element_bytes;
  if (bytes != 2 && bytes != 4 && bytes != 8 && bytes != 16) return;
  *element_bytes = bytes;
  axes->pop_back();
}

template <class T>
void CopyRow(const BoxAxis& axis, int64_t size, const char* from, char* to) {
  constexpr int64_t kBytes = sizeof(T);
  if (axis.to == kBytes && axis.from == kBytes) {
    std::memcpy(to, from, static_cast<size_t>(size * kBytes));
  } else if (axis.to == kBytes && axis.from == 0) {
    const T value = Load<T>(from);
    for (int64_t i = 0; i < size; ++i) Store(to + i * kBytes, value);
  } else if (axis.to == kBytes) {
    for (int64_t i = 0; i < size; ++i) Store(to + i * kBytes, Load<T>(from + i * axis.from));
  } else {
    for (int64_t i = 0; i < size; ++i) Store(to + i * axis.to, Load<T>(from + i * axis.from));
  }
}

/// Where item number `item` of the outer axes begins on both sides.
void Locate(absl::Span<const BoxAxis> outer, int64_t item, const char** from, char** to) {
  for (size_t i = outer.size(); i-- > 0;) {
    const int64_t place = item % outer[i].size;
    item /= outer[i].size;
    *from += place * outer[i].from;
    *to += place * outer[i].to;
  }
}

int64_t Count(absl::Span<const BoxAxis> axes) {
  int64_t count = 1;
  for (const BoxAxis& axis : axes) count *= axis.size;
  return count;
}

template <class T>
void CopyRows(Exec& exec, const BoxAxes& axes, const char* from, char* to) {
  const BoxAxis row = axes.back();
  const auto outer = absl::MakeConstSpan(axes).first(axes.size() - 1);
  const int64_t piece = std::min<int64_t>(row.size, kPieceBytes / static_cast<int64_t>(sizeof(T)));
  const int64_t pieces = (row.size - 1) / piece + 1;
  const bool together = row.from == static_cast<int64_t>(sizeof(T)) && row.to == row.from;
  const int64_t cost = together ? piece * static_cast<int64_t>(sizeof(T)) / 16 + 4 : piece + 4;
  ParallelFor(exec, Count(outer) * pieces, cost, [&](int64_t begin, int64_t end) {
    for (int64_t item = begin; item < end; ++item) {
      const int64_t at = item % pieces * piece;
      const char* row_from = from + at * row.from;
      char* row_to = to + at * row.to;
      Locate(outer, item / pieces, &row_from, &row_to);
      CopyRow<T>(row, std::min(piece, row.size - at), row_from, row_to);
    }
  });
}

/// The elements of two rows in turn, beginning with element `First` of each.
template <int First, class Row, size_t... I>
Row Interleave(Row a, Row b, std::index_sequence<I...>) {
  constexpr int kCount = sizeof...(I);
  return __builtin_shufflevector(a, b,
                                 (First + static_cast<int>(I) / 2 + static_cast<int>(I) % 2 * kCount)...);
}

/// A square of 16 bytes a side, its rows becoming columns: each round puts the rows of the lower half between
/// those of the upper, element by element, and after log2(K) rounds every element is in its place.
template <class T>
void TransposeSquare(const char* from, int64_t from_stride, char* to, int64_t to_stride) {
  constexpr int K = 16 / sizeof(T);
  typedef T Row __attribute__((vector_size(16)));
  const auto places = std::make_index_sequence<K>();
  Row rows[K], next[K];
  for (int i = 0; i < K; ++i) rows[i] = Load<Row>(from + i * from_stride);
  for (int round = 1; round < K; round *= 2) {
    for (int i = 0; i < K / 2; ++i) {
      next[2 * i] = Interleave<0>(rows[i], rows[i + K / 2], places);
      next[2 * i + 1] = Interleave<K / 2>(rows[i], rows[i + K / 2], places);
    }
    for (int i = 0; i < K; ++i) rows[i] = next[i];
  }
  for (int i = 0; i < K; ++i) Store(to + i * to_stride, rows[i]);
}

/// A square of one cache line a side: lines are read whole and, by way of a small buffer, written whole.
template <class T>
void TransposeLines(const char* from, int64_t from_stride, char* to, int64_t to_stride) {
  constexpr int64_t kSquare = 16 / sizeof(T);
  alignas(64) char lines[kLineBytes / sizeof(T)][kLineBytes];
  for (int64_t row = 0; row < 4; ++row) {
    for (int64_t column = 0; column < 4; ++column) {
      TransposeSquare<T>(from + row * kSquare * from_stride + column * 16, from_stride,
                         &lines[column * kSquare][row * 16], kLineBytes);
    }
  }
  for (size_t i = 0; i < std::size(lines); ++i)
    std::memcpy(to + static_cast<int64_t>(i) * to_stride, lines[i], kLineBytes);
}

/// Rows that lie along one axis, y, in `from` and along another, x, in `to`: tile by tile, so that every
/// cache line and every page is used up while it is near.
template <class T>
void CopyTile(const BoxAxis& x, const BoxAxis& y, int64_t x_size, int64_t y_size, const char* from,
              char* to) {
  constexpr int64_t kBytes = sizeof(T);
  constexpr int64_t kLine = kLineBytes / kBytes;
  int64_t x_done = 0, y_done = 0;
  if constexpr (sizeof(T) <= 8) {
    x_done = x_size / kLine * kLine;
    y_done = y_size / kLine * kLine;
    for (int64_t j = 0; j < y_done; j += kLine) {
      for (int64_t i = 0; i < x_done; i += kLine)
        TransposeLines<T>(from + j * kBytes + i * x.from, x.from, to + j * y.to + i * kBytes, y.to);
    }
  }
  for (int64_t j = 0; j < y_size; ++j) {  // what is left at the borders
    for (int64_t i = j < y_done ? x_done : 0; i < x_size; ++i)
      Store(to + j * y.to + i * kBytes, Load<T>(from + j * kBytes + i * x.from));
  }
}

template <class T>
void CopyTiles(Exec& exec, BoxAxes axes, size_t along_from, const char* from, char* to) {
  const BoxAxis x = axes.back();
  const BoxAxis y = axes[along_from];
  axes.pop_back();
  axes.erase(axes.begin() + static_cast<int64_t>(along_from));
  constexpr int64_t kSide = kTileBytes / static_cast<int64_t>(sizeof(T));
  const int64_t tiles_x = (x.size - 1) / kSide + 1;
  const int64_t tiles_y = (y.size - 1) / kSide + 1;
  const int64_t cost = std::min(kSide, x.size) * std::min(kSide, y.size) / 2;
  ParallelFor(exec, Count(axes) * tiles_x * tiles_y, cost, [&](int64_t begin, int64_t end) {
    for (int64_t item = begin; item < end; ++item) {
      const int64_t at_y = item % tiles_y * kSide;
      const int64_t at_x = item / tiles_y % tiles_x * kSide;
      const char* tile_from = from + at_x * x.from + at_y * y.from;
      char* tile_to = to + at_x * x.to + at_y * y.to;
      Locate(axes, item / tiles_y / tiles_x, &tile_from, &tile_to);
      CopyTile<T>(x, y, std::min(kSide, x.size - at_x), std::min(kSide, y.size - at_y), tile_from, tile_to);
    }
  });
}

template <class T>
void CopyElements(Exec& exec, const BoxAxes& axes, const char* from, char* to) {
  constexpr int64_t kBytes = sizeof(T);
  const BoxAxis& last = axes.back();
  if (last.to == kBytes && last.from != kBytes && last.from != 0) {
    for (size_t i = 0; i + 1 < axes.size(); ++i) {
      if (axes[i].from == kBytes) return CopyTiles<T>(exec, axes, i, from, to);
    }
  }
  CopyRows<T>(exec, axes, from, to);
}

}  // namespace

absl::InlinedVector<int64_t, 8> RowMajorStrides(absl::Span<const int64_t> sizes, int64_t element_bytes) {
  absl::InlinedVector<int64_t, 8> strides(sizes.size());
  for (size_t i = sizes.size(); i-- > 0;) {
    strides[i] = element_bytes;
    element_bytes *= std::max<int64_t>(sizes[i], 1);
  }
  return strides;
}

void CopyBox(Exec& exec, BoxAxes axes, const void* from, void* to, int64_t element_bytes) {
  OnlyWay(exec, "cpu/copy-box");
  for (const BoxAxis& axis : axes) {
    if (axis.size == 0) return;
  }
  axes = Simplify(axes);
  if (axes.size() > 1) Widen(&axes, &element_bytes);
  if (axes.empty()) axes.push_back({1, element_bytes, element_bytes});
  const char* source = static_cast<const char*>(from);
  char* target = static_cast<char*>(to);
  switch (element_bytes) {
    case 1:
      return CopyElements<uint8_t>(exec, axes, source, target);
    case 2:
      return CopyElements<uint16_t>(exec, axes, source, target);
    case 4:
      return CopyElements<uint32_t>(exec, axes, source, target);
    case 8:
      return CopyElements<uint64_t>(exec, axes, source, target);
    case 16:
      return CopyElements<Bytes16>(exec, axes, source, target);
    default:
      return;
  }
}

void ClearBytes(void* out, int64_t bytes) {
  if (bytes > 0) std::memset(out, 0, static_cast<size_t>(bytes));
}

}  // namespace voxgrad
