#include "page/messages/field.h"

namespace voxgrad {

const Field* MessageTable::Find(int number) const {
  for (const Field& field : fields) {
    if (field.number == number) return &field;
  }
  return nullptr;
}

const Field* MessageTable::Find(absl::string_view wanted) const {
  for (const Field& field : fields) {
    if (wanted == field.name) return &field;
  }
  return nullptr;
}

}  // namespace voxgrad
