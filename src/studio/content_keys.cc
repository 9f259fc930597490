#include "studio/content_keys.h"

#include "absl/strings/str_cat.h"
#include "graph/node.h"
#include "page/graph/attribute_value.h"

namespace voxgrad::studio {
namespace {

/// 128 bits: two hashes of different primes. Values that are the same by chance would be shown as results.
class Hash {
 public:
  void Add(absl::string_view text) {
    AddNumber(text.size());
    size_t i = 0;
    for (; i + 8 <= text.size(); i += 8) {
      uint64_t word = 0;
      __builtin_memcpy(&word, text.data() + i, 8);
      AddNumber(word);
    }
    uint64_t word = 0;
    if (i < text.size()) __builtin_memcpy(&word, text.data() + i, text.size() - i);
    AddNumber(word);
  }
  void AddNumber(uint64_t number) {
    a_ = Mix(a_ ^ number, 0x9e3779b97f4a7c15);
    b_ = Mix(b_ + number, 0xc2b2ae3d27d4eb4f);
  }
  std::string Text() const { return absl::StrCat(absl::Hex(a_), "-", absl::Hex(b_)); }

 private:
  /// The two halves of the product of 128 bits: every bit of the number reaches every bit of the result.
  static uint64_t Mix(uint64_t value, uint64_t prime) {
    const auto product = static_cast<unsigned __int128>(value) * prime;
    return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64) ^ (value >> 29);
  }
  uint64_t a_ = 0x243f6a8885a308d3, b_ = 0x13198a2e03707344;
};

void AddValue(const Attribute& value, Hash* hash) {
  if (const auto* tensor = value.get<Tensor>(); tensor != nullptr && tensor->dtype() != DT_STRING) {
    hash->AddNumber(static_cast<uint64_t>(tensor->dtype()));
    hash->Add(tensor->shape().DebugString());
    const StringPiece data = tensor->tensor_data();
    hash->Add(absl::string_view(data.data(), data.size()));
  } else {
    hash->Add(AttributeToValue(value).SerializeAsString());
  }
}

void AddSelf(const NodeBody& body, Hash* hash) {
  hash->Add(body.op->name);
  for (const Attribute& slot : body.slots) AddValue(slot, hash);
}

}  // namespace

std::unordered_map<const Node*, std::string> ContentKeys(const BuiltPage& page, const Feeds& feeds) {
  std::unordered_map<const Node*, std::string> keys;
  for (const Node* node : page.graph->op_nodes()) {  // each after its inputs
    const NodeBody& body = node->body();
    Hash hash;
    AddSelf(body, &hash);
    bool pure = !body.op->stateful;
    if (const auto feed = feeds.find(node); feed != feeds.end()) {
      hash.Add(feed->second);
    } else {
      pure &= body.op->run != nullptr || body.outputs.empty();
    }
    for (const Endpoint& input : body.inputs) {
      const auto key = keys.find(input.node);
      pure &= key != keys.end();
      if (!pure) break;
      hash.Add(key->second);
      hash.AddNumber(static_cast<uint64_t>(input.index));
    }
    for (const Node* before : body.control_inputs) pure &= keys.count(before) > 0;
    if (pure) keys.emplace(node, hash.Text());
  }
  return keys;
}

std::string RunOnceKey(const Node& node, const Feeds& feeds) {
  Hash hash;
  std::vector<const Node*> open = {&node};
  std::unordered_map<const Node*, uint64_t> seen = {{&node, 0}};
  while (!open.empty()) {
    const Node* next = open.back();
    open.pop_back();
    AddSelf(next->body(), &hash);
    if (next->body().op->stateful) hash.Add(next->name());
    if (const auto feed = feeds.find(next); feed != feeds.end()) hash.Add(feed->second);
    for (const Endpoint& input : next->body().inputs) {
      const auto [place, is_new] = seen.try_emplace(input.node, seen.size());
      hash.AddNumber(place->second);
      hash.AddNumber(static_cast<uint64_t>(input.index));
      if (is_new) open.push_back(input.node);
    }
  }
  return hash.Text();
}

}  // namespace voxgrad::studio
