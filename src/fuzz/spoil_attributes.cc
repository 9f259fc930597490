// Ways to spoil the attributes of a call.
#include "absl/strings/ascii.h"
#include "fuzz/spoilers.h"

namespace voxgrad::driver {
namespace {

/// An attribute that holds a T, or null.
template <class T>
NamedAttribute* PickAttribute(RawCall* call, Random* random) {
  std::vector<size_t> places;
  for (size_t i = 0; i < call->attributes.size(); ++i) {
    if (call->attributes[i].value.get<T>() != nullptr) places.push_back(i);
  }
  return places.empty() ? nullptr : &call->attributes[random->Pick(places)];
}

bool ListCount(RawCall* call, Random* random) {
  NamedAttribute* attribute = PickAttribute<Ints>(call, random);
  if (attribute == nullptr) return false;
  Ints values = *attribute->value.get<Ints>();
  values.resize(static_cast<size_t>(random->Int(0, 11)), random->Int(0, 2));
  attribute->value = values;
  return true;
}

bool ListValue(RawCall* call, Random* random) {
  NamedAttribute* attribute = PickAttribute<Ints>(call, random);
  if (attribute == nullptr || attribute->value.get<Ints>()->empty()) return false;
  Ints values = *attribute->value.get<Ints>();
  const bool all = random->OneIn(6);
  const size_t chosen = static_cast<size_t>(random->Int(0, static_cast<int64_t>(values.size()) - 1));
  for (size_t i = 0; i < values.size(); ++i) {
    if (all || i == chosen) values[i] = random->OneIn(2) ? values[i] + random->Int(-2, 9) : BadNumber(random);
  }
  attribute->value = values;
  return true;
}

bool Text(RawCall* call, Random* random) {
  NamedAttribute* attribute = PickAttribute<std::string>(call, random);
  if (attribute == nullptr) return false;
  const std::string old = *attribute->value.get<std::string>();
  std::vector<std::string> choices = {
      "", absl::AsciiStrToLower(old), old + " ", "anything", "\xc3\xa9\x01", "%s%n", std::string(3000, 'x')};
  for (const Op& op : OpTable()) {  // what the attribute of this name may be elsewhere: NHWC for a volume
    const int i = op.AttrIndex(attribute->name);
    if (i < 0) continue;
    const AttrDef& attr = op.attrs[static_cast<size_t>(i)];
    choices.insert(choices.end(), attr.choices.begin(), attr.choices.end());
    for (const Exclusion& excluded : attr.excluded) choices.push_back(excluded.value);
  }
  attribute->value = random->Pick(choices);
  return true;
}

bool MissingAttribute(RawCall* call, Random* random) {
  if (call->attributes.empty()) return false;
  call->attributes.erase(call->attributes.begin() +
                         random->Int(0, static_cast<int64_t>(call->attributes.size()) - 1));
  return true;
}

bool UnknownAttribute(RawCall* call, Random* random) {
  const std::vector<std::string> names = {"",      "ksizes",    "Padding",          "name",
                                          "input", "dilations", "explicit_paddings"};
  const std::string name = random->Pick(names);
  if (call->op->AttrIndex(name) >= 0) return false;
  call->attributes.push_back({name, Attribute(1)});
  return true;
}

bool DoubledAttribute(RawCall* call, Random* random) {
  if (call->attributes.empty()) return false;
  call->attributes.push_back(NamedAttribute(random->Pick(call->attributes)));
  return true;
}

bool AttributeKind(RawCall* call, Random* random) {
  if (call->attributes.empty()) return false;
  const std::vector<Attribute> values = {Attribute(),
                                         Attribute(3),
                                         Attribute(1.5f),
                                         Attribute(true),
                                         Attribute("SAME"),
                                         Attribute(DT_HALF),
                                         Attribute(PartialTensorShape({1, -1})),
                                         Attribute(Tensor::Of<float>({1, 2}, {2})),
                                         Attribute(Ints{1, 1, 1, 1, 1}),
                                         Attribute(std::vector<float>{1, 2}),
                                         Attribute(std::vector<bool>{true}),
                                         Attribute(std::vector<std::string>{"a"}),
                                         Attribute(std::vector<DataType>{DT_FLOAT}),
                                         Attribute(std::vector<Tensor>{})};
  const size_t place = static_cast<size_t>(random->Int(0, static_cast<int64_t>(call->attributes.size()) - 1));
  call->attributes[place].value = random->Pick(values);
  return true;
}

/// A type attribute spelled out, right or wrong.
bool TypeAttribute(RawCall* call, Random* random) {
  std::vector<std::string> names;
  for (const AttrDef& attr : call->op->attrs) {
    if (attr.kind == AttrKind::kType) names.push_back(attr.name);
  }
  if (names.empty()) return false;
  const std::vector<Attribute> values = {Attribute(DT_FLOAT),   Attribute(DT_DOUBLE),
                                         Attribute(DT_STRING),  Attribute(DT_HALF),
                                         Attribute(DT_INVALID), Attribute("float"),
                                         Attribute(1),          Attribute(static_cast<DataType>(77))};
  call->attributes.push_back({random->Pick(names), random->Pick(values)});
  return true;
}

}  // namespace

std::vector<Spoiler> AttributeSpoilers() {
  return {
      {"list: count", ListCount},
      {"list: value", ListValue},
      {"text", Text},
      {"attribute missing", MissingAttribute},
      {"attribute unknown", UnknownAttribute},
      {"attribute twice", DoubledAttribute},
      {"attribute kind", AttributeKind},
      {"type attribute", TypeAttribute},
  };
}

}  // namespace voxgrad::driver
