#include "core/scratch.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "core/memory.h"
#include "core/parallel.h"

namespace voxgrad {
namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr size_t kMostKeptBytes = 0;  // a block that is kept hides a use after free
constexpr bool kFillWithNaN = true;   // what was not written shows
#else
constexpr size_t kMostKeptBytes = size_t{1} << 20;
constexpr bool kFillWithNaN = false;
#endif

}  // namespace

Scratch& Scratch::OfProcess() {
  static Scratch* const scratch = new Scratch;  // outlives the threads that end with the process
  return *scratch;
}

Scratch::Place* Scratch::Open() {
  const auto try_open = [](Place& place) { return !place.open.test_and_set(std::memory_order_acquire); };
  if (const int worker = WorkerNumber(); worker > 0) {
    Place& own = places_[kCallerPlaces + static_cast<size_t>(worker - 1) % kWorkerPlaces];
    return try_open(own) ? &own : nullptr;
  }
  for (size_t i = 0; i < kCallerPlaces; ++i) {
    if (try_open(places_[i])) return &places_[i];
  }
  return nullptr;
}

Scratch::Block Scratch::Take(size_t bytes) {
  Block block;
  if (Place* place = Open(); place != nullptr) {
    const auto end = place->blocks.begin() + static_cast<std::ptrdiff_t>(place->count);
    const auto fits = [&](const Block& kept) { return kept.bytes >= bytes && kept.bytes / 2 <= bytes; };
    if (const auto kept = std::find_if(place->blocks.begin(), end, fits); kept != end) {
      block = std::move(*kept);
      std::move(kept + 1, end, kept);
      --place->count;
    }
    place->open.clear(std::memory_order_release);
  }
  if (block.memory == nullptr) {
    block = {AllocateMemory(bytes), bytes};
    if (block.memory == nullptr) throw std::bad_alloc();
  }
  if (kFillWithNaN && bytes > 0) std::memset(block.memory->data(), 0xff, bytes);
  return block;
}

void Scratch::Give(Block block) {
  if (kMostKeptBytes == 0 || block.bytes > kMostKeptBytes) return;
  Place* place = Open();
  if (place == nullptr) return;
  Block oldest;
  if (place->count == kMostBlocks) {
    oldest = std::move(place->blocks.front());
    std::move(place->blocks.begin() + 1, place->blocks.end(), place->blocks.begin());
    --place->count;
  }
  place->blocks[place->count++] = std::move(block);
  place->open.clear(std::memory_order_release);
}

}  // namespace voxgrad
