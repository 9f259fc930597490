// Lists as parameters and short lists, under the names that TensorFlow programs use.
#ifndef VOXGRAD_ARRAY_SLICE_H_
#define VOXGRAD_ARRAY_SLICE_H_

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"

namespace voxgrad {
namespace gtl {

/// Takes vectors, arrays and lists in braces.
template <class T>
using ArraySlice = absl::Span<const T>;
template <class T>
using MutableArraySlice = absl::Span<T>;
template <class T, size_t N>
using InlinedVector = absl::InlinedVector<T, N>;

}  // namespace gtl
}  // namespace voxgrad

#endif  // VOXGRAD_ARRAY_SLICE_H_
