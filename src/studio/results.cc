#include "studio/results.h"

#include <algorithm>

#include "core/memory.h"

namespace voxgrad::studio {

constexpr size_t kMostSessions = 32;

const TensorStats& Result::stats() const {
  std::call_once(once_, [this] { stats_ = CountStats(tensor_); });
  return stats_;
}

size_t MostResultBytes() { return static_cast<size_t>(PhysicalMemory() / 4); }

std::shared_ptr<SessionState> ResultStore::Touch(const std::string& name, bool make) {
  const auto found = std::find_if(sessions_.begin(), sessions_.end(),
                                  [&](const Entry& entry) { return entry.first == name; });
  if (found != sessions_.end()) {
    sessions_.splice(sessions_.begin(), sessions_, found);
  } else if (make) {
    sessions_.emplace_front(name, std::make_shared<SessionState>());
  } else {
    return nullptr;
  }
  return sessions_.front().second;
}

std::shared_ptr<SessionState> ResultStore::Session(const std::string& name) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::shared_ptr<SessionState> session = Touch(name, true);
  Trim();
  return session;
}

ResultPtr ResultStore::Find(const std::string& session, const std::string& output) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const std::shared_ptr<SessionState> state = Touch(session, false);
  if (state == nullptr) return nullptr;
  const auto found = state->results.find(output);
  return found == state->results.end() ? nullptr : found->second;
}

void ResultStore::Put(const std::string& session, const std::map<std::string, ResultPtr>& results,
                      bool replace) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const std::shared_ptr<SessionState> state = Touch(session, true);
  if (replace) state->results.clear();
  for (const auto& [output, result] : results) state->results[output] = result;
  state->bytes = 0;
  for (const auto& [output, result] : state->results) state->bytes += result->tensor().TotalBytes();
  Trim();
}

void ResultStore::Trim() {
  size_t bytes = 0, count = 0;
  for (auto entry = sessions_.begin(); entry != sessions_.end(); ++count) {
    bytes += entry->second->bytes;
    // The one in use stays, however large it is.
    const bool stays = count == 0 || (count < kMostSessions && bytes <= MostResultBytes());
    entry = stays ? std::next(entry) : sessions_.erase(entry);
  }
}

}  // namespace voxgrad::studio
