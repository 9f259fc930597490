// What must hold between the ops, whatever the numbers: transposes, linearity, layouts, depth 1, conserved
// mass.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numeric>

#include "support.h"

namespace voxgrad::test {
namespace {

/// Two ops of which each is the other's transpose: <A x, y> = <x, Aᵗ y>.
struct Pair {
  const char* forward;
  const char* backward;
  size_t x, y;       // the inputs in which they are linear
  int same_forward;  // an input that both must share, or -1
  int same_backward;
};

constexpr Pair kPairs[] = {
    {"AvgPool", "AvgPoolGrad", 0, 1, -1, -1},        {"AvgPool3D", "AvgPool3DGrad", 0, 1, -1, -1},
    {"MaxPoolGradGrad", "MaxPoolGrad", 2, 2, 0, 0},  {"MaxPool3DGradGrad", "MaxPool3DGrad", 2, 2, 0, 0},
    {"Conv2D", "Conv2DBackpropInput", 0, 2, 1, 1},   {"Conv2D", "Conv2DBackpropFilter", 1, 2, 0, 0},
    {"Conv3D", "Conv3DBackpropInputV2", 0, 2, 1, 1}, {"Conv3D", "Conv3DBackpropFilterV2", 1, 2, 0, 0},
};

TEST(Algebra, TransposesAreTransposes) {
  for (const Pair& pair : kPairs) {
    Random random(11);
    for (int i = 0; i < 60; ++i) {
      Line line = RandomLine(*FindOp(pair.backward), &random);
      line.type = DT_DOUBLE;
      line.values = driver::Values::kReal;
      SCOPED_TRACE(line.Text());
      PreparedCall backward = MustPrepare(line);
      line.op = pair.forward;
      line.seed += 1000;
      const PreparedCall forward = MustPrepare(line);
      ASSERT_FALSE(testing::Test::HasFailure());
      if (pair.same_forward >= 0) {
        backward.inputs[static_cast<size_t>(pair.same_backward)] =
            forward.inputs[static_cast<size_t>(pair.same_forward)];
      }
      const double ax_y = Dot(MustRun(forward), backward.inputs[pair.y]);
      const double x_aty = Dot(forward.inputs[pair.x], MustRun(backward));
      EXPECT_NEAR(ax_y, x_aty, 1e-12 * (10 + std::abs(ax_y)));
    }
  }
}

/// a·u + b·v
Tensor Combine(double a, const Tensor& u, double b, const Tensor& v) {
  Tensor sum = NewTensor(DT_DOUBLE, u.shape());
  for (size_t i = 0; i < sum.values<double>().size(); ++i) {
    sum.mutable_values<double>()[i] = a * u.values<double>()[i] + b * v.values<double>()[i];
  }
  return sum;
}

bool IsLinearIn(const Op& op, const ArgDef& arg) {
  const bool decides = absl::StartsWith(op.name, "MaxPool") && arg.name != "grad";
  return !arg.sizes && !decides;
}

TEST(Algebra, OpsAreLinearInWhatTheyPassAlong) {
  int checked = 0;
  for (const Op& op : KnownWindowOps()) {
    Random random(12);
    for (size_t i = 0; i < op.inputs.size(); ++i) {
      if (!IsLinearIn(op, op.inputs[i])) continue;
      for (int round = 0; round < 20; ++round, ++checked) {
        Line line = RandomLine(op, &random);
        line.type = DT_DOUBLE;
        SCOPED_TRACE(line.Text());
        PreparedCall call = MustPrepare(line);
        const Tensor u = call.inputs[i];
        const Tensor f_u = MustRun(call);
        line.seed += 1000;
        const Tensor v = MustPrepare(line).inputs[i];
        call.inputs[i] = v;
        const Tensor f_v = MustRun(call);
        call.inputs[i] = Combine(2, u, -3, v);
        const absl::Status status = driver::Compare(MustRun(call), Combine(2, f_u, -3, f_v), {1e-14});
        EXPECT_TRUE(status.ok()) << op.inputs[i].name << " " << status;
      }
    }
  }
  EXPECT_EQ(checked, 20 * (4 + 4 + 2 * 6));
}

/// The same numbers with the channels moved from the last place to the second.
Tensor ChannelsFirst(const Tensor& tensor) {
  const auto dims = tensor.shape().dim_sizes();
  Ints moved = {dims[0], dims.back()};
  moved.insert(moved.end(), dims.begin() + 1, dims.end() - 1);
  Tensor result = NewTensor(tensor.dtype(), TensorShape(moved));
  const auto bytes = static_cast<size_t>(DataTypeSize(tensor.dtype()));
  const int64_t channels = dims.back();
  const int64_t space = tensor.NumElements() / std::max<int64_t>(1, dims[0] * channels);
  const auto* from = static_cast<const char*>(tensor.data());
  auto* to = static_cast<char*>(result.data());
  for (int64_t n = 0; n < dims[0]; ++n) {
    for (int64_t i = 0; i < space; ++i) {
      for (int64_t c = 0; c < channels; ++c) {
        std::memcpy(to + static_cast<size_t>((n * channels + c) * space + i) * bytes,
                    from + static_cast<size_t>((n * space + i) * channels + c) * bytes, bytes);
      }
    }
  }
  return result;
}

Line ChannelsFirst(Line line) {
  line.layout = line.layout == "NHWC" ? "NCHW" : "NCDHW";
  line.shape.insert(line.shape.begin() + 1, line.shape.back());
  line.shape.pop_back();
  return line;
}

void CheckLayouts(const Line& last, const std::string& implementation, const driver::Tolerance* tolerance) {
  SCOPED_TRACE(last.Text());
  const PreparedCall call = MustPrepare(last);
  PreparedCall moved = MustPrepare(ChannelsFirst(last));
  ASSERT_FALSE(testing::Test::HasFailure());
  for (size_t i = 0; i < call.inputs.size(); ++i) {
    const ArgDef& arg = call.op->inputs[i];
    if (!arg.sizes)
      moved.inputs[i] = arg.role == Role::kFilter ? call.inputs[i] : ChannelsFirst(call.inputs[i]);
  }
  Tensor expected = MustRun(call, implementation);
  if (call.op->outputs[0].role != Role::kFilter) expected = ChannelsFirst(expected);
  const Tensor actual = MustRun(moved, implementation);
  if (tolerance != nullptr) {
    const absl::Status status = driver::Compare(actual, expected, *tolerance);
    EXPECT_TRUE(status.ok()) << status;
  } else {
    EXPECT_TRUE(driver::SameBits(actual, expected)) << actual.DebugString(50) << "\n"
                                                    << expected.DebugString(50);
  }
}

TEST(Algebra, LayoutsGiveTheTransposedResult) {
  for (const Op& op : WindowOps()) {
    Random random(13);
    for (int i = 0; i < 40; ++i) {
      Line line = RandomLine(op, &random);
      if (line.layout[1] == 'C') {  // make it channels last
        line.shape.push_back(line.shape[1]);
        line.shape.erase(line.shape.begin() + 1);
        line.layout = line.layout == "NCHW" ? "NHWC" : "NDHWC";
      }
      // Eighths add up exactly, so that the bits are equal whichever kernel each layout has; but averages
      // divide.
      const driver::Tolerance tolerance = driver::ToleranceFor(line.type, 32);
      CheckLayouts(line, "", absl::StartsWith(op.name, "Avg") ? &tolerance : nullptr);
      line.values = driver::Values::kReal;
      CheckLayouts(line, "reference", nullptr);
    }
  }
}

TEST(Algebra, AnImageIsAVolumeOfDepthOne) {
  constexpr const char* kNames[][2] = {{"AvgPool", "AvgPool3D"},
                                       {"AvgPoolGrad", "AvgPool3DGrad"},
                                       {"MaxPool", "MaxPool3D"},
                                       {"MaxPoolGrad", "MaxPool3DGrad"},
                                       {"MaxPoolGradGrad", "MaxPool3DGradGrad"},
                                       {"Conv2D", "Conv3D"},
                                       {"Conv2DBackpropInput", "Conv3DBackpropInputV2"},
                                       {"Conv2DBackpropFilter", "Conv3DBackpropFilterV2"}};
  for (const auto& [image, volume] : kNames) {
    Random random(14);
    for (int i = 0; i < 40; ++i) {
      Line line = RandomLine(*FindOp(image), &random);
      line.type = random.Pick(std::vector<DataType>{DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE});
      line.values = driver::Values::kReal;
      if (line.padding == "EXPLICIT") line.padding = "SAME";  // volumes have no explicit padding
      line.pads.clear();
      SCOPED_TRACE(line.Text());
      const PreparedCall flat = MustPrepare(line);
      const Tensor expected = MustRun(flat);

      line.op = volume;
      const bool first = line.layout == "NCHW";
      line.layout = first ? "NCDHW" : "NDHWC";
      line.shape.insert(line.shape.begin() + (first ? 2 : 1), 1);
      for (Ints* axes : {&line.window, &line.stride, &line.dilation}) axes->insert(axes->begin(), 1);
      PreparedCall deep = MustPrepare(line);
      ASSERT_FALSE(testing::Test::HasFailure());
      for (size_t j = 0; j < deep.inputs.size(); ++j) {
        Tensor& input = deep.inputs[j];
        if (!deep.op->inputs[j].sizes) input = Tensor(input.dtype(), input.shape(), flat.inputs[j].buffer());
      }
      const Tensor actual = MustRun(deep);
      ASSERT_EQ(actual.NumElements(), expected.NumElements());
      EXPECT_EQ(std::memcmp(actual.data(), expected.data(), expected.TotalBytes()), 0);
    }
  }
}

double Total(const Tensor& tensor) {
  const auto values = tensor.values<double>();
  return static_cast<double>(std::accumulate(values.begin(), values.end(), 0.0L));
}

TEST(Algebra, PoolingGradientsLoseAndAddNothing) {
  for (const char* name : {"AvgPoolGrad", "AvgPool3DGrad", "MaxPoolGrad", "MaxPool3DGrad"}) {
    Random random(15);
    for (int i = 0; i < 60; ++i) {
      Line line = RandomLine(*FindOp(name), &random);
      line.type = DT_DOUBLE;
      SCOPED_TRACE(line.Text());
      PreparedCall call = MustPrepare(line);
      ASSERT_FALSE(testing::Test::HasFailure());
      EXPECT_NEAR(Total(MustRun(call)), Total(call.inputs.back()), 1e-11);
      for (double& value : call.inputs.back().mutable_values<double>()) value = 1;
      EXPECT_NEAR(Total(MustRun(call)), static_cast<double>(call.inputs.back().NumElements()), 1e-11);
    }
  }
}

}  // namespace
}  // namespace voxgrad::test
