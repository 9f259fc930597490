#include "core/kept_forms.h"

#include "core/form_store.h"
#include "core/memory.h"

namespace voxgrad {
namespace {

std::atomic<size_t> kept_bytes{0};

}  // namespace

FormStore& FormStore::MakeFor(Buffer* buffer) {
  if (FormStore* store = Of(*buffer)) return *store;
  auto* fresh = new FormStore(*buffer);
  FormStore* other = nullptr;
  if (buffer->forms_.compare_exchange_strong(other, fresh, std::memory_order_acq_rel)) return *fresh;
  delete fresh;
  return *other;
}

void FormStore::AddHolder() {
  const std::lock_guard lock(mutex_);
  ++holders_;
}

void FormStore::RemoveHolder() {
  const std::lock_guard lock(mutex_);
  if (--holders_ == 0) DropLocked();
}

void FormStore::Drop() {
  const std::lock_guard lock(mutex_);
  DropLocked();
}

void FormStore::DropLocked() {
  for (const auto& [key, form] : forms_) kept_bytes -= form->bytes();
  forms_.clear();
}

BufferRef FormStore::Get(Exec& exec, KeptForms::Key key, size_t bytes, absl::FunctionRef<void(void*)> make) {
  const std::lock_guard lock(mutex_);
  if (const auto found = forms_.find(key); found != forms_.end()) return found->second;
  if (kept_bytes + bytes > KeptForms::kMostBytes) return BufferRef();
  BufferRef form = AllocateMemory(bytes);
  if (form == nullptr) return form;
  const uint64_t version = buffer_.version();
  make(form->data());
  if (exec.should_stop()) return form;
  if (!is_held() || buffer_.version() != version) return form;
  kept_bytes += bytes;
  forms_.emplace(std::move(key), form);
  return form;
}

KeptForms::KeptForms(const ConstView& of) {
  if (of.buffer == nullptr) return;
  FormStore* store = FormStore::Of(*of.buffer);
  if (store == nullptr || !store->is_held()) return;
  store_ = store;
  offset_ = static_cast<const char*>(of.data) - static_cast<const char*>(of.buffer->data());
}

BufferRef KeptForms::Get(Exec& exec, Key key, size_t bytes, absl::FunctionRef<void(void*)> make) const {
  key.push_back(offset_);
  return store_->Get(exec, std::move(key), bytes, make);
}

size_t KeptForms::Bytes() { return kept_bytes; }

HeldConstant::HeldConstant(Tensor tensor) : tensor_(std::move(tensor)) {
  if (tensor_.buffer() != nullptr) FormStore::MakeFor(tensor_.buffer().get()).AddHolder();
}

HeldConstant::~HeldConstant() {
  if (tensor_.buffer() != nullptr) FormStore::Of(*tensor_.buffer())->RemoveHolder();
}

}  // namespace voxgrad
