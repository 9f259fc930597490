// Averages to the last digit: wherever the sum is exact, the mean is the correctly rounded quotient, in every
// implementation. Integers are averaged, and quotients are judged in integers.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>

#include "absl/strings/str_cat.h"
#include "kernels/simd/target.h"
#include "support.h"

namespace voxgrad::test {
namespace {

constexpr uint64_t kRoundingSeed = 20261119;

/// A floating-point type as it rounds, and integers of which a thousand have an exact sum.
struct Rounding {
  DataType type;
  int digits;
  int least;      // the smallest number is 2^least
  int64_t range;  // of the integers: exact in the type
};
constexpr Rounding kRoundings[] = {
    {DT_HALF, 11, -24, 2000},
    {DT_BFLOAT16, 8, -133, 250},
    {DT_FLOAT, 24, -149, 16'000},
    {DT_DOUBLE, 53, -1074, 1'000'000'000},
};

/// Whether `result` is sum · 2^scale / count, rounded once, to nearest even.
bool IsNearest(const Rounding& type, double result, int64_t sum, int64_t count, int scale) {
  if (sum == 0) return result == 0;
  if (!std::isfinite(result) || (result != 0 && (result > 0) != (sum > 0))) return false;
  int exponent = type.least;
  if (result != 0) {
    std::frexp(result, &exponent);
    exponent = std::max(exponent - type.digits, type.least);
  }
  // result = digits · 2^exponent. In units of 2^min(exponent, scale), times count, all is whole.
  const int unit = std::min(exponent, scale);
  const auto digits = static_cast<int64_t>(std::ldexp(std::fabs(result), -exponent));
  const auto step = static_cast<__int128>(count) << (exponent - unit);
  const __int128 above = digits * step - (static_cast<__int128>(std::abs(sum)) << (scale - unit));
  const bool narrows = digits == int64_t{1} << (type.digits - 1) && exponent > type.least && above > 0;
  const __int128 twice = (above < 0 ? -above : above) * (narrows ? 4 : 2);
  return twice < step || (twice == step && digits % 2 == 0);
}

/// Integers times 2^scale as a tensor.
void Fill(const std::vector<int64_t>& values, int scale, Tensor* tensor) {
  ASSERT_EQ(values.size(), static_cast<size_t>(tensor->NumElements()));
  VisitType(FloatTypes(), tensor->dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* to = static_cast<T*>(tensor->data());
    for (const int64_t value : values) *to++ = static_cast<T>(std::ldexp(static_cast<double>(value), scale));
  });
}

std::vector<double> Doubles(const Tensor& tensor) {
  std::vector<double> values;
  VisitType(FloatTypes(), tensor.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* from = static_cast<const T*>(tensor.data());
    for (int64_t i = 0; i < tensor.NumElements(); ++i) values.push_back(static_cast<double>(from[i]));
  });
  return values;
}

std::vector<int64_t> RandomIntegers(int64_t count, int64_t range, Random* random) {
  std::vector<int64_t> values(static_cast<size_t>(count));
  for (int64_t& value : values) value = random->Int(-range, range);
  return values;
}

/// One axis of a pooling, spelled out: which cells each window holds, and which windows lie over each cell.
struct PooledAxis {
  int64_t in, out;
  std::vector<Range> cells, windows;

