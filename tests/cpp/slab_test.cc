// A slab of a larger volume computes what the whole would, bit for bit, given just the halo it needs.
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <limits>
#include <optional>

#include "absl/strings/str_cat.h"
#include "kernels/kernels.h"
#include "kernels/list.h"
#include "ops/window/attrs.h"
#include "support.h"

namespace voxgrad::test {
namespace {

/// As a whole, and in pieces: those of a slab are not those of the whole.
class Slabs : public testing::TestWithParam<bool> {
 private:
  const std::optional<driver::SmallPieces> small_ =
      GetParam() ? std::optional<driver::SmallPieces>(std::in_place, 64) : std::nullopt;
};
INSTANTIATE_TEST_SUITE_P(Pieces, Slabs, testing::Bool(),
                         [](const auto& info) { return info.param ? "Small" : "Whole"; });

constexpr DataType kSlabTypes[] = {DT_FLOAT, DT_BFLOAT16, DT_DOUBLE};

/// One side of a problem as memory: [outer, D, H, W, inner] with the parts of D, H and W that a tensor holds.
struct Block {
  int64_t outer = 1, inner = 1;
  std::array<Extent, 3> space;
  DataType type = DT_FLOAT;

  int64_t cells() const { return outer * space[0].size * space[1].size * space[2].size * inner; }
};

/// The part of `from` (laid out as `whole`) that `part` holds.
Tensor Cut(const Tensor& from, const Block& whole, const Block& part) {
  Tensor result = NewTensor(part.type, TensorShape({part.cells()}));
  const size_t row = static_cast<size_t>(part.space[2].size * part.inner * DataTypeSize(part.type));
  auto* to = static_cast<char*>(result.data());
  for (int64_t n = 0; n < part.outer; ++n) {
    for (int64_t d = 0; d < part.space[0].size; ++d) {
      for (int64_t h = 0; h < part.space[1].size; ++h, to += row) {
        int64_t place = n;
        place = place * whole.space[0].size + (part.space[0].origin - whole.space[0].origin) + d;
        place = place * whole.space[1].size + (part.space[1].origin - whole.space[1].origin) + h;
        place = place * whole.space[2].size + (part.space[2].origin - whole.space[2].origin);
        const auto* source = static_cast<const char*>(from.data());
        std::memcpy(to, source + place * whole.inner * DataTypeSize(part.type), row);
      }
    }
  }
  return result;
}

Block SideOf(const PoolProblem& p, Extent Axis::* side) {
  return {p.outer, p.inner, {p.axis[0].*side, p.axis[1].*side, p.axis[2].*side}, p.type};
}
Block SideOf(const ConvProblem& p, Extent Axis::* side) {
  const int64_t channels = p.groups * (side == &Axis::in ? p.in_channels : p.out_channels);
  return {p.channels_first ? p.batch * channels : p.batch,
          p.channels_first ? 1 : channels,
          {p.axis[0].*side, p.axis[1].*side, p.axis[2].*side},
          p.type};
}

/// The smallest extent that holds these coordinates; of no cells when there are none.
class Hull {
 public:
  void Add(int64_t at) {
    if (at < 0) return;
    low_ = std::min(low_, at);
    high_ = std::max(high_, at);
  }
  Extent Of(int64_t whole) const {
    return high_ < 0 ? Extent{whole, 0, 0} : Extent{whole, low_, high_ - low_ + 1};
  }

