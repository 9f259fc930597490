// Random messages, made from the tables: what a table has, these have.
#ifndef VOXGRAD_TESTS_PAGE_RANDOM_H_
#define VOXGRAD_TESTS_PAGE_RANDOM_H_

#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "check/random_values.h"
#include "page/messages/field.h"
#include "voxgrad/page/graph_def.h"

namespace voxgrad::test {

class RandomMessages {
 public:
  /// `one_in`: how rare a field is.
  explicit RandomMessages(uint64_t seed, int64_t one_in = 3) : random_(seed), one_in_(one_in) {}

  driver::Random& random() { return random_; }

  void Fill(Message& message, int depth = 0) {
    const MessageTable& table = message.GetTable();
    std::vector<const Field*> cases;
    for (const Field& field : table.fields) {
      if (field.one_of) {
        cases.push_back(&field);
      } else if (random_.OneIn(one_in_)) {
        FillField(field, message, depth);
      }
    }
    if (!cases.empty() && !random_.OneIn(8)) FillField(*random_.Pick(cases), message, depth);
  }

 private:
  void FillField(const Field& field, Message& message, int depth) {
    if (field.kind == Kind::kMessage && depth >= 5) return;
    for (int64_t count = field.repeated ? random_.Int(1, 3) : 1; count > 0; --count) {
      if (field.kind == Kind::kMessage) {
        field.add(message, [&](Message& inner) {
          Fill(inner, depth + 1);
          return true;
        });
      } else {
        VisitKind(field.kind, [&](auto tag) {
          using T = typename decltype(tag)::type;
          *NewValue<T>(field, message) = Value(field, tag);
        });
      }
    }
  }

  std::string Value(const Field& field, TypeTag<std::string>) {
    std::string value;
    for (int64_t size = random_.Int(0, 12); size > 0; --size) {
      if (field.kind == Kind::kBytes) {
        value += static_cast<char>(random_.Int(0, 255));
      } else {
        static const std::vector<std::string> kCharacters = {"a",    "Z",  "_",  "/",  "0",  "\"",
                                                             "'",    "\\", "\n", "\t", "\r", "\x01",
                                                             "\x7f", "é",  "∂",  "𝛁",  "?",  "#"};
        value += random_.Pick(kCharacters);
      }
    }
    return value;
  }
  bool Value(const Field&, TypeTag<bool>) { return random_.OneIn(2); }
  template <class T>
  T Value(const Field& field, TypeTag<T>) {
    using Limits = std::numeric_limits<T>;
    if constexpr (Limits::is_integer) {
      if (field.kind == Kind::kEnum && !random_.OneIn(4))
        return static_cast<T>(random_.Pick(field.names->values).number);
      static const std::vector<T> kEdges = {T(),    T(1),  static_cast<T>(-1), Limits::min(), Limits::max(),
                                            T(127), T(128)};
      return random_.OneIn(2) ? random_.Pick(kEdges) : static_cast<T>(random_.Next());
    } else {
      static const std::vector<T> kEdges = {T(),
                                            -T(),
                                            T(1),
                                            T(0.1),
                                            Limits::min(),
                                            Limits::denorm_min(),
                                            Limits::max(),
                                            Limits::infinity(),
                                            -Limits::infinity(),
                                            T(1e20),
                                            T(16777216),
                                            T(1) / 3};
      if (random_.OneIn(16)) return static_cast<T>(std::nan(""));
      return random_.OneIn(2) ? random_.Pick(kEdges)
                              : static_cast<T>((random_.Unit() - 0.5) * std::pow(10, random_.Int(-30, 30)));
    }
  }

  driver::Random random_;
  int64_t one_in_;
};

/// A message and all that can stand in it, each table once, map entries left out.
inline void CollectTables(const MessageTable& table, std::vector<const MessageTable*>* tables) {
  for (const MessageTable* known : *tables) {
    if (known == &table) return;
  }
  if (*table.name != '\0') tables->push_back(&table);
  for (const Field& field : table.fields) {
    if (field.kind == Kind::kMessage) CollectTables(field.message(), tables);
  }
}

/// A net of convolutions: what real pages look like.
inline GraphDef ConvolutionNet(int nodes) {
  GraphDef graph;
  graph.mutable_versions()->set_producer(2474);
  for (int i = 0; i < nodes; ++i) {
    NodeDef* node = graph.add_node();
    node->set_name("model/block_" + std::to_string(i) + "/conv");
    node->set_op("Conv3D");
    node->add_input(i == 0 ? "x" : "model/block_" + std::to_string(i - 1) + "/conv");
    node->add_input("model/filter_" + std::to_string(i));
    auto& attr = *node->mutable_attr();
    attr["T"].set_type(DT_FLOAT);
    attr["padding"].set_s("SAME");
    attr["data_format"].set_s("NDHWC");
    for (const char* name : {"strides", "dilations"}) {
      for (int k = 0; k < 5; ++k) attr[name].mutable_list()->add_i(1);
    }
  }
  return graph;
}

}  // namespace voxgrad::test

#endif  // VOXGRAD_TESTS_PAGE_RANDOM_H_
