// A second opinion on every op: the most naive loops, in scatter form, written from the definition alone.
// They share no arithmetic with the engine: windows are walked tap by tap, padding is found by testing,
// gradients are thrown.
#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <optional>
#include <vector>

#include "support.h"

namespace voxgrad::test {
namespace {

using Place = std::array<int64_t, 3>;

/// A problem line as plain sizes. Images get a first axis of 1.
struct Sizes {
  int64_t batch = 1, channels = 1, out_channels = 1, groups = 1;
  int64_t channel_window = 1;
  Place in, out, window, stride, dilation, before;
  bool channels_first = false;

  explicit Sizes(const Line& line) {
    channels_first = line.layout[1] == 'C';
    batch = line.shape[0];
    channels = line.shape[line.layout.find('C')];
    groups = line.groups;
    channel_window = line.channel_window;
    out_channels = !IsConv(line.op)        ? channels / channel_window
                   : line.out_channels > 0 ? line.out_channels
                                           : channels;
    const size_t missing = 3 - line.space_rank();
    for (size_t d = 0; d < 3; ++d) {
      in[d] = out[d] = window[d] = stride[d] = dilation[d] = 1;
      before[d] = 0;
      if (d < missing) continue;
      const size_t axis = d - missing;
      in[d] = line.shape[axis + (channels_first ? 2 : 1)];
      window[d] = line.window[axis];
      stride[d] = line.stride[axis];
      dilation[d] = line.dilation[axis];
      const int64_t reach = (window[d] - 1) * dilation[d] + 1;
      if (line.padding == "SAME") {
        out[d] = (in[d] + stride[d] - 1) / stride[d];
        before[d] = std::max<int64_t>(0, (out[d] - 1) * stride[d] + reach - in[d]) / 2;
      } else {
        const bool given = line.padding == "EXPLICIT";
        before[d] = given ? line.pads[2 * axis] : 0;
        const int64_t padded = in[d] + before[d] + (given ? line.pads[2 * axis + 1] : 0);
        out[d] = (padded - reach) / stride[d] + 1;
      }
    }
  }

  size_t Index(const Place& size, int64_t all_channels, int64_t n, const Place& at, int64_t c) const {
    int64_t i = n;
    if (channels_first) i = i * all_channels + c;
    for (size_t d = 0; d < 3; ++d) i = i * size[d] + at[d];
    if (!channels_first) i = i * all_channels + c;
    return static_cast<size_t>(i);
  }
  size_t In(int64_t n, const Place& at, int64_t c) const { return Index(in, channels, n, at, c); }
  size_t Out(int64_t n, const Place& at, int64_t c) const { return Index(out, out_channels, n, at, c); }
  size_t Filter(const Place& tap, int64_t c, int64_t o) const {
    const int64_t t = (tap[0] * window[1] + tap[1]) * window[2] + tap[2];
    return static_cast<size_t>((t * (channels / groups) + c) * out_channels + o);
  }

