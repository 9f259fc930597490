// Wrong calls as rows of a table, and what must hold for each of them.
#ifndef VOXGRAD_TESTS_WRONG_CALLS_H_
#define VOXGRAD_TESTS_WRONG_CALLS_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "support.h"
#include "voxgrad/call.h"
#include "voxgrad/error.h"

namespace voxgrad::test {

inline constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;
inline constexpr auto kUnimplemented = absl::StatusCode::kUnimplemented;
inline constexpr auto kExhausted = absl::StatusCode::kResourceExhausted;
inline constexpr bool kWrongType = true;

using Attrs = std::vector<NamedAttribute>;

struct Wrong {
  const char* op;
  std::vector<Tensor> inputs;
  Attrs attrs;
  absl::StatusCode code;
  const char* argument;
  bool wrong_type = false;
  std::string sentence = "";  // after "OP: "; empty where the words do not matter here
};

inline Tensor Zeros(std::initializer_list<int64_t> dims, DataType type = DT_FLOAT) {
  return NewTensor(type, TensorShape(dims));
}

/// The attributes with one of them replaced or added.
inline Attrs With(Attrs attrs, const char* name, Attribute value) {
  for (NamedAttribute& attr : attrs) {
    if (attr.name == name) {
      attr.value = std::move(value);
      return attrs;
    }
  }
  attrs.push_back({name, std::move(value)});
  return attrs;
}

inline Attrs Without(Attrs attrs, const std::string& name) {
  attrs.erase(std::remove_if(attrs.begin(), attrs.end(), [&](const auto& attr) { return attr.name == name; }),
              attrs.end());
  return attrs;
}

inline const Attrs kPool2 = {{"ksize", {1, 2, 2, 1}}, {"strides", {1, 2, 2, 1}}, {"padding", "VALID"}};
inline const Attrs kPool3 = {{"ksize", {1, 3, 3, 3, 1}}, {"strides", {1, 2, 2, 2, 1}}, {"padding", "VALID"}};
inline const Attrs kConv2 = {{"strides", {1, 1, 1, 1}}, {"padding", "SAME"}};
inline const Attrs kConv3 = {{"strides", {1, 1, 1, 1, 1}}, {"padding", "SAME"}};
inline const Tensor kSizes3 = Tensor::Sizes({1, 8, 8, 8, 2});

/// The op, the argument, what came, what would be right; the same with a caller's name.
inline void CheckWrong(const Wrong& wrong) {
  const auto result = Call(wrong.op, wrong.inputs, wrong.attrs);
  ASSERT_FALSE(result.ok()) << wrong.op << " " << wrong.argument << " " << wrong.sentence;
  const absl::Status& status = result.status();
  SCOPED_TRACE(std::string(status.message()));
  EXPECT_EQ(status.code(), wrong.code);
  EXPECT_EQ(ErrorOp(status), wrong.op);
  EXPECT_EQ(ErrorArgument(status), wrong.argument);
  EXPECT_EQ(IsTypeError(status), wrong.wrong_type);
  const std::string message(status.message());
  EXPECT_TRUE(absl::StartsWith(message, std::string(wrong.op) + ": " + wrong.argument));
  EXPECT_TRUE(absl::EndsWith(message, ".") || absl::EndsWith(message, "?")) << "a sentence ends";
  if (!wrong.sentence.empty()) {
    EXPECT_EQ(message, std::string(wrong.op) + ": " + wrong.sentence);
  }
  // A caller's name stands in the sentence, and nothing else changes.
  const absl::Status named = Call(wrong.op, wrong.inputs, wrong.attrs, "pool1").status();
  EXPECT_EQ(std::string(named.message()),
            std::string(wrong.op) + " (pool1)" + message.substr(std::string(wrong.op).size()));
  EXPECT_EQ(ErrorArgument(named), wrong.argument);
  if (std::getenv("VOXGRAD_PRINT_SENTENCES") != nullptr) std::printf("%s\n", message.c_str());
}

}  // namespace voxgrad::test

#endif  // VOXGRAD_TESTS_WRONG_CALLS_H_
