#include "voxgrad/buffer.h"

#include <ostream>

#include "core/form_store.h"
#include "core/memory.h"

namespace voxgrad {

const char* DeviceName(DeviceKind device) {
  switch (device) {
    case DeviceKind::kCpu:
      return "cpu";
  }
  return "unknown";
}
std::ostream& operator<<(std::ostream& stream, DeviceKind device) { return stream << DeviceName(device); }

BufferRef Buffer::Borrow(void* data, size_t bytes, Release release, void* context) {
  auto* buffer = new Buffer(Owner::kLender, DeviceKind::kCpu, data, bytes, nullptr);
  buffer->AtRelease(release, context);
  return BufferRef(buffer);
}

BufferRef Buffer::Borrow(std::shared_ptr<void> memory, size_t bytes) {
  void* data = memory.get();
  const auto release = [](void* held) { delete static_cast<std::shared_ptr<void>*>(held); };
  return Borrow(data, bytes, release, new std::shared_ptr<void>(std::move(memory)));
}

void Buffer::Free() {
  delete FormStore::Of(*this);
  if (release_ != nullptr) release_(context_);
  if (allocator_ == nullptr) {
    delete this;
  } else {
    allocator_->Free(this);
  }
}

void Buffer::DropForms() { FormStore::Of(*this)->Drop(); }

}  // namespace voxgrad
