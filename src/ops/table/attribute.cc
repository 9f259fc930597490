#include "voxgrad/attribute.h"

#include "absl/strings/str_cat.h"
#include "core/number_text.h"

namespace voxgrad {
namespace {

std::string Text(std::monostate) { return "nothing"; }
std::string Text(int64_t value) { return absl::StrCat(value); }
std::string Text(float value) { return NumberText(value); }
std::string Text(bool value) { return value ? "true" : "false"; }
std::string Text(const std::string& value) { return value; }
std::string Text(DataType value) { return DataTypeString(value); }
std::string Text(const PartialTensorShape& value) { return value.DebugString(); }
std::string Text(const Tensor& value) { return value.DebugString(); }
std::string Text(const std::shared_ptr<const AttrValue>&) { return "a value that only a page can hold"; }

template <class List>
std::string Text(const List& list) {
  std::string text;
  for (const auto& entry : list) {
    if (!text.empty()) text += ",";
    text += Text(static_cast<typename List::value_type>(entry));
  }
  return text.empty() ? "an empty list" : text;
}

}  // namespace

std::string Attribute::DebugString() const {
  return std::visit([](const auto& value) { return Text(value); }, value_);
}

}  // namespace voxgrad
