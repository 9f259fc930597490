// Memory that pieces of work compute in, kept from one to the next: fresh pages cost more than the work.
#ifndef VOXGRAD_CORE_SCRATCH_H_
#define VOXGRAD_CORE_SCRATCH_H_

#include <array>
#include <atomic>
#include <cstddef>

#include "voxgrad/buffer.h"

namespace voxgrad {

/// Blocks that were given back, within bounds; larger ones are kept where those of tensors are. A worker of
/// the pool finds its own again, which are in its caches; callers share theirs. Safe on any thread, and in a
/// forked child, which has no use for the places that were open at the fork.
class Scratch {
 public:
  struct Block {
    BufferRef memory;
    size_t bytes = 0;
  };

  Scratch() = default;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  /// At least so many bytes, not initialised. std::bad_alloc when there are none.
  Block Take(size_t bytes);
  void Give(Block block);

  /// The one that is used unless another is asked for.
  static Scratch& OfProcess();

 private:
  static constexpr size_t kMostBlocks = 16;  // of a place
  static constexpr size_t kCallerPlaces = 4, kWorkerPlaces = 128;

  struct alignas(64) Place {
    std::atomic_flag open;  // someone looks into it; held for a few instructions
    size_t count = 0;
    std::array<Block, kMostBlocks> blocks;
  };

  /// A place of this thread that nobody else looks into, now open; null where there is none.
  Place* Open();

  std::array<Place, kCallerPlaces + kWorkerPlaces> places_;
};

}  // namespace voxgrad

#endif  // VOXGRAD_CORE_SCRATCH_H_
