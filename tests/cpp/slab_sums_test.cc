// Sums over the cells of a volume: those of slabs make the whole's, bit for bit, however it is cut.
#include "absl/strings/match.h"
#include "kernels/filter_parts.h"
#include "kernels/norm/batch_norm.h"
#include "kernels/sum_tree.h"
#include "kernels/sums/reduce.h"
#include "slabs.h"

namespace voxgrad::test {
namespace {

/// In small pieces blocks are small, too; as they are, problems have to be larger.
class SlabSums : public Slabs {
 protected:
  static bool small() { return GetParam(); }
  static int cuts() { return small() ? kCuts : kCuts / 5; }
};
INSTANTIATE_TEST_SUITE_P(Pieces, SlabSums, testing::Bool(),
                         [](const auto& info) { return info.param ? "Small" : "Whole"; });

SumNode Along(int64_t begin, int64_t end) { return {Range{begin, end}}; }

TEST(SumTree, AContiguousPartIsAFewSubtrees) {
  EXPECT_EQ(SubtreesOf(Along(0, 8), Along(1, 8)),
            (std::vector<SumNode>{Along(1, 2), Along(2, 4), Along(4, 8)}));
  EXPECT_EQ(SubtreesOf(Along(0, 5), Along(2, 5)), (std::vector<SumNode>{Along(2, 4), Along(4, 5)}));
  EXPECT_EQ(SubtreesOf(Along(0, 5), Along(3, 3)), std::vector<SumNode>());
  // Along the second axis: of each block of the first by itself, where the part is not all of it.
  EXPECT_EQ(SubtreesOf({{0, 2}, {0, 4}}, {{0, 2}, {0, 2}}),
            (std::vector<SumNode>{{{0, 1}, {0, 2}}, {{1, 2}, {0, 2}}}));
}

TEST(SumTree, PartsAreAddedInTheOrderOfTheTree) {
  const SumPlan plan(Along(0, 5), {Along(4, 5), Along(0, 1), Along(2, 4), Along(1, 2)});
  ASSERT_EQ(plan.nodes, std::vector<SumNode>{Along(0, 5)});
  ASSERT_EQ(plan.additions.size(), 3u);
  const size_t expected[][2] = {{1, 3}, {1, 2}, {1, 0}};
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(plan.additions[i].to, expected[i][0]);
    EXPECT_EQ(plan.additions[i].from, expected[i][1]);
  }
  EXPECT_EQ(SumPlan(Along(0, 8), {Along(0, 2), Along(6, 8), Along(4, 6)}).nodes,
            (std::vector<SumNode>{Along(0, 2), Along(4, 8)}));
}

TEST(SumTree, BlocksFollowFromTheWhole) {
  const auto sizes = [](std::vector<Extent> axes, int64_t cells) {
    const SumBlocks blocks(axes, cells);
    std::vector<int64_t> list;
    for (size_t a = 0; a < axes.size(); ++a) list.push_back(blocks.size(a));
    return list;
  };
  EXPECT_EQ(sizes({Extent::All(2), Extent::All(40), Extent::All(30), Extent::All(20)}, 1024),
            (std::vector<int64_t>{1, 1, 30, 20}));
  EXPECT_EQ(sizes({Extent::All(2), {40, 7, 3}, {30, 1, 9}, Extent::All(70)}, 1024),
            (std::vector<int64_t>{1, 1, 8, 70}));
  EXPECT_EQ(sizes({Extent::All(9), Extent::All(3), Extent::All(20)}, 256), (std::vector<int64_t>{4, 3, 20}));
  const Extent axis[] = {{40, 7, 20}};
  const SumBlocks blocks(axis, 8);
  EXPECT_EQ(blocks.held(), Along(1, 3));
  EXPECT_EQ(blocks.ToHold(0, {7, 17}).origin, 8);
  EXPECT_EQ(blocks.ToHold(0, {7, 17}).size, 16);
  EXPECT_EQ(blocks.CellsOf(Along(1, 2)), (Range{1, 9}));
}

bool IsReference(const std::string& name) { return absl::StartsWith(name, "reference/"); }

/// [0, whole) in some parts, of which some may be empty.
std::vector<Range> RandomCuts(int64_t whole, Random* random) {
  std::vector<int64_t> cuts = {0, whole};
  for (int64_t more = random->Int(0, 3); more > 0; --more) cuts.push_back(random->Int(0, whole));
  std::sort(cuts.begin(), cuts.end());
  std::vector<Range> parts;
  for (size_t i = 0; i + 1 < cuts.size(); ++i) parts.push_back({cuts[i], cuts[i + 1]});
  return parts;
}

/// What slabs have of a sum, added in any order and in any groups.
template <class V>
SumParts<V> Together(const SumNode& all, std::vector<SumParts<V>> slabs, Random* random) {
  while (slabs.size() > 1) {
    const auto i = static_cast<size_t>(random->Int(0, static_cast<int64_t>(slabs.size()) - 1));
    SumParts<V> taken = std::move(slabs[i]);
    slabs.erase(slabs.begin() + static_cast<std::ptrdiff_t>(i));
    slabs[static_cast<size_t>(random->Int(0, static_cast<int64_t>(slabs.size()) - 1))].Add(all, taken);
  }
  return slabs.front();
}

using Space = std::array<Extent, 4>;  // images, depth, height, width

/// Slabs along one of the first three axes, or along depth and height, of those that may be cut; each holds
/// its blocks to their ends. Axis a is blocks' axis number[a].
std::vector<Space> SpaceSlabs(const Space& whole, const SumBlocks& blocks, const std::array<int, 4>& number,
                              Random* random) {
  const int64_t way = random->Int(0, 3);
  const bool chosen[] = {way == 0, way == 1 || way == 3, way >= 2, false};
  std::vector<Space> slabs = {whole};
  for (size_t a = 0; a < 4; ++a) {
    if (!chosen[a] || number[a] < 0) continue;
    std::vector<Space> cut;
    const std::vector<Range> cuts = RandomCuts(whole[a].whole, random);
    for (Space slab : slabs) {
      for (const Range& own : cuts) {
        slab[a] = blocks.ToHold(static_cast<size_t>(number[a]), own);
        cut.push_back(slab);
      }
    }
    slabs = cut;
  }
  return slabs;
}

/// With the halo that they need of the input.
std::vector<ConvProblem> FilterSlabs(const ConvProblem& whole, Random* random) {
  std::vector<ConvProblem> slabs;
  const Space all = {whole.images(), whole.axis[0].out, whole.axis[1].out, whole.axis[2].out};
  for (const Space& held : SpaceSlabs(all, FilterSumBlocks(whole), {0, 1, 2, 3}, random)) {
    ConvProblem slab = whole;
    slab.batch = held[0].size;
    slab.images_before = held[0].origin;
    slab.images_behind = held[0].whole - held[0].origin - held[0].size;
    for (size_t d = 0; d < 2; ++d) {
      slab.axis[d].out = held[d + 1];
      slab.axis[d].in = CellsUnder(slab.axis[d]);
    }
    slabs.push_back(slab);
  }
  return slabs;
}

/// Of a family of problems, those whose slabs had more than one part each to add: else nothing was tested.
class Coverage {
 public:
  template <class V>
  void Count(const std::vector<SumParts<V>>& slabs) {
    const auto holds = [](const SumParts<V>& part) { return !part.nodes.empty(); };
    ++all_;
    if (std::count_if(slabs.begin(), slabs.end(), holds) > 1) ++several_;
  }
  void Expect() const { EXPECT_GT(several_ * 20, all_) << several_ << " of " << all_; }

