// Calls that TensorFlow answered, one JSON object a line (tests/recorded), put to Voxgrad.
#ifndef VOXGRAD_TESTS_RECORDED_H_
#define VOXGRAD_TESTS_RECORDED_H_

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/type_list.h"
#include "ops/table/op.h"
#include "source_dir.h"
#include "voxgrad/call.h"

namespace voxgrad::recorded {

using Json = nlohmann::json;
using AllTypes = TypeList<Half, BFloat16, float, double, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t,
                          uint32_t, uint64_t, bool>;

inline double Special(const std::string& text) {
  if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
  return text == "Infinity" ? HUGE_VAL : -HUGE_VAL;
}

template <class T>
T ValueOf(const Json& json) {
  if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>) {
    return T(json.is_string() ? Special(json) : json.get<double>());
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(json.is_string() ? Special(json) : json.get<double>());
  } else {
    return json.get<T>();
  }
}

inline Tensor TensorOf(const Json& json) {
  const TensorShape shape(json["shape"].get<Ints>());
  Tensor tensor;
  EXPECT_TRUE(Tensor::Allocate(DataTypeFromString(json["dtype"].get<std::string>()), shape, &tensor).ok());
  VisitType(AllTypes(), tensor.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    size_t i = 0;
    for (T& value : tensor.mutable_values<T>()) value = ValueOf<T>(json["data"][i++]);
  });
  return tensor;
}

inline Attribute AttributeOf(const AttrDef& attr, const Json& json) {
  switch (attr.kind) {
    case AttrKind::kBool:
      return json.get<bool>();
    case AttrKind::kInt:
      return json.get<int64_t>();
    case AttrKind::kFloat:
      return json.get<float>();
    case AttrKind::kInts:
      return json.get<Ints>();
    case AttrKind::kFloats:
      return json.get<std::vector<float>>();
    case AttrKind::kType:
      return DataTypeFromString(json.get<std::string>());
    default:
      return json.get<std::string>();
  }
}

template <class T>
bool Same(T given, T wanted, double steps) {
  if constexpr (std::is_integral_v<T>) {
    return given == wanted;
  } else {
    const double a = static_cast<double>(given);
    const double b = static_cast<double>(wanted);
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    if (a == b) return true;
    const double epsilon = std::is_same_v<T, Half>       ? 0x1p-10
                           : std::is_same_v<T, BFloat16> ? 0x1p-7
                           : std::is_same_v<T, float>    ? 0x1p-23
                                                         : 0x1p-52;
    return std::abs(a - b) <= steps * epsilon * std::max(1.0, std::abs(b));
  }
}

inline std::string Difference(const Tensor& given, const Tensor& wanted, double steps) {
  if (given.dtype() != wanted.dtype() || given.shape() != wanted.shape())
    return given.DebugString() + " is not of the type and shape of " + wanted.DebugString();
  std::string difference;
  VisitType(AllTypes(), given.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (size_t i = 0; i < given.values<T>().size(); ++i) {
      if (Same(given.values<T>()[i], wanted.values<T>()[i], steps) || !difference.empty()) continue;
      difference = "element " + std::to_string(i) + " of " + given.SummarizeValue(50) + " and " +
                   wanted.SummarizeValue(50);
    }
  });
  return difference;
}

/// Steps of the last place in which an answer of an op may differ.
using Allowed = double (*)(const std::string& op, DataType type);

inline std::vector<NamedAttribute> AttributesOf(const Json& record) {
  const Op& definition = *FindOp(record["op"].get<std::string>());
  std::vector<NamedAttribute> attributes;
  for (const auto& [name, value] : record["attrs"].items()) {
    const AttrDef& attr = definition.attrs[static_cast<size_t>(definition.AttrIndex(name))];
    attributes.push_back({name, AttributeOf(attr, value)});
  }
  return attributes;
}

/// What is wrong with our answer to a recorded call, or nothing.
inline std::string Problem(const Json& record, Allowed allowed) {
  std::vector<Tensor> inputs;
  for (const Json& input : record["inputs"]) inputs.push_back(TensorOf(input));
  const std::string op = record["op"];
  const auto results = Call(op, inputs, AttributesOf(record));
  if (record.contains("error")) return results.ok() ? "TensorFlow refuses this call" : "";
  if (!results.ok()) return std::string(results.status().message());
  if (results->size() != record["outputs"].size()) return "another number of results";
  for (size_t i = 0; i < results->size(); ++i) {
    const std::string difference =
        Difference((*results)[i], TensorOf(record["outputs"][i]), allowed(op, results->at(0).dtype()));
    if (!difference.empty()) return difference;
  }
  return "";
}

/// Puts all calls of a file of tests/recorded; there must be more than `least`. Our answer differs exactly
/// where `errs` says that TensorFlow's is wrong.
inline void Replay(
    const std::string& name, int least, Allowed allowed,
    bool (*errs)(const Json& record) = [](const Json&) { return false; }) {
  std::ifstream file(test::InSource("/tests/recorded/" + name));
  std::map<std::string, int> wrong;
  int calls = 0;
  for (std::string line; std::getline(file, line); ++calls) {
    const Json record = Json::parse(line);
    const std::string problem = Problem(record, allowed);
    if (errs(record)) {
      EXPECT_FALSE(problem.empty()) << "no error of TensorFlow's any more: " << line.substr(0, 600);
      continue;
    }
    if (problem.empty()) continue;
    const std::string op = record["op"];
    if (++wrong[op] <= 3) ADD_FAILURE() << line.substr(0, 600) << "\n  " << problem;
  }
  EXPECT_GT(calls, least);
  for (const auto& [op, count] : wrong) ADD_FAILURE() << op << ": " << count << " answers differ";
}

}  // namespace voxgrad::recorded

#endif  // VOXGRAD_TESTS_RECORDED_H_
