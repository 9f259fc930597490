// What a kernel reads: memory, and the buffer that it lies in where the kernel may keep forms of it.
#ifndef VOXGRAD_CORE_VIEW_H_
#define VOXGRAD_CORE_VIEW_H_

#include "voxgrad/tensor.h"

namespace voxgrad {

struct ConstView {
  ConstView(const void* data) : data(data) {}
  ConstView(const void* data, Buffer* buffer) : data(data), buffer(buffer) {}
  ConstView(const Tensor& tensor) : data(tensor.data()), buffer(tensor.buffer().get()) {}

  operator const void*() const { return data; }
  template <class T>
  const T* as() const {
    return static_cast<const T*>(data);
  }

  const void* data;
  Buffer* buffer = nullptr;  // null: nothing is known of the memory
};

}  // namespace voxgrad

#endif  // VOXGRAD_CORE_VIEW_H_
