#include "studio/tensor_slice.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "core/parallel.h"
#include "core/type_list.h"

namespace voxgrad::studio {
namespace {

using SliceTypes = TypeList<float, double, Half, BFloat16, int8_t, int16_t, int32_t, int64_t, uint8_t,
                            uint16_t, uint32_t, uint64_t, bool>;

int64_t StrideOf(const Tensor& tensor, int axis) {
  int64_t stride = axis < 0 ? 0 : 1;
  for (int d = axis + 1; axis >= 0 && d < tensor.dims(); ++d) stride *= tensor.dim_size(d);
  return stride;
}

/// 1…255 from low to high; 0 for NaN.
class Quantiser {
 public:
  Quantiser(double low, double high) : low_(low), scale_(high > low ? 254 / (high - low) : 0) {}
  unsigned char operator()(double value) const {
    if (value != value) return 0;
    const double level = scale_ == 0 && value > low_ ? 254 : (value - low_) * scale_;
    return static_cast<unsigned char>(1.5 + std::min(254.0, std::max(0.0, level)));
  }

 private:
  double low_, scale_;
};

}  // namespace

absl::StatusOr<Plane> CheckPlane(const Tensor& tensor, int rows, int columns, const Ints& index) {
  const int dims = tensor.dims();
  if (rows >= dims || columns >= dims || (rows == columns && rows >= 0)) {
    return absl::InvalidArgumentError(absl::StrCat("rows is ", rows, " and columns is ", columns,
                                                   "; they must be two axes of ",
                                                   tensor.shape().DebugString(), "."));
  }
  Plane plane{rows, columns, index};
  plane.index.resize(static_cast<size_t>(dims), 0);
  for (int d = 0; d < dims; ++d) {
    if (d == rows || d == columns) plane.index[static_cast<size_t>(d)] = 0;
    const int64_t at = plane.index[static_cast<size_t>(d)];
    if (at < 0 || (at >= tensor.dim_size(d) && d != rows && d != columns)) {
      return absl::InvalidArgumentError(absl::StrCat("index is ", ShapeString(plane.index),
                                                     ", which lies outside of ", tensor.shape().DebugString(),
                                                     "."));
    }
  }
  return plane;
}

Plane MiddlePlane(const Tensor& tensor) {
  Plane plane;
  plane.index.resize(static_cast<size_t>(tensor.dims()), 0);
  int largest[2] = {-1, -1};
  for (int d = tensor.dims() - 1; d >= 0; --d) {  // of equal ones the later: the height and width of a volume
    const auto larger = [&](int than) { return than < 0 || tensor.dim_size(d) > tensor.dim_size(than); };
    if (larger(largest[0])) {
      largest[1] = largest[0];
      largest[0] = d;
    } else if (larger(largest[1])) {
      largest[1] = d;
    }
  }
  plane.rows = std::min(largest[0], largest[1]);
  plane.columns = std::max(largest[0], largest[1]);
  for (int d = 0; d < tensor.dims(); ++d) {
    if (d != plane.rows && d != plane.columns) plane.index[static_cast<size_t>(d)] = tensor.dim_size(d) / 2;
  }
  return plane;
}

PlaneView ViewOf(const Tensor& tensor, const Plane& plane) {
  PlaneView view;
  for (int d = 0; d < tensor.dims(); ++d)
    view.first += plane.index[static_cast<size_t>(d)] * StrideOf(tensor, d);
  if (plane.rows >= 0) view.height = tensor.dim_size(plane.rows);
  if (plane.columns >= 0) view.width = tensor.dim_size(plane.columns);
  view.row_stride = StrideOf(tensor, plane.rows);
  view.column_stride = StrideOf(tensor, plane.columns);
  return view;
}

Slice CutSlice(const Tensor& tensor, const Plane& plane, double low, double high, int64_t most) {
  const PlaneView view = ViewOf(tensor, plane);
  Slice slice;
  slice.every = std::max<int64_t>(1, (std::max(view.width, view.height) + most - 1) / most);
  slice.width = (view.width + slice.every - 1) / slice.every;
  slice.height = (view.height + slice.every - 1) / slice.every;
  slice.bytes.resize(static_cast<size_t>(slice.width * slice.height));
  const Quantiser quantise(low, high);
  VisitType(SliceTypes(), tensor.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* data = static_cast<const T*>(tensor.data()) + view.first;
    // Far apart in memory, each cell costs a miss: pieces small enough that every thread has some.
    Exec exec;
    ParallelFor(exec, slice.height, slice.width * 64, [&](int64_t begin, int64_t end) {
      for (int64_t r = begin; r < end; ++r) {
        const T* row = data + r * slice.every * view.row_stride;
        char* to = slice.bytes.data() + r * slice.width;
        const int64_t step = slice.every * view.column_stride;
        for (int64_t c = 0; c < slice.width; ++c)
          to[c] = static_cast<char>(quantise(static_cast<double>(row[c * step])));
      }
    });
  });
  return slice;
}

}  // namespace voxgrad::studio
