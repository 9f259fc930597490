// Where a buffer has its forms.
#ifndef VOXGRAD_CORE_FORM_STORE_H_
#define VOXGRAD_CORE_FORM_STORE_H_

#include <atomic>
#include <map>
#include <mutex>

#include "core/kept_forms.h"

namespace voxgrad {

/// It is made when a buffer is held constant for the first time, and lives as long as the buffer: who has the
/// buffer has it too.
class FormStore {
 public:
  explicit FormStore(const Buffer& buffer) : buffer_(buffer) {}
  ~FormStore() { Drop(); }
  FormStore(const FormStore&) = delete;
  FormStore& operator=(const FormStore&) = delete;

  /// Null when the buffer was never held.
  static FormStore* Of(const Buffer& buffer) { return buffer.forms_.load(std::memory_order_acquire); }
  static FormStore& MakeFor(Buffer* buffer);

  void AddHolder();
  void RemoveHolder();
  bool is_held() const { return holders_.load(std::memory_order_relaxed) > 0; }

  BufferRef Get(Exec& exec, KeptForms::Key key, size_t bytes, absl::FunctionRef<void(void*)> make);
  void Drop();

 private:
  void DropLocked();

  const Buffer& buffer_;
  std::atomic<int> holders_ = 0;
  std::mutex mutex_;
  std::map<KeptForms::Key, BufferRef> forms_;
};

}  // namespace voxgrad

#endif  // VOXGRAD_CORE_FORM_STORE_H_