  PooledAxis(int64_t in_size, int64_t window, int64_t stride, bool same)
      : in(in_size), out(same ? (in + stride - 1) / stride : (in - window) / stride + 1) {
    const int64_t before = same ? std::max<int64_t>(0, (out - 1) * stride + window - in) / 2 : 0;
    windows.assign(static_cast<size_t>(in), Range{out, 0});
    for (int64_t o = 0; o < out; ++o) {
      const int64_t start = o * stride - before;
      cells.push_back({std::max<int64_t>(0, start), std::min(in, start + window)});
      for (int64_t i = cells.back().begin; i < cells.back().end; ++i) {
        Range& over = windows[static_cast<size_t>(i)];
        over = {std::min(over.begin, o), o + 1};
      }
    }
    for (Range& over : windows) over.begin = std::min(over.begin, over.end);
  }
};

/// What an average pooling or its gradient is asked, and what would be right.
class PoolingCase {
 public:
  PoolingCase(const Line& line, bool backward, std::vector<int64_t> values)
      : backward_(backward),
        first_(line.layout[1] == 'C'),
        outer_(line.shape[0]),
        channels_(first_ ? line.shape[1] : line.shape.back()),
        values_(std::move(values)) {
    if (line.space_rank() == 2) axes_.emplace_back(1, 1, 1, false);
    for (size_t i = 0; i < line.space_rank(); ++i) {
      axes_.emplace_back(line.shape[i + (first_ ? 2 : 1)], line.window[i], line.stride[i],
                         line.padding == "SAME");
    }
  }

  /// The number of results that are wrong, out of those whose sum is exact; says one of them.
  int64_t Wrong(const Rounding& type, int scale, const Tensor& tensor, int64_t* judged, std::string* which) {
    const std::vector<double> results = Doubles(tensor);
    int64_t wrong = 0, place[3];
    for (int64_t n = 0; n < outer_; ++n) {
      for (int64_t c = 0; c < channels_; ++c) {
        for (place[0] = 0; place[0] < size(0, backward_); ++place[0]) {
          for (place[1] = 0; place[1] < size(1, backward_); ++place[1]) {
            for (place[2] = 0; place[2] < size(2, backward_); ++place[2]) {
              const double result = results[static_cast<size_t>(Place(n, c, place, backward_))];
              if (Right(type, scale, n, c, place, result, judged)) continue;
              if (wrong++ == 0) {
                *which = absl::StrCat("[", n, ",", place[0], ",", place[1], ",", place[2], ",", c, "] is ",
                                      absl::SixDigits(result));
              }
            }
          }
        }
      }
    }
    return wrong;
  }

 private:
  int64_t size(size_t axis, bool input) const { return input ? axes_[axis].in : axes_[axis].out; }

  int64_t Place(int64_t n, int64_t c, const int64_t* at, bool input) const {
    int64_t place = first_ ? n * channels_ + c : n;
    for (size_t i = 0; i < 3; ++i) place = place * size(i, input) + at[i];
    return first_ ? place : place * channels_ + c;
  }

  bool Right(const Rounding& type, int scale, int64_t n, int64_t c, const int64_t* place, double result,
             int64_t* judged) const {
    int64_t sum = 0, share = 0, terms = 0;
    bool even = true;
    long double quotients = 0, size_of_terms = 0;
    Range range[3];
    for (size_t i = 0; i < 3; ++i) {
      const auto at = static_cast<size_t>(place[i]);
      range[i] = backward_ ? axes_[i].windows[at] : axes_[i].cells[at];
    }
    int64_t at[3];
    for (at[0] = range[0].begin; at[0] < range[0].end; ++at[0]) {
      for (at[1] = range[1].begin; at[1] < range[1].end; ++at[1]) {
        for (at[2] = range[2].begin; at[2] < range[2].end; ++at[2]) {
          const int64_t value = values_[static_cast<size_t>(Place(n, c, at, !backward_))];
          sum += value;
          ++terms;
          if (!backward_) continue;
          int64_t cells = 1;
          for (size_t i = 0; i < 3; ++i) cells *= axes_[i].cells[static_cast<size_t>(at[i])].count();
          even &= share == 0 || share == cells;
          share = cells;
          quotients += static_cast<long double>(value) / static_cast<long double>(cells);
          size_of_terms += std::fabs(static_cast<long double>(value) / static_cast<long double>(cells));
        }
      }
    }
    if (even) {
      ++*judged;
      return IsNearest(type, result, sum, backward_ ? std::max<int64_t>(1, share) : terms, scale);
    }
    // Windows of unequal shares: each share and each sum is rounded, then the result.
    const int digits = type.type == DT_DOUBLE ? 53 : 24;
    const long double exact = std::ldexp(quotients, scale);
    const long double error =
        std::ldexp(size_of_terms * static_cast<long double>(terms + 8), scale - digits) +
        std::ldexp(std::fabs(exact), -type.digits) +
        std::ldexp(static_cast<long double>(terms + 2), type.least);
    return std::fabs(static_cast<long double>(result) - exact) <= error;
  }

