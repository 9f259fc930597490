#include "core/memory.h"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <list>
#include <mutex>
#include <new>

#include "core/container_memory.h"

namespace voxgrad {
namespace {

constexpr size_t kLarge = size_t{1} << 20;     // smaller blocks are the C library's, which keeps them itself
constexpr size_t kHugePage = size_t{2} << 20;  // one entry of the address cache instead of 512

size_t RoundUp(size_t bytes, size_t step) { return (bytes + step - 1) / step * step; }

size_t DefaultLimit() {
#if defined(__SANITIZE_ADDRESS__)
  return 0;  // a block that is kept hides a use after free
#else
  const char* text = std::getenv("VOXGRAD_CACHE_MB");
  char* end = nullptr;
  const long long megabytes = text != nullptr ? std::strtoll(text, &end, 10) : -1;
  if (text != nullptr && end != text && *end == '\0' && megabytes >= 0)
    return static_cast<size_t>(megabytes) << 20;
  return static_cast<size_t>(PhysicalMemory() / 4);
#endif
}

struct Block {
  void* data;
  size_t size;
};

/// Large blocks that were freed, the latest first.
class Cache {
 public:
  /// A kept block of that size or up to a quarter more; null when there is none.
  void* Take(size_t size, size_t* taken) {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (auto block = blocks_.begin(); block != blocks_.end(); ++block) {
      if (block->size < size || block->size > size + size / 4) continue;
      void* data = block->data;
      *taken = block->size;
      kept_ -= block->size;
      blocks_.erase(block);
      return data;
    }
    return nullptr;
  }

  /// Keeps a block, at the price of those that were kept longest.
  void Keep(void* data, size_t size) {
    // Beyond a quarter of the limit the system may take the pages when it needs them; not after another
    // thread may have the block.
    const size_t most = limit();
    if (size <= most && kept() + size > most / 4) madvise(data, size, MADV_FREE);
    std::list<Block> dropped;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      blocks_.push_front({data, size});
      kept_ += size;
      Shrink(&dropped);
    }
    Release(dropped);
  }

  size_t kept() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return kept_;
  }
  size_t limit() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return limit_;
  }
  void SetLimit(size_t limit) {
    std::list<Block> dropped;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      limit_ = limit;
      Shrink(&dropped);
    }
    Release(dropped);
  }
  void Clear() {
    std::list<Block> dropped;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      dropped.swap(blocks_);
      kept_ = 0;
    }
    Release(dropped);
  }

 private:
  void Shrink(std::list<Block>* dropped) {
    while (kept_ > limit_) {
      kept_ -= blocks_.back().size;
      dropped->splice(dropped->begin(), blocks_, std::prev(blocks_.end()));
    }
  }
  /// Outside the lock: unmapping a large block takes a while.
  static void Release(const std::list<Block>& dropped) {
    for (const Block& block : dropped) munmap(block.data, block.size);
  }

  std::mutex mutex_;
  std::list<Block> blocks_;
  size_t kept_ = 0;
  size_t limit_ = DefaultLimit();
};

// Never destroyed: a tensor may be freed by a destructor that runs after everything here. A forked child
// cannot know in which state the mutex was, so it starts with a cache of its own.
Cache* cache = nullptr;

Cache& TheCache() {
  static const bool made = [] {
    cache = new Cache;
    pthread_atfork(nullptr, nullptr, [] { cache = new Cache; });
    return true;
  }();
  static_cast<void>(made);
  return *cache;
}

/// Mapped memory that begins on a huge page, so that the system can use those.
void* Map(size_t size) {
  const size_t room = size + kHugePage;
  void* mapped = mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  char* begin = static_cast<char*>(mapped);
  char* aligned = begin + (kHugePage - reinterpret_cast<uintptr_t>(begin) % kHugePage) % kHugePage;
  if (aligned > begin) munmap(begin, static_cast<size_t>(aligned - begin));
  char* end = aligned + size;
  if (end < begin + room) munmap(end, static_cast<size_t>(begin + room - end));
  madvise(aligned, size, MADV_HUGEPAGE);
  return aligned;
}

void* AllocateLarge(size_t* size) {
  size_t taken = 0;
  if (void* kept = TheCache().Take(*size, &taken)) {
    *size = taken;
    return kept;
  }
  if (void* fresh = Map(*size)) return fresh;
  TheCache().Clear();  // what is kept in other sizes may be what is missing
  return Map(*size);
}

/// The processor's memory: small blocks of the C library's, large ones of the cache's.
class CpuAllocator final : public Allocator {
 public:
  DeviceKind device() const override { return DeviceKind::kCpu; }

  BufferRef Allocate(size_t bytes) override {
    const size_t padded = RoundUp(std::max<size_t>(bytes, 1), kMemoryAlignment);
    return BufferRef(padded < kLarge ? AllocateSmall(bytes, padded) : AllocateLargeBuffer(bytes, padded));
  }

 private:
  /// The buffer and what it holds are one block: making a tensor of a few numbers is making one block.
  Buffer* AllocateSmall(size_t bytes, size_t padded) {
    constexpr size_t kHead = (sizeof(Buffer) + kMemoryAlignment - 1) / kMemoryAlignment * kMemoryAlignment;
#if defined(__SANITIZE_ADDRESS__)
    void* block = std::aligned_alloc(kMemoryAlignment, kHead + padded);  // ends where the data does
#else
    // The library takes several times as long to hand out an aligned block.
    void* block = std::malloc(kHead + padded + kMemoryAlignment - alignof(std::max_align_t));
#endif
    if (block == nullptr) return nullptr;
    const auto place = reinterpret_cast<uintptr_t>(block);
    char* data = static_cast<char*>(block) + (RoundUp(place + sizeof(Buffer), kMemoryAlignment) - place);
    return MakeAt(block, Buffer::Owner::kBuffer, device(), data, bytes, this, 0);
  }

  Buffer* AllocateLargeBuffer(size_t bytes, size_t padded) {
    size_t block = RoundUp(padded, kHugePage);
    void* data = AllocateLarge(&block);
    if (data == nullptr) return nullptr;
    return MakeAt(::operator new(sizeof(Buffer)), Buffer::Owner::kBlockCache, device(), data, bytes, this,
                  block);
  }

  void Free(Buffer* buffer) override {
    const bool is_large = buffer->owner() == Buffer::Owner::kBlockCache;
    if (is_large) TheCache().Keep(buffer->data(), BlockOf(*buffer));
    Destroy(buffer);
    is_large ? ::operator delete(buffer) : std::free(buffer);
  }
};

}  // namespace

uint64_t PhysicalMemory() {
  static const uint64_t bytes =
      std::min(static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)),
               ContainerMemory());
  return bytes;
}

Allocator& AllocatorOf(DeviceKind) {
  static Allocator& cpu = *new CpuAllocator;  // as long as tensors are freed
  return cpu;
}

size_t MemoryCache::KeptBytes() { return TheCache().kept(); }
size_t MemoryCache::Limit() { return TheCache().limit(); }
void MemoryCache::SetLimit(size_t bytes) { TheCache().SetLimit(bytes); }
void MemoryCache::Clear() { TheCache().Clear(); }

}  // namespace voxgrad