 private:
  int64_t low_ = std::numeric_limits<int64_t>::max();
  int64_t high_ = -1;
};

/// The cells under the held windows.
Extent CellsUnder(const Axis& axis) {
  Hull hull;
  for (int64_t o = axis.out.origin; o < axis.out.origin + axis.out.size; ++o) {
    for (int64_t t = 0; t < axis.window; ++t) hull.Add(axis.CellAt(o, t));
  }
  return hull.Of(axis.in.whole);
}

/// The windows over the held cells, out of all.
Extent WindowsOver(Axis axis) {
  axis.out = Extent::All(axis.out.whole);
  Hull hull;
  for (int64_t i = axis.in.origin; i < axis.in.origin + axis.in.size; ++i) {
    for (int64_t t = 0; t < axis.window; ++t) hull.Add(axis.WindowAt(i, t));
  }
  return hull.Of(axis.out.whole);
}

Extent Union(const Extent& a, const Extent& b) {
  Hull hull;
  for (const Extent& e : {a, b}) {
    if (e.size == 0) continue;
    hull.Add(e.origin);
    hull.Add(e.origin + e.size - 1);
  }
  return hull.Of(a.whole);
}

Extent RandomPart(int64_t whole, Random* random) {
  const int64_t a = random->Int(0, whole - 1), b = random->Int(0, whole - 1);
  return {whole, std::min(a, b), std::abs(a - b) + 1};
}

/// Axes of a problem that every op takes.
std::array<Axis, 3> RandomAxes(bool dilated, Random* random) {
  window::Attrs attrs;
  attrs.padding = random->OneIn(2) ? window::Attrs::Padding::kSame : window::Attrs::Padding::kValid;
  std::array<Axis, 3> axes;
  for (size_t d = 0; d < 3; ++d) {
    const int64_t n = random->Int(1, 11);
    int64_t k = random->Int(1, dilated ? 3 : 5);
    attrs.stride[d] = random->Int(1, 4);
    attrs.dilation[d] = dilated ? random->Int(1, 2) : 1;
    if (window::WindowTooLarge(attrs, d, n, k)) k = 1;
    axes[d] = window::MakeAxis(attrs, d, n, k);
  }
  return axes;
}

template <class Problem>
std::string Text(const Problem& p) {
  std::string text = absl::StrCat(DataTypeString(p.type));
  for (const Axis& a : p.axis) {
    absl::StrAppend(&text, " | in ", a.in.origin, "+", a.in.size, "/", a.in.whole, " out ", a.out.origin, "+",
                    a.out.size, "/", a.out.whole, " k", a.window, " s", a.stride, " d", a.dilation, " pad",
                    a.before);
  }
  return text;
}

/// Runs a kernel by one implementation; the name of the one that answered.
std::string RunAs(const std::string& name, const std::function<void()>& kernel) {
  KernelTrace trace;
  const ScopedKernelChoice choice(name, &trace);
  kernel();
  return trace.answers.back().implementation;
}

std::vector<std::string> NamesFor(const std::function<void()>& kernel) {
  KernelTrace trace;
  {
    const ScopedKernelChoice choice("reference", &trace);
    kernel();
  }
  std::vector<std::string> names;
  for (const auto& answer : trace.answers) {
    if (RunAs(answer.implementation, kernel) == answer.implementation) names.push_back(answer.implementation);
  }
  return names;
}

Tensor RandomBlock(const Block& block, Random* random) {
  return Must(driver::RandomTensor(block.type, TensorShape({block.cells()}), driver::Values::kReal, random));
}

/// A kernel that reads `in` (which = 0), `out` side tensors (1) or both, and produces one side.
template <class Problem>
struct Kernel {
  const char* name;
  bool reads_in, reads_out;
  bool produces_in;
  std::function<void(const Problem&, const void* in, const void* out, void* produced)> run;
};

/// Computes the whole, then a random slab of it, with every implementation, and compares the bits.
template <class Problem>
void CheckSlab(const Kernel<Problem>& kernel, const Problem& whole, Random* random) {
  Problem slab = whole;
  std::array<Extent, 3> wanted;  // of the produced side
  for (size_t d = 0; d < 3; ++d) {
    Axis& axis = slab.axis[d];
    Extent& produced = kernel.produces_in ? axis.in : axis.out;
    if (d < 2) produced = RandomPart(produced.whole, random);
    wanted[d] = produced;
    if (d == 2) continue;
    if (kernel.produces_in) {
      axis.out = WindowsOver(axis);
      if (kernel.reads_in) axis.in = Union(axis.in, CellsUnder(axis));
    } else {
      axis.in = CellsUnder(axis);
    }
  }
  SCOPED_TRACE(absl::StrCat(kernel.name, " ", Text(slab)));
  const Block in = SideOf(whole, &Axis::in), out = SideOf(whole, &Axis::out);
  const Block slab_in = SideOf(slab, &Axis::in), slab_out = SideOf(slab, &Axis::out);
  const Tensor in_values = RandomBlock(in, random), out_values = RandomBlock(out, random);
  const Tensor slab_in_values = Cut(in_values, in, slab_in), slab_out_values = Cut(out_values, out, slab_out);
  const Block& produced = kernel.produces_in ? in : out;
  const Block& slab_produced = kernel.produces_in ? slab_in : slab_out;
  Block part = slab_produced;
  part.space = wanted;

  Tensor result = NewTensor(produced.type, TensorShape({produced.cells()}));
  Tensor slab_result = NewTensor(produced.type, TensorShape({slab_produced.cells()}));
  const auto run_whole = [&] { kernel.run(whole, in_values.data(), out_values.data(), result.data()); };
  const auto run_slab = [&] {
    kernel.run(slab, slab_in_values.data(), slab_out_values.data(), slab_result.data());
  };
  for (const std::string& name : NamesFor(run_whole)) {
    RunAs(name, run_whole);
    EXPECT_EQ(RunAs(name, run_slab), name) << "takes the whole and declines its slab";
    const Tensor actual = Cut(slab_result, slab_produced, part), expected = Cut(result, produced, part);
    EXPECT_TRUE(driver::SameBits(actual, expected)) << name << " " << driver::Compare(actual, expected, {0});
  }
}

TEST_P(Slabs, PoolingKernels) {
  const Kernel<PoolProblem> kernels[] = {
      {"AvgPool", true, false, false,
       [](const PoolProblem& p, const void* in, const void*, void* to) { AvgPool(p, in, to); }},
      {"AvgPoolGrad", false, true, true,
       [](const PoolProblem& p, const void*, const void* out, void* to) { AvgPoolGrad(p, out, to); }},
      {"MaxPool", true, false, false,
       [](const PoolProblem& p, const void* in, const void*, void* to) { MaxPool(p, in, to); }},
      {"MaxPoolGradGrad", true, false, false,
       [](const PoolProblem& p, const void* in, const void*, void* to) { MaxPoolGradGrad(p, in, in, to); }},
      {"MaxPoolGrad", true, true, true,
       [](const PoolProblem& p, const void* in, const void* out, void* to) { MaxPoolGrad(p, in, out, to); }},
  };
  for (const auto& kernel : kernels) {
    Random random(21);
    for (int i = 0; i < 900; ++i) {
      PoolProblem whole;
      whole.axis = RandomAxes(/*dilated=*/false, &random);
      whole.outer = random.Int(1, 3);
      whole.inner = random.OneIn(2) ? 1 : random.Int(2, 19);
      whole.type = whole.value_type = kSlabTypes[i % 3];
      CheckSlab(kernel, whole, &random);
    }
  }
}

// Where windows share their terms, the place of a cell in the whole decides on the order of its sum.
TEST_P(Slabs, LargeWindowsOfAverages) {
  const Kernel<PoolProblem> kernels[] = {
      {"AvgPool", true, false, false,
       [](const PoolProblem& p, const void* in, const void*, void* to) { AvgPool(p, in, to); }},
      {"AvgPoolGrad", false, true, true,
       [](const PoolProblem& p, const void*, const void* out, void* to) { AvgPoolGrad(p, out, to); }},
  };
  Random random(24);
  for (int i = 0; i < 80; ++i) {
    window::Attrs attrs;
    attrs.padding = random.OneIn(2) ? window::Attrs::Padding::kSame : window::Attrs::Padding::kValid;
    PoolProblem whole;
    const auto large = static_cast<size_t>(i % 3);
    for (size_t d = 0; d < 3; ++d) {
      const int64_t n = d == large ? random.Int(12, 40) : d == 2 ? random.Int(7, 24) : random.Int(2, 7);
      const int64_t k = std::min(n, d == large ? random.Int(2, 17) : random.Int(1, 4));
      whole.axis[d] = window::MakeAxis(attrs, d, n, k);
    }
    constexpr int64_t kInner[] = {1, 3, 16, 32};
    whole.inner = kInner[random.Int(0, 3)];
    whole.type = whole.value_type = kSlabTypes[random.Int(0, 2)];
    for (const auto& kernel : kernels) CheckSlab(kernel, whole, &random);
  }
}

ConvProblem RandomConv(int i, Random* random) {
  ConvProblem p;
  p.axis = RandomAxes(/*dilated=*/true, random);
  p.batch = random->Int(1, 2);
  p.groups = random->OneIn(3) ? 2 : 1;
  p.in_channels = random->Int(1, 9);
  p.out_channels = random->Int(1, 9);
  p.channels_first = random->OneIn(2);
  p.type = kSlabTypes[i % 3];
  return p;
}

Tensor RandomFilter(const ConvProblem& p, Random* random) {
  return Must(driver::RandomTensor(p.type, TensorShape({p.filter_cells()}), driver::Values::kReal, random));
}

TEST_P(Slabs, ConvolutionKernels) {
  Random random(22);
  for (int i = 0; i < 150 && !testing::Test::HasFailure(); ++i) {
    const ConvProblem whole = RandomConv(i, &random);
    const Tensor filter = RandomFilter(whole, &random);
    const Kernel<ConvProblem> forward = {
        "Conv", true, false, false,
        [&](const ConvProblem& p, const void* in, const void*, void* to) { Conv(p, in, filter.data(), to); }};
    const Kernel<ConvProblem> backward = {"ConvBackpropInput", false, true, true,
                                          [&](const ConvProblem& p, const void*, const void* out, void* to) {
                                            ConvBackpropInput(p, filter.data(), out, to);
                                          }};
    CheckSlab(forward, whole, &random);
    CheckSlab(backward, whole, &random);
  }
}

TEST_P(Slabs, FilterGradientsOfSlabsAddUpToThatOfTheWhole) {
  Random random(23);
  for (int i = 0; i < 100 && !testing::Test::HasFailure(); ++i) {
    ConvProblem whole = RandomConv(i, &random);
    whole.type = i % 2 ? DT_FLOAT : DT_DOUBLE;
    SCOPED_TRACE(Text(whole));
    const Block in = SideOf(whole, &Axis::in), out = SideOf(whole, &Axis::out);
    const Tensor in_values = RandomBlock(in, &random), out_values = RandomBlock(out, &random);
    Tensor expected = NewTensor(whole.type, TensorShape({whole.filter_cells()}));
    const auto run_whole = [&] {
      ConvBackpropFilter(whole, in_values.data(), out_values.data(), expected.data());
    };
    for (const std::string& name : NamesFor(run_whole)) {
      RunAs(name, run_whole);
      std::vector<double> sums(static_cast<size_t>(whole.filter_cells()), 0);
      for (int64_t begin = 0, size = 0; begin < whole.axis[0].out.whole; begin += size) {
        size = random.Int(1, whole.axis[0].out.whole - begin);
        ConvProblem slab = whole;
        slab.axis[0].out = {whole.axis[0].out.whole, begin, size};
        slab.axis[0].in = CellsUnder(slab.axis[0]);
        const Tensor slab_in = Cut(in_values, in, SideOf(slab, &Axis::in));
        const Tensor slab_out = Cut(out_values, out, SideOf(slab, &Axis::out));
        Tensor part = NewTensor(whole.type, expected.shape());
        RunAs(name, [&] { ConvBackpropFilter(slab, slab_in.data(), slab_out.data(), part.data()); });
        VisitType(FloatTypes(), whole.type, [&](auto tag) {
          using T = typename decltype(tag)::type;
          for (size_t j = 0; j < sums.size(); ++j) sums[j] += static_cast<double>(part.values<T>()[j]);
        });
      }
      Tensor total = NewTensor(whole.type, expected.shape());
      VisitType(FloatTypes(), whole.type, [&](auto tag) {
        using T = typename decltype(tag)::type;
        for (size_t j = 0; j < sums.size(); ++j) total.mutable_values<T>()[j] = static_cast<T>(sums[j]);
      });
      const absl::Status status = driver::Compare(total, expected, driver::ToleranceFor(whole.type, 100));
      EXPECT_TRUE(status.ok()) << name << " " << status;
    }
  }
}

}  // namespace
}  // namespace voxgrad::test