  const bool backward_, first_;
  const int64_t outer_, channels_;
  const std::vector<int64_t> values_;
  std::vector<PooledAxis> axes_;
};

/// A problem of windows of 2 to 10 cells that takes about `cells` cells.
Line RandomAverage(bool volume, bool backward, DataType type, int64_t cells, Random* random) {
  Line line;
  line.op = absl::StrCat("AvgPool", volume ? "3D" : "", backward ? "Grad" : "");
  line.type = type;
  const bool first = random->OneIn(2);
  line.layout = volume ? (first ? "NCDHW" : "NDHWC") : (first ? "NCHW" : "NHWC");
  line.padding = random->OneIn(2) ? "SAME" : "VALID";
  line.shape = {random->OneIn(3) ? random->Int(1, 20) : 1};
  const int64_t few = random->Int(1, 9), lines = 16 * random->Int(1, 4);
  const int64_t channels = random->OneIn(3) ? lines : few;
  if (first) line.shape.push_back(channels);
  const bool one_window = random->OneIn(2), by_one = random->OneIn(3), apart = random->OneIn(4);
  const int64_t window = random->Int(2, volume ? 7 : 10);
  int64_t left = std::max<int64_t>(cells / line.shape[0] / channels, 1);
  for (size_t i = 0; i < line.space_rank(); ++i) {
    const bool last = i + 1 == line.space_rank();
    const int64_t k = one_window ? window : random->Int(i == 0 ? 1 : 2, 10);
    const auto side = static_cast<int64_t>(
        std::pow(static_cast<double>(left), 1.0 / static_cast<double>(line.space_rank() - i)));
    int64_t n = random->OneIn(8) ? random->Int(1, 12) : std::max<int64_t>(1, random->Int(side / 2, 2 * side));
    if (last) n = std::clamp<int64_t>(left, 1, 300);
    if (line.padding == "VALID") n = std::max(n, k);
    left = std::max<int64_t>(1, left / n);
    line.shape.push_back(n);
    line.window.push_back(k);
    line.stride.push_back(by_one ? 1 : apart ? k : random->Int(1, std::min<int64_t>(k, 4)));
    line.dilation.push_back(1);
  }
  if (!first) line.shape.push_back(channels);
  line.seed = random->Next() % 1000 + 1;
  return line;
}

class AverageRounding : public testing::TestWithParam<Rounding> {
 protected:
  void TearDown() override { cpu::ChooseTarget(""); }