  /// The cell under a tap of a window, if it is no padding.
  std::optional<Place> Under(const Place& o, const Place& t) const {
    Place i;
    for (size_t d = 0; d < 3; ++d) {
      i[d] = o[d] * stride[d] - before[d] + t[d] * dilation[d];
      if (i[d] < 0 || i[d] >= in[d]) return std::nullopt;
    }
    return i;
  }
};

template <class F>
void ForEachPlace(const Place& size, F f) {
  Place at;
  for (at[0] = 0; at[0] < size[0]; ++at[0]) {
    for (at[1] = 0; at[1] < size[1]; ++at[1]) {
      for (at[2] = 0; at[2] < size[2]; ++at[2]) f(at);
    }
  }
}

/// Sums: integers modulo 2^n, everything else in double.
template <class T>
using Sum =
    std::conditional_t<std::is_integral_v<T>,
                       std::make_unsigned_t<std::conditional_t<std::is_integral_v<T>, T, int>>, double>;
template <class T>
Sum<T> Wide(T value) {
  return static_cast<Sum<T>>(value);
}

template <class T>
std::vector<T> Narrow(const std::vector<Sum<T>>& sums) {
  std::vector<T> values;
  for (auto sum : sums) values.push_back(static_cast<T>(sum));
  return values;
}

/// f(window, cells) for every window: where its result stands and where its cells stand, in row-major order.
template <class F>
void ForEachWindow(const Sizes& s, F f) {
  for (int64_t n = 0; n < s.batch; ++n) {
    for (int64_t c = 0; c < s.out_channels; ++c) {
      ForEachPlace(s.out, [&](const Place& o) {
        std::vector<size_t> cells;
        ForEachPlace(s.window, [&](const Place& t) {
          const auto i = s.Under(o, t);
          if (!i) return;
          for (int64_t k = 0; k < s.channel_window; ++k)
            cells.push_back(s.In(n, *i, c * s.channel_window + k));
        });
        f(s.Out(n, o, c), cells);
      });
    }
  }
}

template <class V>
size_t First(const std::vector<size_t>& cells, absl::Span<const V> values) {
  for (size_t cell : cells) {
    if (values[cell] != values[cell]) return cell;  // the first NaN
  }
  size_t best = cells.at(0);
  for (size_t cell : cells) {
    if (values[best] < values[cell]) best = cell;
  }
  return best;
}

/// The result of one op, from its inputs in the order of its definition.
template <class T, class V>
std::vector<T> BruteForce(const Line& line, const std::vector<Tensor>& inputs, size_t result_size) {
  const Sizes s(line);
  const auto in = [&](size_t i) { return inputs[i].values<T>(); };
  std::vector<Sum<T>> sums(result_size, 0);
  std::vector<T> result(result_size);
  if (line.op == "AvgPool" || line.op == "AvgPool3D") {
    ForEachWindow(s, [&](size_t o, const std::vector<size_t>& cells) {
      for (size_t cell : cells) sums[o] += Wide(in(0)[cell]);
      sums[o] = static_cast<Sum<T>>(sums[o] / static_cast<Sum<T>>(cells.size()));
    });
    return Narrow<T>(sums);
  }
  if (line.op == "AvgPoolGrad" || line.op == "AvgPool3DGrad") {
    ForEachWindow(s, [&](size_t o, const std::vector<size_t>& cells) {
      for (size_t cell : cells) {
        sums[cell] = static_cast<Sum<T>>(sums[cell] + Wide(in(1)[o]) / static_cast<Sum<T>>(cells.size()));
      }
    });
    return Narrow<T>(sums);
  }
  if (line.op == "MaxPool" || line.op == "MaxPool3D") {
    ForEachWindow(s, [&](size_t o, const auto& cells) { result[o] = in(0)[First(cells, in(0))]; });
    return result;
  }
  if (line.op == "MaxPoolGradGrad" || line.op == "MaxPool3DGradGrad") {
    ForEachWindow(s, [&](size_t o, const auto& cells) { result[o] = in(2)[First(cells, in(0))]; });
    return result;
  }
  if (line.op == "MaxPoolGrad" || line.op == "MaxPool3DGrad") {
    ForEachWindow(s, [&](size_t o, const auto& cells) {
      const size_t winner = First(cells, inputs[0].values<V>());
      sums[winner] = static_cast<Sum<T>>(sums[winner] + Wide(in(2)[o]));
    });
    return Narrow<T>(sums);
  }
  // Convolutions: every product of an input, a tap and an output, thrown to where the op sums.
  const bool to_input = absl::StrContains(line.op, "BackpropInput");
  const bool to_filter = absl::StrContains(line.op, "BackpropFilter");
  const int64_t group_in = s.channels / s.groups, group_out = s.out_channels / s.groups;
  for (int64_t n = 0; n < s.batch; ++n) {
    ForEachPlace(s.out, [&](const Place& o) {
      ForEachPlace(s.window, [&](const Place& t) {
        const auto i = s.Under(o, t);
        if (!i) return;
        for (int64_t co = 0; co < s.out_channels; ++co) {
          for (int64_t ci = 0; ci < group_in; ++ci) {
            const size_t at_in = s.In(n, *i, co / group_out * group_in + ci);
            const size_t at_filter = s.Filter(t, ci, co);
            const size_t at_out = s.Out(n, o, co);
            if (to_input) {
              sums[at_in] += Wide(in(1)[at_filter]) * Wide(in(2)[at_out]);
            } else if (to_filter) {
              sums[at_filter] += Wide(in(0)[at_in]) * Wide(in(2)[at_out]);
            } else {
              sums[at_out] += Wide(in(0)[at_in]) * Wide(in(1)[at_filter]);
            }
          }
        }
      });
    });
  }
  return Narrow<T>(sums);
}

Tensor BruteForce(const Line& line, const PreparedCall& call, const Tensor& like) {
  Tensor result;
  const auto size = static_cast<size_t>(like.NumElements());
  VisitType(RealTypes(), line.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const auto take = [&](auto value_tag) {
      using V = typename decltype(value_tag)::type;
      result = Tensor::Of<T>(absl::MakeConstSpan(BruteForce<T, V>(line, call.inputs, size)), like.shape());
    };
    if (line.value_type == DT_INVALID || line.value_type == line.type) {
      take(tag);
    } else {
      VisitType(FloatTypes(), line.value_type, take);
    }
  });
  return result;
}

/// Every implementation that takes the problem. Eighths add up exactly in any order, so only averages, which
/// divide, may be off by their rounding.
void CheckAgainstBruteForce(const Line& line) {
  SCOPED_TRACE(line.Text());
  const PreparedCall call = MustPrepare(line);
  ASSERT_NE(call.op, nullptr);
  for (const std::string& name : Must(driver::Takers(call))) {
    const Tensor actual = MustRun(call, name);
    const Tensor expected = BruteForce(line, call, actual);
    const bool divides = absl::StartsWith(line.op, "Avg");
    const auto tolerance = divides ? driver::ToleranceFor(line.type, 32) : driver::Tolerance{0};
    const absl::Status status = driver::Compare(actual, expected, tolerance);
    EXPECT_TRUE(status.ok()) << name << " " << status;
    if (line.op == "MaxPool" || line.op == "MaxPool3D" || absl::StrContains(line.op, "GradGrad")) {
      EXPECT_TRUE(driver::SameBits(actual, expected)) << name << ": what is picked keeps its bits";
    }
  }
}

TEST(BruteForce, CuratedLines) {
  for (const std::string& text : CuratedLines()) {
    const Line line = MustParse(text);
    const bool known = std::any_of(KnownWindowOps().begin(), KnownWindowOps().end(),
                                   [&](const Op& op) { return op.name == line.op; });
    if (known) CheckAgainstBruteForce(line);
  }
}

TEST(BruteForce, RandomProblemsOfEveryOp) {
  for (const Op& op : KnownWindowOps()) {
    Random random(5);
    for (int i = 0; i < 150 && !testing::Test::HasFailure(); ++i) {
      Line line = RandomLine(op, &random);
      if (absl::StrContains(op.name, "Max") && random.OneIn(3)) line.values = driver::Values::kSpecial;
      CheckAgainstBruteForce(line);
    }
  }
}

TEST(BruteForce, EveryTypeOfEveryOpInBothLayouts) {
  Random random(6);
  for (const Op& op : KnownWindowOps()) {
    for (DataType type : TypesOf(op)) {
      for (int i = 0; i < 4; ++i) {
        Line line = RandomLine(op, &random);
        line.type = type;
        CheckAgainstBruteForce(line);
      }
    }
  }
}

TEST(BruteForce, MaxPool3DGradOfEveryPairOfTypes) {
  Random random(7);
  const Op& op = *FindOp("MaxPool3DGrad");
  for (DataType type : TypesOf(op)) {
    for (DataType value_type : TypesOf(op, "TInput")) {
      Line line = RandomLine(op, &random);
      line.type = type;
      line.value_type = value_type;
      CheckAgainstBruteForce(line);
    }
  }
}

// The cases that people argue about, with their numbers.

template <class T>
Tensor Row(std::initializer_list<T> values) {
  return Tensor::Of<T>(values, {1, 1, static_cast<int64_t>(values.size()), 1});
}

Tensor CallPool(const char* op, const std::vector<Tensor>& inputs, int k, int s) {
  return Must(Call(op, inputs, {{"ksize", {1, 1, k, 1}}, {"strides", {1, 1, s, 1}}, {"padding", "VALID"}}),
              op)
      .at(0);
}

constexpr float kInf = std::numeric_limits<float>::infinity();
const float kNan = std::numeric_limits<float>::quiet_NaN();

TEST(MaxPoolRules, TheFirstMaximumWins) {
  const Tensor grad =
      CallPool("MaxPoolGrad", {Row<float>({3, 3, 1, 3}), Row<float>({0}), Row<float>({5})}, 4, 4);
  EXPECT_EQ(grad.SummarizeValue(9), "[[[5][0][0][0]]]");
}

TEST(MaxPoolRules, TheFirstNanWins) {
  const Tensor x = Row<float>({1, kNan, 7, kNan});
  EXPECT_EQ(CallPool("MaxPool", {x}, 4, 4).SummarizeValue(9), "[[[nan]]]");
  EXPECT_EQ(CallPool("MaxPoolGrad", {x, Row<float>({0}), Row<float>({5})}, 4, 4).SummarizeValue(9),
            "[[[0][5][0][0]]]");
  EXPECT_EQ(
      CallPool("MaxPoolGradGrad", {x, Row<float>({0}), Row<float>({1, 2, 3, 4})}, 4, 4).SummarizeValue(9),
      "[[[2]]]");
}

TEST(MaxPoolRules, AWindowOfMinusInfinityHasItsFirstCellAsWinner) {
  const Tensor x = Row<float>({-kInf, -kInf, -kInf});
  EXPECT_EQ(CallPool("MaxPool", {x}, 3, 3).SummarizeValue(9), "[[[-inf]]]");
  EXPECT_EQ(CallPool("MaxPoolGrad", {x, Row<float>({0}), Row<float>({5})}, 3, 3).SummarizeValue(9),
            "[[[5][0][0]]]");
}

TEST(MaxPoolRules, ZerosOfBothSignsTie) {
  const Tensor minus_first = CallPool("MaxPool", {Row<float>({-0.0f, 0.0f})}, 2, 2);
  EXPECT_TRUE(std::signbit(minus_first.values<float>()[0]));
  const Tensor plus_first = CallPool("MaxPool", {Row<float>({0.0f, -0.0f})}, 2, 2);
  EXPECT_FALSE(std::signbit(plus_first.values<float>()[0]));
  EXPECT_EQ(CallPool("MaxPoolGrad", {Row<float>({-0.0f, 0.0f}), Row<float>({0}), Row<float>({5})}, 2, 2)
                .SummarizeValue(9),
            "[[[5][0]]]");
}

TEST(MaxPoolRules, IntegersWrap) {
  const Tensor u8 = CallPool("MaxPoolGrad",
                             {Row<uint8_t>({0, 9, 0}), Row<uint8_t>({9, 9}), Row<uint8_t>({200, 100})}, 2, 1);
  EXPECT_EQ(u8.SummarizeValue(9), "[[[0][44][0]]]");
  const Tensor i32 = CallPool(
      "MaxPoolGrad", {Row<int32_t>({0, 9, 0}), Row<int32_t>({9, 9}), Row<int32_t>({2147483647, 1})}, 2, 1);
  EXPECT_EQ(i32.SummarizeValue(9), "[[[0][-2147483648][0]]]");
}

TEST(MaxPoolRules, Int64IsComparedInAll64Bits) {
  const int64_t big = (int64_t{1} << 62) + 1;  // a double cannot tell it from its neighbour
  const Tensor x = Row<int64_t>({big - 1, big, big - 1});
  EXPECT_EQ(CallPool("MaxPool", {x}, 3, 3).values<int64_t>()[0], big);
  EXPECT_EQ(CallPool("MaxPoolGrad", {x, Row<int64_t>({0}), Row<int64_t>({5})}, 3, 3).SummarizeValue(9),
            "[[[0][5][0]]]");
  const uint64_t most = std::numeric_limits<uint64_t>::max();
  EXPECT_EQ(CallPool("MaxPool", {Row<uint64_t>({most - 1, most, 1})}, 3, 3).values<uint64_t>()[0], most);
}

TEST(MaxPoolRules, NearTiesAreNoTies) {
  const Tensor x = Row<float>({1e-7f, 2e-7f, 1.5e-7f});
  EXPECT_EQ(CallPool("MaxPoolGrad", {x, Row<float>({0}), Row<float>({5})}, 3, 3).SummarizeValue(9),
            "[[[0][5][0]]]");
}

TEST(AvgPoolRules, SumsOfSixteenBitsAreKeptWiderAndRoundedOnce) {
  // 4096 ones: a count or a sum kept in bfloat16 would stop at 256.
  Tensor ones = NewTensor(DT_BFLOAT16, TensorShape({1, 64, 64, 1}));
  for (BFloat16& value : ones.mutable_values<BFloat16>()) value = BFloat16(1.0f);
  const auto mean = Must(
      Call("AvgPool", {ones}, {{"ksize", {1, 64, 64, 1}}, {"strides", {1, 1, 1, 1}}, {"padding", "VALID"}}));
  EXPECT_EQ(mean.at(0).SummarizeValue(1), "[[[1]]]");
}

TEST(AvgPoolRules, TheLowestFloatIsANumberLikeAnyOther) {
  const float lowest = std::numeric_limits<float>::lowest();
  EXPECT_EQ(CallPool("AvgPool", {Row<float>({lowest / 2, lowest / 2})}, 2, 2).values<float>()[0], lowest / 2);
  EXPECT_EQ(CallPool("AvgPool", {Row<float>({lowest, lowest})}, 1, 1).values<float>()[1], lowest);
}

}  // namespace
}  // namespace voxgrad::test
