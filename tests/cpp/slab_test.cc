// A slab of a larger volume computes what the whole would, bit for bit, given just the halo it needs.
#include "slabs.h"

namespace voxgrad::test {
namespace {

INSTANTIATE_TEST_SUITE_P(Pieces, Slabs, testing::Bool(),
                         [](const auto& info) { return info.param ? "Small" : "Whole"; });

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

/// A kernel that reads `in` (which = 0), `out` side tensors (1) or both, and produces one side.
template <class Problem>
struct Kernel {
  const char* name;
  bool reads_in, reads_out;
  bool produces_in;
  std::function<void(Exec&, const Problem&, const void* in, const void* out, void* produced)> run;
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
  const auto run_whole = [&](Exec& exec) {
    kernel.run(exec, whole, in_values.data(), out_values.data(), result.data());
  };
  const auto run_slab = [&](Exec& exec) {
    kernel.run(exec, slab, slab_in_values.data(), slab_out_values.data(), slab_result.data());
  };
  for (const std::string& name : NamesFor(run_whole)) {
    RunAs(name, run_whole);
    // What has no cells is the reference's; planes as they stand must be wide, and give the bits of tiles.
    const std::string same = name == "cpu/conv-flat" ? "cpu/conv-tiled" : name;
    if (RunAs(name, run_slab) != name && slab_in.cells() > 0 && slab_out.cells() > 0) {
      EXPECT_EQ(RunAs(same, run_slab), same) << "takes the whole and declines its slab";
    }
    const Tensor actual = Cut(slab_result, slab_produced, part), expected = Cut(result, produced, part);
    EXPECT_TRUE(driver::SameBits(actual, expected)) << name << " " << driver::Compare(actual, expected, {0});
  }
}

TEST_P(Slabs, PoolingKernels) {
  const Kernel<PoolProblem> kernels[] = {
      {"AvgPool", true, false, false,
       [](Exec& exec, const PoolProblem& p, const void* in, const void*, void* to) {
         AvgPool(exec, p, in, to);
       }},
      {"AvgPoolGrad", false, true, true,
       [](Exec& exec, const PoolProblem& p, const void*, const void* out, void* to) {
         AvgPoolGrad(exec, p, out, to);
       }},
      {"MaxPool", true, false, false,
       [](Exec& exec, const PoolProblem& p, const void* in, const void*, void* to) {
         MaxPool(exec, p, in, to);
       }},
      {"MaxPoolGradGrad", true, false, false,
       [](Exec& exec, const PoolProblem& p, const void* in, const void*, void* to) {
         MaxPoolGradGrad(exec, p, in, in, to);
       }},
      {"MaxPoolGrad", true, true, true,
       [](Exec& exec, const PoolProblem& p, const void* in, const void* out, void* to) {
         MaxPoolGrad(exec, p, in, out, to);
       }},
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
       [](Exec& exec, const PoolProblem& p, const void* in, const void*, void* to) {
         AvgPool(exec, p, in, to);
       }},
      {"AvgPoolGrad", false, true, true,
       [](Exec& exec, const PoolProblem& p, const void*, const void* out, void* to) {
         AvgPoolGrad(exec, p, out, to);
       }},
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

Tensor RandomFilter(const ConvProblem& p, Random* random) {
  return Must(driver::RandomTensor(p.type, TensorShape({p.filter_cells()}), driver::Values::kReal, random));
}

TEST_P(Slabs, ConvolutionKernels) {
  Random random(22);
  for (int i = 0; i < 150 && !testing::Test::HasFailure(); ++i) {
    const ConvProblem whole = RandomConv(i, &random);
    const Tensor filter = RandomFilter(whole, &random);
    const Kernel<ConvProblem> forward = {"Conv", true, false, false,
                                         [&](Exec& exec, const ConvProblem& p, const void* in, const void*,
                                             void* to) { Conv(exec, p, in, filter.data(), to); }};
    const Kernel<ConvProblem> backward = {
        "ConvBackpropInput", false, true, true,
        [&](Exec& exec, const ConvProblem& p, const void*, const void* out, void* to) {
          ConvBackpropInput(exec, p, filter.data(), out, to);
        }};
    CheckSlab(forward, whole, &random);
    CheckSlab(backward, whole, &random);
  }
}

// As above, in more shapes, on any number of threads and by every instruction set.
TEST_P(Slabs, Averages) {
  constexpr uint64_t kSeed = 25;
  Random random(kSeed);
  const AnyThreads threads(&random);
  const Kernel<PoolProblem> kernels[] = {
      {"AvgPool", true, false, false,
       [&](Exec& exec, const PoolProblem& p, const void* in, const void*, void* to) {
         threads.Change();
         AvgPool(exec, p, in, to);
       }},
      {"AvgPoolGrad", false, true, true,
       [&](Exec& exec, const PoolProblem& p, const void*, const void* out, void* to) {
         threads.Change();
         AvgPoolGrad(exec, p, out, to);
       }},
  };
  for (int i = 0; i < kCuts && !testing::Test::HasFailure(); ++i) {
    const AnyTarget target(&random);
    SCOPED_TRACE(absl::StrCat("seed ", kSeed, " problem ", i, " ", target.name()));
    window::Attrs attrs;
    attrs.padding = random.OneIn(2) ? window::Attrs::Padding::kSame : window::Attrs::Padding::kValid;
    PoolProblem whole;
    for (size_t d = 0; d < 3; ++d) {
      attrs.stride[d] = random.OneIn(4) ? random.Int(2, 3) : 1;
      const int64_t n = random.Int(1, d == 2 ? 18 : 13), k = std::min(n, random.Int(1, 9));
      whole.axis[d] = window::MakeAxis(attrs, d, n, k);
    }
    constexpr int64_t kInner[] = {1, 3, 16, 32};
    whole.inner = kInner[random.Int(0, 3)];
    whole.outer = whole.inner == 1 ? random.Int(1, 17) : 1;
    whole.type = whole.value_type = kSumTypes[i % 4];
    CheckSlab(kernels[i / 4 % 2], whole, &random);
  }
}

}  // namespace
}  // namespace voxgrad::test
