// Slabs of problems: what they hold as memory, how they are cut out, and who computes them how.
#ifndef VOXGRAD_TESTS_SLABS_H_
#define VOXGRAD_TESTS_SLABS_H_

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <limits>
#include <optional>

#include "absl/strings/str_cat.h"
#include "kernels/kernels.h"
#include "kernels/simd/target.h"
#include "ops/window/attrs.h"
#include "plain_exec.h"
#include "support.h"
#include "voxgrad/threads.h"

namespace voxgrad::test {

/// As a whole, and in pieces: those of a slab are not those of the whole.
class Slabs : public testing::TestWithParam<bool> {
 private:
  const std::optional<driver::SmallPieces> small_ =
      GetParam() ? std::optional<driver::SmallPieces>(std::in_place, 64) : std::nullopt;
};

inline constexpr DataType kSlabTypes[] = {DT_FLOAT, DT_BFLOAT16, DT_DOUBLE};

/// One side of a problem as memory: [outer, D, H, W, inner] with the parts of D, H and W that a tensor holds.
struct Block {
  int64_t outer = 1, inner = 1;
  std::array<Extent, 3> space;
  DataType type = DT_FLOAT;
  int64_t first_outer = 0;  // in the whole

  int64_t cells() const { return outer * space[0].size * space[1].size * space[2].size * inner; }
};

/// The part of `from` (laid out as `whole`) that `part` holds.
inline Tensor Cut(const Tensor& from, const Block& whole, const Block& part) {
  Tensor result = NewTensor(part.type, TensorShape({part.cells()}));
  const size_t row = static_cast<size_t>(part.space[2].size * part.inner * DataTypeSize(part.type));
  auto* to = static_cast<char*>(result.data());
  for (int64_t n = 0; n < part.outer; ++n) {
    for (int64_t d = 0; d < part.space[0].size; ++d) {
      for (int64_t h = 0; h < part.space[1].size; ++h, to += row) {
        int64_t place = part.first_outer - whole.first_outer + n;
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

inline Block SideOf(const PoolProblem& p, Extent Axis::* side) {
  return {p.outer, p.inner, {p.axis[0].*side, p.axis[1].*side, p.axis[2].*side}, p.type};
}
inline Block SideOf(const ConvProblem& p, Extent Axis::* side) {
  const int64_t channels = p.groups * (side == &Axis::in ? p.in_channels : p.out_channels);
  return {p.channels_first ? p.batch * channels : p.batch,
          p.channels_first ? 1 : channels,
          {p.axis[0].*side, p.axis[1].*side, p.axis[2].*side},
          p.type,
          p.images_before * (p.channels_first ? channels : 1)};
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
inline Extent CellsUnder(const Axis& axis) {
  Hull hull;
  for (int64_t o = axis.out.origin; o < axis.out.origin + axis.out.size; ++o) {
    for (int64_t t = 0; t < axis.window; ++t) hull.Add(axis.CellAt(o, t));
  }
  return hull.Of(axis.in.whole);
}

/// The windows over the held cells, out of all.
inline Extent WindowsOver(Axis axis) {
  axis.out = Extent::All(axis.out.whole);
  Hull hull;
  for (int64_t i = axis.in.origin; i < axis.in.origin + axis.in.size; ++i) {
    for (int64_t t = 0; t < axis.window; ++t) hull.Add(axis.WindowAt(i, t));
  }
  return hull.Of(axis.out.whole);
}

/// Axes of a problem that every op takes.
inline std::array<Axis, 3> RandomAxes(bool dilated, Random* random) {
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
inline std::string Text(const Problem& p) {
  std::string text = absl::StrCat(DataTypeString(p.type));
  for (const Axis& a : p.axis) {
    absl::StrAppend(&text, " | in ", a.in.origin, "+", a.in.size, "/", a.in.whole, " out ", a.out.origin, "+",
                    a.out.size, "/", a.out.whole, " k", a.window, " s", a.stride, " d", a.dilation, " pad",
                    a.before);
  }
  return text;
}

/// Runs a kernel by one implementation; the name of the one that answered.
inline std::string RunAs(const std::string& name, const std::function<void(Exec&)>& kernel) {
  KernelTrace trace;
  Exec exec({.only = name, .trace = &trace});
  kernel(exec);
  return trace.answers.back().implementation;
}

inline std::vector<std::string> NamesFor(const std::function<void(Exec&)>& kernel) {
  KernelTrace trace;
  Exec exec({.only = "reference", .trace = &trace});
  kernel(exec);
  std::vector<std::string> names;
  for (const auto& answer : trace.answers) {
    if (RunAs(answer.implementation, kernel) == answer.implementation) names.push_back(answer.implementation);
  }
  return names;
}

inline Tensor RandomBlock(const Block& block, Random* random) {
  return Must(driver::RandomTensor(block.type, TensorShape({block.cells()}), driver::Values::kReal, random));
}

inline ConvProblem RandomConv(int i, Random* random) {
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

/// Another number of threads for each call.
class AnyThreads {
 public:
  explicit AnyThreads(Random* random) : random_(random) {}
  ~AnyThreads() { SetNumThreads(0); }
  void Change() const {
    constexpr int kThreads[] = {1, 2, 5};
    SetNumThreads(kThreads[random_->Int(0, 2)]);
  }

 private:
  Random* const random_;
};

/// Another instruction set for each problem.
class AnyTarget {
 public:
  explicit AnyTarget(Random* random) {
    const std::vector<std::string> names = cpu::TargetNames();
    name_ = random->Pick(names);
    EXPECT_TRUE(cpu::ChooseTarget(name_));
  }
  ~AnyTarget() { cpu::ChooseTarget(""); }
  const std::string& name() const { return name_; }

 private:
  std::string name_;
};

inline constexpr int kCuts = 500;  // of each family
inline constexpr DataType kSumTypes[] = {DT_FLOAT, DT_BFLOAT16, DT_DOUBLE, DT_HALF};
}  // namespace voxgrad::test

#endif  // VOXGRAD_TESTS_SLABS_H_