 private:
  int all_ = 0, several_ = 0;
};

template <class T>
void CheckFilterSlabs(const ConvProblem& whole, const std::string& name, Coverage* coverage, Random* random) {
  using V = std::conditional_t<std::is_same_v<T, double>, double, float>;
  const AnyThreads threads(random);
  const Block in = SideOf(whole, &Axis::in), out = SideOf(whole, &Axis::out);
  const Tensor in_values = RandomBlock(in, random), out_values = RandomBlock(out, random);
  Tensor expected = NewTensor(whole.type, TensorShape({whole.filter_cells()}));
  threads.Change();
  RunAs(name, [&](Exec& exec) {
    ConvBackpropFilter(exec, whole, in_values.data(), out_values.data(), expected.data());
  });
  const SumNode all = FilterSumBlocks(whole).all();
  std::vector<SumParts<V>> parts;
  for (const ConvProblem& slab : FilterSlabs(whole, random)) {
    SumParts<V> part = {whole.filter_cells(), SubtreesOf(all, FilterSumBlocks(slab).held()), {}};
    part.values.resize(part.nodes.size() * static_cast<size_t>(part.size), V(-1));
    const Tensor slab_in = Cut(in_values, in, SideOf(slab, &Axis::in));
    const Tensor slab_out = Cut(out_values, out, SideOf(slab, &Axis::out));
    threads.Change();
    const std::string ran = RunAs(name, [&](Exec& exec) {
      ConvBackpropFilterParts(exec, slab, slab_in.data(), slab_out.data(), part.values.data());
    });
    // What has no cells is the reference's.
    if (slab.in_cells() > 0 && slab.out_cells() > 0) {
      EXPECT_EQ(ran, name) << "takes the whole and declines its slab";
    }
    parts.push_back(std::move(part));
  }
  coverage->Count(parts);
  const SumParts<V> sums = Together(all, std::move(parts), random);
  ASSERT_EQ(sums.nodes, std::vector<SumNode>{all});
  Tensor total = NewTensor(whole.type, expected.shape());
  for (size_t j = 0; j < sums.values.size(); ++j)
    total.mutable_values<T>()[j] = static_cast<T>(sums.values[j]);
  // The reference adds in double and in plain order: it is the definition, its slabs are not the whole's
  // bits.
  const absl::Status status = driver::Compare(
      total, expected, IsReference(name) ? driver::ToleranceFor(whole.type, 100) : driver::Tolerance{0});
  EXPECT_TRUE(status.ok() && (IsReference(name) || driver::SameBits(total, expected)))
      << name << " " << status;
}

TEST_P(SlabSums, FilterGradients) {
  constexpr uint64_t kSeed = 23;
  Random random(kSeed);
  Coverage coverage;
  for (int i = 0; i < cuts() && !testing::Test::HasFailure(); ++i) {
    const AnyTarget target(&random);
    ConvProblem whole = RandomConv(i, &random);
    whole.batch = random.Int(1, 5);
    if (!small()) {
      window::Attrs attrs;
      for (size_t d = 0; d < 3; ++d) {
        attrs.stride[d] = random.Int(1, 2);
        whole.axis[d] = window::MakeAxis(attrs, d, random.Int(8, 30), random.Int(1, 3));
      }
      whole.groups = 1;
      whole.in_channels = random.Int(1, 3);
      whole.out_channels = random.Int(40, 80);
    }
    if (random.OneIn(4)) whole.groups = whole.in_channels, whole.in_channels = whole.out_channels = 1;
    whole.type = kSumTypes[i % 4];
    SCOPED_TRACE(absl::StrCat("seed ", kSeed, " problem ", i, " ", target.name(), " ", Text(whole)));
    ConvProblem row = whole;  // taken by the same
    row.batch = 1;
    row.axis[0] = row.axis[1] = Axis();
    Tensor any = NewTensor(whole.type, TensorShape({row.filter_cells()}));
    const Tensor in = RandomBlock(SideOf(row, &Axis::in), &random);
    const Tensor out = RandomBlock(SideOf(row, &Axis::out), &random);
    const auto names =
        NamesFor([&](Exec& exec) { ConvBackpropFilter(exec, row, in.data(), out.data(), any.data()); });
    for (const std::string& name : names) {
      if (IsReference(name) && (!small() || i % 10 != 0)) continue;
      VisitType(FloatTypes(), whole.type, [&](auto tag) {
        CheckFilterSlabs<typename decltype(tag)::type>(whole, name, &coverage, &random);
      });
    }
  }
  coverage.Expect();
}

/// [N, D, H, W] with channels behind or in front of the space.
ChannelProblem ChannelsOf(const Space& space, int64_t channels, bool first, DataType type) {
  ChannelProblem p;
  p.channels = channels;
  p.type = type;
  for (size_t a = 0; a < 4; ++a) {
    const bool inner = first && a > 0;
    (inner ? p.inner_axes : p.outer_axes).push_back(space[a]);
    (inner ? p.inner : p.outer) *= space[a].size;
  }
  return p;
}
Block MemoryOf(const Space& space, int64_t channels, bool first, DataType type) {
  const int64_t outer = first ? channels : 1;
  return {space[0].size * outer,
          first ? 1 : channels,
          {space[1], space[2], space[3]},
          type,
          space[0].origin * outer};
}

Space RandomSpace(bool small, Random* random) {
  if (!small)
    return {Extent::All(random->Int(1, 4)), Extent::All(random->Int(4, 24)), Extent::All(random->Int(8, 30)),
            Extent::All(random->Int(8, 30))};
  return {Extent::All(random->Int(1, 4)), Extent::All(random->Int(1, 20)), Extent::All(random->Int(1, 20)),
          Extent::All(random->Int(1, 24))};
}

// Bias gradients, moments and the sums of batch norm's gradient.
TEST_P(SlabSums, OverChannels) {
  constexpr uint64_t kSeed = 26;
  Random random(kSeed);
  Coverage coverage;
  const AnyThreads threads(&random);
  for (int i = 0; i < cuts() && !testing::Test::HasFailure(); ++i) {
    const AnyTarget target(&random);
    SCOPED_TRACE(absl::StrCat("seed ", kSeed, " problem ", i, " ", target.name()));
    const Space space = RandomSpace(small(), &random);
    const bool first = random.OneIn(2);
    const int64_t channels = !small() || random.OneIn(5) ? random.Int(30, 140) : random.Int(1, 9);
    const DataType type = kSumTypes[i % 4];
    const ChannelProblem whole = ChannelsOf(space, channels, first, type);
    const Block memory = MemoryOf(space, channels, first, type);
    const Tensor p = RandomBlock(memory, &random), q = RandomBlock(memory, &random);
    const ChannelValues origin = FirstOf(whole, p.data()), zeros(origin.size(), 0.0);
    threads.Change();
    const ChannelSums expected = SumChannels(test::Plainly(), whole, p.data(), origin, q.data(), zeros);
    const SumBlocks blocks = ChannelSumBlocks(whole);
    std::vector<SumParts<double>> parts;
    for (const Space& held : SpaceSlabs(space, blocks, {0, 1, 2, 3}, &random)) {
      const Block part = MemoryOf(held, channels, first, type);
      const Tensor slab_p = Cut(p, memory, part), slab_q = Cut(q, memory, part);
      threads.Change();
      parts.push_back(SumChannelParts(test::Plainly(), ChannelsOf(held, channels, first, type), slab_p.data(),
                                      origin, slab_q.data(), zeros));
    }
    coverage.Count(parts);
    const SumParts<double> sums = Together(blocks.all(), std::move(parts), &random);
    ASSERT_EQ(sums.nodes, std::vector<SumNode>{blocks.all()});
    const size_t bytes = static_cast<size_t>(channels) * sizeof(double);
    EXPECT_EQ(std::memcmp(sums.at(0), expected.sum.data(), bytes), 0);
    EXPECT_EQ(std::memcmp(sums.at(0) + channels, expected.product.data(), bytes), 0);
  }
  coverage.Expect();
}

// Sum, Mean and L2Loss.
TEST_P(SlabSums, Reductions) {
  constexpr uint64_t kSeed = 27;
  Random random(kSeed);
  Coverage coverage;
  const AnyThreads threads(&random);
  constexpr Reduction kReductions[] = {Reduction::kSum, Reduction::kMean, Reduction::kHalfSquares};
  for (int i = 0; i < cuts() && !testing::Test::HasFailure(); ++i) {
    const Space space = RandomSpace(small(), &random);
    const int64_t channels = !small() || random.OneIn(5) ? random.Int(30, 140) : random.Int(1, 9);
    const DataType type = kSumTypes[i % 4];
    const Reduction reduction = kReductions[i / 4 % 3];
    std::vector<bool> reduced;
    std::array<int, 4> number;
    int64_t count = 1, outputs = 1;
    int next = 0;
    for (size_t a = 0; a < 5; ++a) {
      const int64_t size = a < 4 ? space[a].whole : channels;
      reduced.push_back(!random.OneIn(3));
      (reduced[a] ? count : outputs) *= size;
      if (a < 4) number[a] = reduced[a] && size != 1 ? next++ : -1;
    }
    SCOPED_TRACE(absl::StrCat("seed ", kSeed, " problem ", i));
    const auto axes_of = [&](const Space& held) {
      std::vector<Extent> axes(held.begin(), held.end());
      axes.push_back(Extent::All(channels));
      return axes;
    };
    const Block memory = MemoryOf(space, channels, false, type);
    const Tensor values = RandomBlock(memory, &random);
    Tensor expected = NewTensor(type, TensorShape({outputs})),
           total = NewTensor(type, TensorShape({outputs}));
    std::vector<int64_t> sizes;
    for (const Extent& axis : axes_of(space)) sizes.push_back(axis.whole);
    threads.Change();
    Reduce(test::Plainly(), reduction, type, sizes, reduced, values.data(), expected.data());
    const SumBlocks blocks = ReduceBlocks(axes_of(space), reduced);
    std::vector<SumParts<double>> parts;
    for (const Space& held : SpaceSlabs(space, blocks, number, &random)) {
      const Tensor slab = Cut(values, memory, MemoryOf(held, channels, false, type));
      threads.Change();
      parts.push_back(ReduceParts(test::Plainly(), reduction, type, axes_of(held), reduced, slab.data()));
    }
    coverage.Count(parts);
    const SumParts<double> sums = Together(blocks.all(), std::move(parts), &random);
    ASSERT_EQ(sums.nodes, std::vector<SumNode>{blocks.all()});
    FinishSums(reduction, type, sums.values, count, total.data());
    EXPECT_TRUE(driver::SameBits(total, expected)) << driver::Compare(total, expected, {0});
  }
  coverage.Expect();
}

}  // namespace
}  // namespace voxgrad::test
