// Other forms of a memory that stays as it is, made once: weights packed for the tiles that multiply them.
#ifndef VOXGRAD_CORE_KEPT_FORMS_H_
#define VOXGRAD_CORE_KEPT_FORMS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "absl/functional/function_ref.h"
#include "voxgrad/tensor.h"

namespace voxgrad {

/// The forms of one memory.
class KeptForms {
 public:
  /// All that the form depends on beside the memory itself.
  using Key = std::vector<int64_t>;

  /// Those of a memory that someone holds constant; null for any other. Costs next to nothing where nobody
  /// holds any.
  static std::shared_ptr<KeptForms> Of(const void* data);

  /// The form with that key, filled by `make` when it is asked for the first time. Null when there is no room
  /// for it. A form whose making was interrupted is not kept.
  std::shared_ptr<const void> Get(const Key& key, size_t bytes, absl::FunctionRef<void(void*)> make);

  /// Bytes of all forms of all memories, and the most there may be.
  static size_t Bytes();
  static constexpr size_t kMostBytes = size_t{1} << 28;

  ~KeptForms();

 private:
  struct Form {
    std::shared_ptr<void> memory;
    size_t bytes;
  };
  std::mutex mutex_;
  std::map<Key, Form> forms_;
};

/// Says that a tensor's elements do not change as long as this lives. Several may hold one memory.
///
///     const HeldConstant held(weights);   // from here on kernels may keep forms of them
class HeldConstant {
 public:
  explicit HeldConstant(Tensor tensor);
  ~HeldConstant();
  HeldConstant(const HeldConstant&) = delete;
  HeldConstant& operator=(const HeldConstant&) = delete;

 private:
  const Tensor tensor_;  // so that the memory becomes no other tensor's
};

}  // namespace voxgrad

#endif  // VOXGRAD_CORE_KEPT_FORMS_H_
