// Memory for tensors and work space. Large blocks are kept when they are freed and handed out again: filling
// pages that the system gives for the first time costs more than most ops themselves.
#ifndef VOXGRAD_CORE_MEMORY_H_
#define VOXGRAD_CORE_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <new>

#include "voxgrad/buffer.h"

namespace voxgrad {

/// Bytes of the machine's memory, or what a container leaves this process of it.
uint64_t PhysicalMemory();

/// What AllocateMemory aligns to: a cache line, and the largest vector.
inline constexpr size_t kMemoryAlignment = 64;

/// Makes the memory of one device.
class Allocator {
 public:
  virtual ~Allocator() = default;
  virtual DeviceKind device() const = 0;
  /// At least `bytes`, aligned and padded to a multiple of kMemoryAlignment, not initialised; null when the
  /// device has no more.
  virtual BufferRef Allocate(size_t bytes) = 0;

 protected:
  friend class Buffer;
  /// Takes back a buffer that it made and that nobody holds any more.
  virtual void Free(Buffer* buffer) = 0;

  /// For allocators alone: a buffer that is made at `place`, and its end.
  static Buffer* MakeAt(void* place, Buffer::Owner owner, DeviceKind device, void* data, size_t bytes,
                        Allocator* allocator, size_t block) {
    return new (place) Buffer(owner, device, data, bytes, allocator, block);
  }
  static size_t BlockOf(const Buffer& buffer) { return buffer.block_; }
  static void Destroy(Buffer* buffer) { buffer->~Buffer(); }
};

Allocator& AllocatorOf(DeviceKind device);

/// Memory of the processor, for work space.
inline BufferRef AllocateMemory(size_t bytes) { return AllocatorOf(DeviceKind::kCpu).Allocate(bytes); }

/// What is kept for later, and the most that may be: VOXGRAD_CACHE_MB, by default a quarter of the machine's
/// memory. With 0 nothing is kept. What goes beyond a quarter of the limit is the system's where it needs it.
struct MemoryCache {
  static size_t KeptBytes();
  static size_t Limit();
  static void SetLimit(size_t bytes);
  /// Gives everything that is kept back to the system.
  static void Clear();
};

}  // namespace voxgrad

#endif  // VOXGRAD_CORE_MEMORY_H_
