// Memory for tensors and work space. Large blocks are kept when they are freed and handed out again: filling
// pages that the system gives for the first time costs more than most ops themselves.
#ifndef VOXGRAD_CORE_MEMORY_H_
#define VOXGRAD_CORE_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <memory>

namespace voxgrad {

/// Bytes of the machine's memory.
uint64_t PhysicalMemory();

/// What AllocateMemory aligns to: a cache line, and the largest vector.
inline constexpr size_t kMemoryAlignment = 64;

/// At least `bytes`, aligned and padded to a multiple of kMemoryAlignment, not initialised; null when the
/// system has no more.
std::shared_ptr<void> AllocateMemory(size_t bytes);

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
