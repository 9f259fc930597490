// A block of memory that knows where it lies, whose it is, and how often it was written to. Tensors are views
// of one.
#ifndef VOXGRAD_BUFFER_H_
#define VOXGRAD_BUFFER_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <utility>

#include "voxgrad/export.h"

namespace voxgrad {

class Allocator;
class BufferRef;
class FormStore;

/// Where memory lies.
enum class DeviceKind : uint8_t { kCpu };

/// "cpu"
VOXGRAD_API const char* DeviceName(DeviceKind device);
VOXGRAD_API std::ostream& operator<<(std::ostream& stream, DeviceKind device);

class VOXGRAD_API Buffer {
 public:
  /// Whose the memory is.
  enum class Owner : uint8_t {
    kBuffer,      // the buffer's own, and freed with it
    kBlockCache,  // lent by the cache of large blocks, which has it back afterwards
    kLender,      // borrowed from elsewhere: an array of another library, say
  };
  /// Tells a lender that its memory is no longer used.
  using Release = void (*)(void* context);

  /// Memory that lives elsewhere, until `release(context)`; without that the lender sees to it itself that
  /// the memory stays for as long as anyone may look at it.
  static BufferRef Borrow(void* data, size_t bytes, Release release = nullptr, void* context = nullptr);
  static BufferRef Borrow(std::shared_ptr<void> memory, size_t bytes);

  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  void* data() const { return data_; }
  size_t bytes() const { return bytes_; }
  DeviceKind device() const { return device_; }
  Owner owner() const { return owner_; }

  /// Whether nobody but the one who asks has the memory: then it may write there.
  bool HasOneHolder() const {
    return owner_ != Owner::kLender && holders_.load(std::memory_order_acquire) == 1;
  }

  /// What is to be called, with the context, before the memory goes.
  void AtRelease(Release release, void* context) {
    release_ = release;
    context_ = context;
  }

  /// Grows with every write that was made known.
  uint64_t version() const { return version_.load(std::memory_order_relaxed); }
  /// To be called by who writes to the memory, or is about to. What was derived from it is dropped.
  void MarkWritten() {
    // No read-modify-write: two who write at once do not agree on what the memory holds either.
    version_.store(version() + 1, std::memory_order_relaxed);
    if (forms_.load(std::memory_order_relaxed) != nullptr) DropForms();
  }

 private:
  friend class Allocator;
  friend class BufferRef;
  friend class FormStore;

  /// `allocator` frees a buffer of its own; one without is of a lender's memory.
  Buffer(Owner owner, DeviceKind device, void* data, size_t bytes, Allocator* allocator, size_t block = 0)
      : owner_(owner), device_(device), data_(data), bytes_(bytes), allocator_(allocator), block_(block) {}
  ~Buffer() = default;

  void Hold() { holders_.fetch_add(1, std::memory_order_relaxed); }
  void LetGo() {
    if (holders_.fetch_sub(1, std::memory_order_acq_rel) == 1) Free();
  }
  void Free();
  void DropForms();

  std::atomic<uint32_t> holders_ = 0;
  const Owner owner_;
  const DeviceKind device_;
  void* const data_;
  const size_t bytes_;
  std::atomic<uint64_t> version_ = 0;
  std::atomic<FormStore*> forms_ = nullptr;  // see core/kept_forms.h
  Allocator* const allocator_;
  const size_t block_;  // bytes that the allocator took for it
  Release release_ = nullptr;
  void* context_ = nullptr;
};

/// A share of a buffer, or of none.
class BufferRef {
 public:
  BufferRef() = default;
  explicit BufferRef(Buffer* buffer) : buffer_(buffer) {
    if (buffer_ != nullptr) buffer_->Hold();
  }
  BufferRef(const BufferRef& other) : BufferRef(other.buffer_) {}
  BufferRef(BufferRef&& other) noexcept : buffer_(std::exchange(other.buffer_, nullptr)) {}
  BufferRef& operator=(BufferRef other) noexcept {
    std::swap(buffer_, other.buffer_);
    return *this;
  }
  ~BufferRef() {
    if (buffer_ != nullptr) buffer_->LetGo();
  }

  /// For a share that lives in a language or library of its own: out of the hands of this class, and back.
  [[nodiscard]] Buffer* release() { return std::exchange(buffer_, nullptr); }
  static BufferRef Adopt(Buffer* released) {
    BufferRef ref;
    ref.buffer_ = released;
    return ref;
  }

  Buffer* get() const { return buffer_; }
  Buffer* operator->() const { return buffer_; }
  Buffer& operator*() const { return *buffer_; }
  friend bool operator==(const BufferRef& a, const BufferRef& b) { return a.buffer_ == b.buffer_; }
  friend bool operator!=(const BufferRef& a, const BufferRef& b) { return a.buffer_ != b.buffer_; }
  friend bool operator==(const BufferRef& a, std::nullptr_t) { return a.buffer_ == nullptr; }
  friend bool operator!=(const BufferRef& a, std::nullptr_t) { return a.buffer_ != nullptr; }

 private:
  Buffer* buffer_ = nullptr;
};

}  // namespace voxgrad

#endif  // VOXGRAD_BUFFER_H_
