// Other forms of a memory that stays as it is, made once: weights packed for the tiles that multiply them.
// They belong to the buffer and are dropped when it is written to.
#ifndef VOXGRAD_CORE_KEPT_FORMS_H_
#define VOXGRAD_CORE_KEPT_FORMS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "core/exec.h"
#include "core/view.h"
#include "voxgrad/tensor.h"

namespace voxgrad {

/// All forms of a buffer that is or was held constant.
class FormStore;

/// The forms of what a kernel reads. There are some only while somebody holds the buffer constant.
///
///     if (const KeptForms forms(filter); forms.are_kept()) packed = forms.Get(exec, key, bytes, pack);
class KeptForms {
 public:
  /// All that the form depends on beside the memory itself.
  using Key = std::vector<int64_t>;

  /// Costs next to nothing where nobody holds the buffer.
  explicit KeptForms(const ConstView& of);

  bool are_kept() const { return store_ != nullptr; }

  /// The form with that key, filled by `make` when it is asked for the first time since the buffer was
  /// written to. Null when there is no room for it. A form whose making was interrupted is not kept.
  BufferRef Get(Exec& exec, Key key, size_t bytes, absl::FunctionRef<void(void*)> make) const;

  /// Bytes of all forms of all buffers, and the most there may be.
  static size_t Bytes();
  static constexpr size_t kMostBytes = size_t{1} << 28;

 private:
  FormStore* store_ = nullptr;
  int64_t offset_ = 0;  // in the buffer: a part of it has forms of its own
};

/// Says that a tensor's elements stay as they are for a while, so that forms of them are worth keeping.
/// Several may hold one buffer. Who writes to it all the same must say so (Buffer::MarkWritten).
///
///     const HeldConstant held(weights);   // from here on kernels may keep forms of them
class HeldConstant {
 public:
  explicit HeldConstant(Tensor tensor);
  ~HeldConstant();
  HeldConstant(const HeldConstant&) = delete;
  HeldConstant& operator=(const HeldConstant&) = delete;

 private:
  const Tensor tensor_;
};

}  // namespace voxgrad

#endif  // VOXGRAD_CORE_KEPT_FORMS_H_
