#include "core/kept_forms.h"

#include <atomic>
#include <shared_mutex>
#include <unordered_map>

#include "core/memory.h"
#include "core/parallel.h"

namespace voxgrad {
namespace {

std::atomic<size_t> kept_bytes{0};

/// Which memories are held, and by how many.
struct Registry {
  struct Entry {
    int holders = 0;
    std::shared_ptr<KeptForms> forms;
  };
  std::atomic<int> count{0};
  std::shared_mutex mutex;
  std::unordered_map<const void*, Entry> entries;
};

Registry& TheRegistry() {
  static Registry* registry = new Registry;  // outlives sessions that end with the process
  return *registry;
}

}  // namespace

std::shared_ptr<KeptForms> KeptForms::Of(const void* data) {
  Registry& registry = TheRegistry();
  if (registry.count == 0) return nullptr;
  const std::shared_lock lock(registry.mutex);
  const auto found = registry.entries.find(data);
  return found == registry.entries.end() ? nullptr : found->second.forms;
}

std::shared_ptr<const void> KeptForms::Get(const Key& key, size_t bytes,
                                           absl::FunctionRef<void(void*)> make) {
  const std::lock_guard lock(mutex_);
  if (const auto found = forms_.find(key); found != forms_.end()) return found->second.memory;
  if (kept_bytes + bytes > kMostBytes) return nullptr;
  std::shared_ptr<void> memory = AllocateMemory(bytes);
  if (memory == nullptr) return nullptr;
  make(memory.get());
  const ScopedRun* run = ScopedRun::current();
  if (run != nullptr && run->should_stop()) return memory;
  kept_bytes += bytes;
  forms_[key] = {memory, bytes};
  return memory;
}

size_t KeptForms::Bytes() { return kept_bytes; }

KeptForms::~KeptForms() {
  for (const auto& [key, form] : forms_) kept_bytes -= form.bytes;
}

HeldConstant::HeldConstant(Tensor tensor) : tensor_(std::move(tensor)) {
  Registry& registry = TheRegistry();
  const std::unique_lock lock(registry.mutex);
  Registry::Entry& entry = registry.entries[tensor_.data()];
  if (entry.holders++ > 0) return;
  entry.forms = std::make_shared<KeptForms>();
  ++registry.count;
}

HeldConstant::~HeldConstant() {
  Registry& registry = TheRegistry();
  const std::unique_lock lock(registry.mutex);
  const auto entry = registry.entries.find(tensor_.data());
  if (--entry->second.holders > 0) return;
  registry.entries.erase(entry);
  --registry.count;
}

}  // namespace voxgrad
