#include "ops/rules/delegate.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace voxgrad::rules {

const Op& Renamed(const Op& op, const char* other) {
  static std::mutex mutex;
  static auto* renamed = new std::map<std::string, std::unique_ptr<Op>>();
  const std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<Op>& entry = (*renamed)[op.name];
  if (entry == nullptr) {
    entry = std::make_unique<Op>(*FindOp(other));
    entry->name = op.name;
  }
  return *entry;
}

AttrSlots SharedSlots(const OpCall& c, const Op& other, const std::vector<NamedAttribute>& given) {
  AttrSlots slots(other.attrs.size());
  for (size_t i = 0; i < slots.size(); ++i) {
    const int mine = c.op().AttrIndex(other.attrs[i].name);
    slots[i] = mine < 0 ? other.attrs[i].default_value : c.attrs()[static_cast<size_t>(mine)];
  }
  for (const NamedAttribute& attribute : given)
    slots[static_cast<size_t>(other.AttrIndex(attribute.name))] = attribute.value;
  return slots;
}

}  // namespace voxgrad::rules
