// ExtractVolumePatches against loops of its definition, which take one element of the result after another.
//! call ExtractVolumePatches input=double[2,3,4,3,2] ksizes=1,2,2,2,1 strides=1,1,2,1,1 padding=SAME
//! call ExtractVolumePatches input=double[1,4,3,5,1] ksizes=1,3,1,2,1 strides=1,1,1,3,1 padding=VALID
//! call ExtractVolumePatches input=double[1,2,2,2,3] ksizes=1,4,3,5,1 strides=1,1,1,1,1 padding=SAME
//! unrecorded ExtractVolumePatches: its numbers are those of loops of its definition, in this file
//! deviation ExtractVolumePatches: a VALID window larger than the input is refused, as it is by the pooling ops.
#include <gtest/gtest.h>

#include <array>
#include <numeric>

#include "check/gradient_check.h"
#include "support.h"
#include "voxgrad/error.h"

namespace voxgrad::test {
namespace {

struct PatchCase {
  Ints in, ksizes, strides;
  bool same;

  int64_t out(size_t axis) const {
    const int64_t space = same ? in[axis] : in[axis] - ksizes[axis] + 1;
    return (space + strides[axis] - 1) / strides[axis];
  }
  int64_t before(size_t axis) const {
    const int64_t padding = (out(axis) - 1) * strides[axis] + ksizes[axis] - in[axis];
    return same ? std::max<int64_t>(0, padding) / 2 : 0;
  }
};

PatchCase RandomPatchCase(Random* random) {
  PatchCase c{{1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}, random->OneIn(2)};
  c.in[0] = random->Int(0, 2);
  c.in[4] = random->Int(0, 3);
  for (size_t d = 1; d < 4; ++d) {
    c.in[d] = random->Int(1, 6);
    c.ksizes[d] = random->Int(1, c.same ? 7 : c.in[d]);
    c.strides[d] = random->Int(1, 4);
  }
  return c;
}

/// The place in the input of each element of the result; -1 in the padding.
std::vector<int64_t> Sources(const PatchCase& c) {
  std::vector<int64_t> sources;
  for (int64_t n = 0; n < c.in[0]; ++n)
    for (int64_t z = 0; z < c.out(1); ++z)
      for (int64_t y = 0; y < c.out(2); ++y)
        for (int64_t x = 0; x < c.out(3); ++x)
          for (int64_t i = 0; i < c.ksizes[1]; ++i)
            for (int64_t j = 0; j < c.ksizes[2]; ++j)
              for (int64_t k = 0; k < c.ksizes[3]; ++k)
                for (int64_t channel = 0; channel < c.in[4]; ++channel) {
                  const std::array<int64_t, 3> at = {z * c.strides[1] - c.before(1) + i,
                                                     y * c.strides[2] - c.before(2) + j,
                                                     x * c.strides[3] - c.before(3) + k};
                  const bool inside = at[0] >= 0 && at[0] < c.in[1] && at[1] >= 0 && at[1] < c.in[2] &&
                                      at[2] >= 0 && at[2] < c.in[3];
                  const int64_t cell = ((n * c.in[1] + at[0]) * c.in[2] + at[1]) * c.in[3] + at[2];
                  sources.push_back(inside ? cell * c.in[4] + channel : -1);
                }
  return sources;
}

PreparedCall PatchCall(const PatchCase& c, const Tensor& input) {
  PreparedCall call{FindOp("ExtractVolumePatches"), {input}, {}};
  const absl::Status status = FillSlots(
      *call.op, "", {{"ksizes", c.ksizes}, {"strides", c.strides}, {"padding", c.same ? "SAME" : "VALID"}},
      &call.slots);
  EXPECT_TRUE(status.ok()) << status;
  return call;
}

TEST(ExtractVolumePatches, TakesEachCellOfEachWindow) {
  Random random(41);
  for (int round = 0; round < 200; ++round) {
    const PatchCase c = RandomPatchCase(&random);
    SCOPED_TRACE(absl::StrCat("round ", round, ", seed 41: ", ShapeString(c.in), " ", ShapeString(c.ksizes)));
    const DataType type = random.Pick(TypesOf(*FindOp("ExtractVolumePatches")));
    VisitType(RealTypes(), type, [&](auto tag) {
      using T = typename decltype(tag)::type;
      Tensor input = NewTensor(type, TensorShape(c.in));
      for (T& value : input.mutable_values<T>()) value = T(static_cast<int>(random.Int(1, 100)));
      const Tensor patches = MustRun(PatchCall(c, input));
      ASSERT_EQ(patches.shape(), TensorShape({c.in[0], c.out(1), c.out(2), c.out(3),
                                              c.ksizes[1] * c.ksizes[2] * c.ksizes[3] * c.in[4]}));
      const std::vector<int64_t> sources = Sources(c);
      ASSERT_EQ(sources.size(), patches.values<T>().size());
      for (size_t i = 0; i < sources.size(); ++i) {
        const T wanted = sources[i] < 0 ? T(0) : input.values<T>()[static_cast<size_t>(sources[i])];
        ASSERT_EQ(patches.values<T>()[i], wanted) << i;
      }
    });
  }
}

TEST(ExtractVolumePatches, TheGradientSendsEachPatchBack) {
  Random random(43);
  for (int round = 0; round < 60; ++round) {
    const PatchCase c = RandomPatchCase(&random);
    SCOPED_TRACE(absl::StrCat("round ", round, ", seed 43: ", ShapeString(c.in), " ", ShapeString(c.ksizes)));
    const PreparedCall call = PatchCall(c, RandomDoubles(TensorShape(c.in), 1));
    Tensor upstream = MustRun(call);
    for (double& value : upstream.mutable_values<double>()) value = static_cast<double>(random.Int(-9, 9));
    const Tensor gradient = Must(driver::Gradients(call, {upstream}))[0].at(0);
    std::vector<double> wanted(gradient.values<double>().size());
    const std::vector<int64_t> sources = Sources(c);
    for (size_t i = 0; i < sources.size(); ++i) {
      if (sources[i] >= 0) wanted[static_cast<size_t>(sources[i])] += upstream.values<double>()[i];
    }
    for (size_t i = 0; i < wanted.size(); ++i) ASSERT_EQ(gradient.values<double>()[i], wanted[i]) << i;
  }
}

TEST(ExtractVolumePatches, WithoutChannelsThereIsNothingToDo) {
  const PatchCase c{{int64_t{1} << 40, 1, 1, 3, 0}, {1, 1, 1, 2, 1}, {1, 1, 1, 2, 1}, true};
  EXPECT_EQ(MustRun(PatchCall(c, NewTensor(DT_FLOAT, TensorShape(c.in)))).shape(),
            TensorShape({int64_t{1} << 40, 1, 1, 2, 0}));
}

TEST(ExtractVolumePatches, SaysWhatIsWrong) {
  const auto refused = [](const Ints& in, const Ints& ksizes, const char* padding) {
    const auto result = Call("ExtractVolumePatches", {NewTensor(DT_FLOAT, TensorShape(in))},
                             {{"ksizes", ksizes}, {"strides", {1, 1, 1, 1, 1}}, {"padding", padding}});
    EXPECT_FALSE(result.ok());
    return std::string(result.status().message());
  };
  EXPECT_EQ(
      refused({1, 2, 2, 2, 1}, {1, 3, 1, 1, 1}, "VALID"),
      "ExtractVolumePatches: ksizes is 1,3,1,1,1, and its 3 in D does not fit into input [1,2,2,2,1] with "
      "VALID padding; use SAME or a smaller window.");
  EXPECT_EQ(refused({1, 2, 2, 2, 1}, {1, 1, 1, 1, 2}, "SAME"),
            "ExtractVolumePatches: ksizes is 1,1,1,1,2; its entry for the channels (C) must be 1.");
  EXPECT_EQ(refused({1, 2, 2, 1}, {1, 1, 1, 1, 1}, "SAME"),
            "ExtractVolumePatches: input has shape [1,2,2,1] (4 dimensions), but must have 5.");
  const int64_t huge = int64_t{1} << 30;
  EXPECT_EQ(refused({1, 2, 2, 2, 1}, {1, huge, huge, huge, 1}, "SAME"),
            absl::StrCat("ExtractVolumePatches: ksizes is 1,", huge, ",", huge, ",", huge,
                         ",1; a window of so many cells has no place in a tensor."));
}

}  // namespace
}  // namespace voxgrad::test