  /// Judges `problems` random problems of about `cells` cells each, by every way to compute them.
  void Judge(bool backward, int problems, int64_t cells) {
    const Rounding& type = GetParam();
    Random random(kRoundingSeed + static_cast<uint64_t>(type.type) * 2 + backward);
    int64_t judged = 0, wrong = 0;
    std::string first;
    for (int i = 0; i < problems; ++i) {
      const Line line = RandomAverage(i % 2 != 0, backward, type.type, cells, &random);
      PreparedCall call = MustPrepare(line);
      if (HasFailure()) return;
      Tensor* values = &call.inputs[backward ? 1 : 0];
      const bool small = random.OneIn(5);  // results below the smallest normal number
      const int scale = small ? type.least : 0;
      auto integers = RandomIntegers(values->NumElements(), small ? 40 : type.range, &random);
      Fill(integers, scale, values);
      PoolingCase expected(line, backward, std::move(integers));
      for (const std::string& target : cpu::TargetNames()) {
        ASSERT_TRUE(cpu::ChooseTarget(target));
        for (const std::string& name : Must(driver::Takers(call))) {
          if (absl::StartsWith(name, "reference/") && target != cpu::TargetNames().front()) continue;
          std::string which;
          const int64_t bad =
              expected.Wrong(type, scale, Must(driver::RunWith(call, name, nullptr)), &judged, &which);
          if (bad > 0 && wrong == 0)
            first = absl::StrCat(line.Text(), " on ", name, " ", target, small ? " small: " : ": ", which);
          wrong += bad;
        }
      }
    }
    RecordProperty("judged", static_cast<int>(judged));
    EXPECT_EQ(wrong, 0) << "of " << judged << ", seed " << kRoundingSeed << "; first " << first;
    EXPECT_GT(judged, problems * cells / 8);
  }
};

INSTANTIATE_TEST_SUITE_P(Types, AverageRounding, testing::ValuesIn(kRoundings),
                         [](const auto& info) { return DataTypeString(info.param.type); });

TEST_P(AverageRounding, MeansOfWindows) { Judge(false, 180, 6'000); }
TEST_P(AverageRounding, GradientsOfWindows) { Judge(true, 180, 2'500); }

// More cells than a 16-bit quotient of floats could be rounded twice for.
TEST_P(AverageRounding, MeansOfManyCells) {
  const Rounding& type = GetParam();
  Random random(kRoundingSeed);
  for (const char* window : {"k67x71 s1", "k129x65 s5", "k40x31 s3"}) {
    Line line = MustParse(absl::StrCat("AvgPool f32 nhwc 1x140x90x3 ", window, " valid"));
    line.type = type.type;
    PreparedCall call = MustPrepare(line);
    auto integers =
        RandomIntegers(call.inputs[0].NumElements(), std::min<int64_t>(type.range, 1000), &random);
    Fill(integers, 0, &call.inputs[0]);
    PoolingCase expected(line, false, std::move(integers));
    for (const std::string& target : cpu::TargetNames()) {
      ASSERT_TRUE(cpu::ChooseTarget(target));
      int64_t judged = 0;
      std::string which;
      EXPECT_EQ(expected.Wrong(type, 0, MustRun(call), &judged, &which), 0) << line.Text() << ": " << which;
    }
  }
}

TEST_P(AverageRounding, Means) {
  const Rounding& type = GetParam();
  Random random(kRoundingSeed);
  int64_t wrong = 0;
  for (int i = 0; i < 300; ++i) {
    const int64_t groups = random.Int(1, 40), rows = random.Int(1, 300), columns = random.Int(1, 12);
    Tensor in = NewTensor(type.type, TensorShape({groups, rows, columns}));
    const auto integers = RandomIntegers(in.NumElements(), type.range, &random);
    Fill(integers, 0, &in);
    const Tensor axis = Tensor::Of<int32_t>({1}, {1});
    const auto results = Doubles(Must(Call("Mean", {in, axis}, {})).at(0));
    for (int64_t r = 0; r < groups * columns; ++r) {
      int64_t sum = 0;
      for (int64_t k = 0; k < rows; ++k)
        sum += integers[static_cast<size_t>((r / columns * rows + k) * columns + r % columns)];
      wrong += !IsNearest(type, results[static_cast<size_t>(r)], sum, rows, 0);
    }
  }
  EXPECT_EQ(wrong, 0) << "seed " << kRoundingSeed;
}

// Windows of all sizes: their means, and what their gradients send where all over a cell have as many cells.
TEST_P(AverageRounding, FractionalWindows) {
  const Rounding& type = GetParam();
  if (type.type != DT_FLOAT && type.type != DT_DOUBLE) GTEST_SKIP() << "FractionalAvgPool has no such type";
  Random random(kRoundingSeed);
  int64_t wrong_means = 0, wrong_gradients = 0;
  for (int i = 0; i < 100; ++i) {
    const Ints shape = {2, random.Int(8, 40), random.Int(8, 40), 3};
    const bool overlapping = random.OneIn(2);
    Tensor in = NewTensor(type.type, TensorShape(shape));
    const auto integers = RandomIntegers(in.NumElements(), type.range, &random);
    Fill(integers, 0, &in);
    const float ratio = static_cast<float>(random.Int(11, 40)) / 10;
    const auto pooled = Must(Call("FractionalAvgPool", {in},
                                  {{"pooling_ratio", std::vector<float>{1, ratio, ratio, 1}},
                                   {"overlapping", overlapping},
                                   {"deterministic", true},
                                   {"seed", i + 1},
                                   {"seed2", 7}}));
    if (HasFailure()) return;
    const auto ends = [&](size_t axis) {
      std::vector<int64_t> sequence;
      for (int64_t k = 0; k < pooled[axis].NumElements(); ++k)
        sequence.push_back(pooled[axis].values<int64_t>()[static_cast<size_t>(k)]);
      return sequence;
    };
    const auto rows = ends(1), cols = ends(2);
    const auto range = [&](const std::vector<int64_t>& sequence, int64_t o) {
      const auto at = static_cast<size_t>(o);
      return Range{sequence[at], std::min(sequence.back(), sequence[at + 1] + (overlapping ? 1 : 0))};
    };
    const auto out_rows = static_cast<int64_t>(rows.size()) - 1,
               out_cols = static_cast<int64_t>(cols.size()) - 1;
    const auto means = Doubles(pooled[0]);
    Tensor grad = NewTensor(type.type, pooled[0].shape());
    const auto sent = RandomIntegers(grad.NumElements(), type.range, &random);
    Fill(sent, 0, &grad);
    const auto gradients =
        Doubles(Must(Call("FractionalAvgPoolGrad",
                          {Tensor::Of<int64_t>({shape[0], shape[1], shape[2], shape[3]}, {4}), grad,
                           pooled[1], pooled[2]},
                          {{"overlapping", overlapping}}))
                    .at(0));
    struct Sent {
      int64_t sum = 0, share = 0;
      bool even = true;
    };
    std::vector<Sent> cells(integers.size());
    for (int64_t place = 0; place < grad.NumElements(); ++place) {
      const int64_t c = place % 3, x = place / 3 % out_cols, y = place / 3 / out_cols % out_rows;
      const int64_t n = place / 3 / out_cols / out_rows;
      const Range ys = range(rows, y), xs = range(cols, x);
      const int64_t share = ys.count() * xs.count();
      int64_t sum = 0;
      for (int64_t k = 0; k < share; ++k) {
        const int64_t h = ys.begin + k / xs.count(), w = xs.begin + k % xs.count();
        const auto cell = static_cast<size_t>(((n * shape[1] + h) * shape[2] + w) * 3 + c);
        sum += integers[cell];
        Sent& from = cells[cell];
        from.even &= from.share == 0 || from.share == share;
        from.share = share;
        from.sum += sent[static_cast<size_t>(place)];
      }
      wrong_means += !IsNearest(type, means[static_cast<size_t>(place)], sum, share, 0);
    }
    for (size_t k = 0; k < cells.size(); ++k) {
      if (cells[k].even && cells[k].share > 0)
        wrong_gradients += !IsNearest(type, gradients[k], cells[k].sum, cells[k].share, 0);
    }
  }
  EXPECT_EQ(wrong_means, 0) << "seed " << kRoundingSeed;
  EXPECT_EQ(wrong_gradients, 0) << "seed " << kRoundingSeed;
}

TEST(AverageOf, FourFiveNineAndTenIsSeven) {
  const Tensor image = Tensor::Of<float>({1, 2, 3, 6, 4, 5, 8, 9, 10}, {1, 3, 3, 1});
  const std::vector<NamedAttribute> by_three = {
      {"ksize", {1, 3, 3, 1}}, {"strides", {1, 1, 1, 1}}, {"padding", "SAME"}};
  EXPECT_EQ(Must(Call("AvgPool", {image}, by_three)).at(0).values<float>()[8], 7);
}

}  // namespace
}  // namespace voxgrad::test
