// What the tests share: problem lines, calls made from them, and tensors as plain numbers.
#ifndef VOXGRAD_TESTS_SUPPORT_H_
#define VOXGRAD_TESTS_SUPPORT_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "check/check.h"
#include "check/line.h"
#include "check/prepared_call.h"
#include "check/random_values.h"
#include "core/type_list.h"
#include "declared.h"
#include "source_dir.h"
#include "voxgrad/call.h"

namespace voxgrad::test {

using driver::Line;
using driver::PreparedCall;
using driver::Random;

/// The problem lines of lines.txt, and those that the tests of single ops declare.
inline std::vector<std::string> CuratedLines() {
  std::ifstream file(test::InSource("/tests/cpp/lines.txt"));
  std::vector<std::string> lines = Declared("line");
  for (std::string text; std::getline(file, text);) {
    if (!text.empty() && text[0] != '#') lines.push_back(text);
  }
  EXPECT_GT(lines.size(), 50u) << "lines.txt was not found";
  return lines;
}

/// Fails the test when the value is an error, and hands out an empty one.
template <class T>
T Must(absl::StatusOr<T> value, const std::string& what = "") {
  if (value.ok()) return *std::move(value);
  ADD_FAILURE() << what << ": " << value.status();
  return T();
}

inline Line MustParse(const std::string& text) { return Must(driver::ParseLine(text), text); }
inline PreparedCall MustPrepare(const Line& line) { return Must(driver::Prepare(line), line.Text()); }
inline PreparedCall MustPrepare(const std::string& text) { return MustPrepare(MustParse(text)); }

/// The only result of a call.
inline Tensor MustRun(const PreparedCall& call, const std::string& implementation = "") {
  return Must(driver::RunWith(call, implementation, nullptr), call.op->name);
}

inline Tensor NewTensor(DataType type, const TensorShape& shape) {
  Tensor tensor;
  const absl::Status status = Tensor::Allocate(type, shape, &tensor);
  EXPECT_TRUE(status.ok()) << status;
  std::fill_n(static_cast<char*>(tensor.data()), tensor.TotalBytes(), '\0');
  return tensor;
}

inline Tensor RandomDoubles(const TensorShape& shape, uint64_t seed) {
  Random random(seed);
  return Must(driver::RandomTensor(DT_DOUBLE, shape, driver::Values::kReal, &random));
}

inline double Dot(const Tensor& a, const Tensor& b) {
  double sum = 0;
  for (size_t i = 0; i < a.values<double>().size(); ++i) sum += a.values<double>()[i] * b.values<double>()[i];
  return sum;
}

/// The types that an op's T may be, those TensorFlow does not define included.
inline std::vector<DataType> TypesOf(const Op& op, const char* attr_name = "T") {
  const AttrDef& attr = op.attrs[static_cast<size_t>(op.AttrIndex(attr_name))];
  std::vector<DataType> types = attr.types;
  types.insert(types.end(), attr.extension_types.begin(), attr.extension_types.end());
  return types;
}

inline bool IsConv(const std::string& op) { return absl::StartsWith(op, "Conv"); }
/// Whether windows slide over one of its arguments, in a layout that problem lines can name.
inline bool IsWindowOp(const Op& op) {
  const auto has_role = [](const ArgDef& arg) { return arg.role != Role::kNone; };
  return std::any_of(op.outputs.begin(), op.outputs.end(), has_role) && op.AttrIndex("data_format") >= 0;
}

inline const std::vector<Op>& WindowOps() {
  static const std::vector<Op>* ops = [] {
    auto* list = new std::vector<Op>();
    std::copy_if(OpTable().begin(), OpTable().end(), std::back_inserter(*list), IsWindowOp);
    return list;
  }();
  return *ops;
}

inline bool IsVolume(const Op& op) { return absl::StrContains(op.name, "3D"); }

inline bool TakesExplicit(const Op& op) {
  const auto& choices = op.attrs[static_cast<size_t>(op.AttrIndex("padding"))].choices;
  return std::find(choices.begin(), choices.end(), "EXPLICIT") != choices.end();
}

/// A problem line to begin with.
inline std::string AnyLine(const Op& op) {
  return op.name + (IsVolume(op) ? " f32 ndhwc 1x3x4x5x2 k2 s2 same" : " f32 nhwc 1x4x5x2 k2 s2 same");
}

/// The first sixteen window ops, of which several tests know what they must give.
inline const std::vector<Op>& KnownWindowOps() {
  static const std::vector<Op>* ops = [] {
    auto* list = new std::vector<Op>();
    for (const char* name :
         {"AvgPool", "AvgPool3D", "AvgPool3DGrad", "AvgPoolGrad", "Conv2D", "Conv2DBackpropFilter",
          "Conv2DBackpropInput", "Conv3D", "Conv3DBackpropFilterV2", "Conv3DBackpropInputV2", "MaxPool",
          "MaxPool3D", "MaxPool3DGrad", "MaxPool3DGradGrad", "MaxPoolGrad", "MaxPoolGradGrad"}) {
      list->push_back(*FindOp(name));
    }
    return list;
  }();
  return *ops;
}

/// A small problem of one op that the op takes. It holds every kind of border: windows larger than the input,
/// strides larger than the window, single cells.
inline Line RandomLine(const Op& op, Random* random) {
  Line line;
  line.op = op.name;
  line.type = random->Pick(TypesOf(op));
  const bool first = random->OneIn(2);
  line.layout = IsVolume(op) ? (first ? "NCDHW" : "NDHWC") : (first ? "NCHW" : "NHWC");
  const size_t rank = line.space_rank();
  const bool conv = IsConv(op.name);
  line.groups = conv && random->OneIn(3) ? random->Int(2, 3) : 1;
  line.out_channels = conv ? line.groups * random->Int(1, 3) : 0;
  const int64_t padding = random->Int(0, TakesExplicit(op) ? 2 : 1);
  line.padding = padding == 0 ? "SAME" : padding == 1 ? "VALID" : "EXPLICIT";
  Ints space;
  for (size_t d = 0; d < rank; ++d) {
    const int64_t n = random->Int(1, 7);
    int64_t k = random->Int(1, conv ? 3 : 5);
    int64_t dilation = conv ? random->Int(1, 3) : 1;
    const int64_t before = random->Int(0, k - 1), after = random->Int(0, k - 1);
    if (padding == 2) line.pads.insert(line.pads.end(), {before, after});
    const int64_t room = padding == 1 ? n : n + before + after;
    if (padding != 0 && (k - 1) * dilation + 1 > room) dilation = 1;
    if (padding != 0 && k > room) k = room;
    space.push_back(n);
    line.window.push_back(k);
    line.dilation.push_back(dilation);
    line.stride.push_back(random->Int(1, 4));
  }
  line.shape = {random->Int(1, 2)};
  const int64_t channels = line.groups * random->Int(1, conv ? 3 : 9);
  if (first) line.shape.push_back(channels);
  line.shape.insert(line.shape.end(), space.begin(), space.end());
  if (!first) line.shape.push_back(channels);
  line.seed = random->Next() % 1000 + 1;
  return line;
}

}  // namespace voxgrad::test

#endif  // VOXGRAD_TESTS_SUPPORT_H_
