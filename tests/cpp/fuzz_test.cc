// The fuzzer on a fixed seed, and the proof that it can fail.
#include "fuzz/fuzz.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <thread>

#include "absl/strings/str_cat.h"
#include "check/check.h"
#include "check/gradient_check.h"
#include "check/line.h"
#include "check/support.h"
#include "core/parallel.h"
#include "fuzz/bad_call.h"
#include "fuzz/random_call.h"
#include "fuzz/spoilers.h"

namespace voxgrad::driver {
namespace {

HarnessOptions Options(int64_t calls) {
  HarnessOptions options;
  options.kinds = {"a kind", "another"};
  options.max_calls = calls;
  options.seconds = 300;
  return options;
}

TEST(FuzzHarness, CountsOutcomes) {
  const HarnessSummary summary = RunInChildren(Options(12'000), [](int64_t index, CallLog& log) {
    log.Start(index % 3 == 0 ? 1 : 0, "a call");
    log.Finish(index % 3 == 0 ? Outcome::kRefused : index % 3 == 1 ? Outcome::kPassed : Outcome::kAnswered);
  });
  EXPECT_EQ(summary.calls(), 12'000);
  EXPECT_EQ(summary.count(Outcome::kPassed), 4000);
  EXPECT_EQ(summary.by_kind[1][static_cast<size_t>(Outcome::kRefused)], 4000);
  EXPECT_TRUE(summary.failures.empty());
}

/// A child that dies says which call it was, and the others still run.
TEST(FuzzHarness, CatchesEveryKindOfDeath) {
  HarnessOptions options = Options(8);
  options.call_seconds = 1;
  std::vector<std::string> heard;
  options.on_failure = [&](const CallFailure& failure) { heard.push_back(failure.text); };
  const HarnessSummary summary = RunInChildren(options, [](int64_t index, CallLog& log) {
    log.Start(1, "call " + std::to_string(index));
    if (index == 1) std::raise(SIGKILL);
    if (index == 2) log.Fail("gives 3, expected 4");
    if (index == 3) {
      for (;;) std::this_thread::yield();
    }
    if (index == 4) _exit(9);
    if (index == 5) throw std::runtime_error("an exception");
    log.Finish(Outcome::kPassed);
  });
  ASSERT_EQ(summary.failures.size(), 5u);
  const std::pair<const char*, const char*> expected[] = {{"call 1", "crashed: Killed"},
                                                          {"call 2", "gives 3, expected 4"},
                                                          {"call 3", "still runs after 1 s"},
                                                          {"call 4", "ended the process with status 9"},
                                                          {"call 5", "threw an exception"}};
  for (size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(summary.failures[i].text, expected[i].first);
    EXPECT_EQ(summary.failures[i].message, expected[i].second);
    EXPECT_EQ(summary.failures[i].kind, "another");
    EXPECT_EQ(heard[i], expected[i].first);
  }
  EXPECT_EQ(summary.count(Outcome::kPassed), 3);
}

/// The numbers below the smallest normal one are as far apart as those above it.
TEST(Check, AllowsTheRoundingOfTheSmallestNumbers) {
  Tensor expected(DT_FLOAT, TensorShape({2})), actual(DT_FLOAT, TensorShape({2}));
  expected.mutable_values<float>()[0] = actual.mutable_values<float>()[0] = 0;
  expected.mutable_values<float>()[1] = 1000 * 0x1p-149F;
  actual.mutable_values<float>()[1] = 1001 * 0x1p-149F;
  EXPECT_EQ(Compare(actual, expected, ToleranceFor(DT_FLOAT, 1)), absl::OkStatus());
  actual.mutable_values<float>()[1] = 1010 * 0x1p-149F;
  EXPECT_FALSE(Compare(actual, expected, ToleranceFor(DT_FLOAT, 1)).ok());
}

/// Each element is the mean of the whole volume, whose numbers nearly cancel: rounding counts by their size.
TEST(Check, MeasuresRoundingByWhatIsSummed) {
  const absl::StatusOr<PreparedCall> call =
      Prepare(*ParseLine("AvgPool3D f32 ncdhw 1x1x5x6x8 k15 s1x36x1 same real seed342"));
  ASSERT_TRUE(call.ok()) << call.status();
  EXPECT_EQ(CheckCall(*call), absl::OkStatus());
  Tensor expected(DT_FLOAT, TensorShape({1})), actual(DT_FLOAT, TensorShape({1}));
  expected.mutable_values<float>()[0] = 1e-3F;
  actual.mutable_values<float>()[0] = 1.00001e-3F;
  const double relative = ToleranceFor(DT_FLOAT, 1).relative;
  EXPECT_TRUE(Compare(actual, expected, {relative, 0.5}).ok());
  EXPECT_FALSE(Compare(actual, expected, {relative, 0.01}).ok());
}

void ExpectRightGradient(const std::string& line, uint64_t seed) {
  const absl::StatusOr<PreparedCall> call = Prepare(*ParseLine(absl::StrCat(line, " seed", seed)));
  ASSERT_TRUE(call.ok()) << call.status();
  const absl::StatusOr<double> error = GradientError(*call, seed);
  ASSERT_TRUE(error.ok()) << error.status();
  EXPECT_LT(*error, 1e-6);
}

/// Two sums of 15,000 products differ by more than their rounding.
TEST(Check, FiniteDifferencesOfLongSums) {
  ExpectRightGradient("AvgPoolGrad f64 nhwc 1x31x15x32 k1 s1 valid real", 191);
}

/// Two of its values are so close that a step of 1e-6 changes which one is the larger.
TEST(Check, FiniteDifferencesBesideATie) {
  ExpectRightGradient("MaxPoolGrad f64 nchw 2x15x33x4 kc5 sc5 k1 s1 valid real", 329);
}

TEST(FuzzHarness, LimitsMemory) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer needs the address space";
#endif
  const HarnessSummary summary = RunInChildren(Options(1), [](int64_t, CallLog& log) {
    log.Start(0, "3 GiB");
    void* volatile memory = std::malloc(size_t{3} << 30);
    if (memory == nullptr) log.Fail("no memory");
    log.Finish(Outcome::kPassed);
  });
  ASSERT_EQ(summary.failures.size(), 1u);
  EXPECT_EQ(summary.failures[0].message, "no memory");
}

TEST(FuzzHarness, StopsInTime) {
  HarnessOptions options = Options(-1);
  options.seconds = 0.2;
  const HarnessSummary summary = RunInChildren(options, [](int64_t, CallLog& log) {
    log.Start(0, "a call");
    log.Finish(Outcome::kPassed);
  });
  EXPECT_GT(summary.calls(), 0);
  EXPECT_LT(summary.seconds, 5);
}

TEST(Fuzz, ThousandsOfCallsOfAFixedSeed) {
  constexpr uint64_t kSeed = 20;
  HarnessOptions options = Options(4000);
  options.kinds = FuzzKinds();
  options.call_seconds = 60;  // sanitizers are slow
  const HarnessSummary summary =
      RunInChildren(options, [](int64_t index, CallLog& log) { FuzzOne(nullptr, kSeed, index, log); });
  for (const CallFailure& failure : summary.failures) {
    ADD_FAILURE() << failure.kind << ": " << failure.message << "\n  " << failure.text;
  }
  EXPECT_EQ(summary.calls(), 4000);
  // Nothing is left out by mistake: every kind has run.
  for (size_t i = 0; i < options.kinds.size(); ++i) {
    EXPECT_GT(summary.by_kind[i][0] + summary.by_kind[i][1] + summary.by_kind[i][2], 0) << options.kinds[i];
  }
  EXPECT_GT(summary.count(Outcome::kAnswered), 0);
}

/// Lists have the length and the entries of batch and channels that these ops want.
TEST(Fuzz, WildCallsOfWindowsAreValidNowAndThen) {
  for (const char* name : {"MaxPoolWithArgmax", "Dilation2D", "ExtractVolumePatches"}) {
    Random random(3);
    int answered = 0;
    for (int i = 0; i < 400; ++i) {
      bool refused = false;
      const RawCall raw = RandomCall(*FindOp(name), &random);
      const absl::Status status = CheckRawCall(raw, &refused);
      EXPECT_TRUE(status.ok()) << raw.Text() << ": " << status;
      answered += refused ? 0 : 1;
    }
    EXPECT_GT(answered, 15) << name;
  }
}

PreparedCall GoodCall(const std::string& text) { return *Prepare(*ParseLine(text)); }

// An op that answers every call wrongly in some way, to see that the checks notice.
Op Broken(void (*run)(voxgrad::Run&), absl::Status (*infer)(Infer&)) {
  Op op = *FindOp("AvgPool3DGrad");
  if (run != nullptr) op.run = run;
  if (infer != nullptr) op.infer = infer;
  return op;
}

TEST(FuzzChecks, NoticeAResultThatDependsOnTheRun) {
  const Op op = Broken(
      [](voxgrad::Run& c) {
        static int calls = 0;
        auto values = c.result().mutable_values<float>();
        std::fill(values.begin(), values.end(), static_cast<float>(++calls));
      },
      nullptr);
  PreparedCall call = GoodCall("AvgPool3DGrad f32 ndhwc 1x4x4x4x2 k2 s2 valid");
  ASSERT_TRUE(CheckCall(call).ok());
  call.op = &op;
  EXPECT_FALSE(CheckCall(call).ok());
}

TEST(FuzzChecks, NoticeAShapeRuleThatKnowsTooMuch) {
  const Op op = Broken(nullptr, [](Infer& c) {
    const absl::Status status = FindOp("AvgPool3DGrad")->infer(c);
    if (c.known(0) == nullptr) c.SetOutput(0, PartialTensorShape({7, 7, 7, 7, 7}));
    return status;
  });
  PreparedCall call = GoodCall("AvgPool3DGrad f32 ndhwc 1x4x4x4x2 k2 s2 valid");
  int noticed = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    call.op = FindOp("AvgPool3DGrad");
    ASSERT_TRUE(CheckPartialShapes(call, seed).ok());
    call.op = &op;
    noticed += CheckPartialShapes(call, seed).ok() ? 0 : 1;
  }
  EXPECT_GT(noticed, 5);
}

TEST(FuzzChecks, NoticeErrorsThatAreNoSentences) {
  absl::Status (*const bad_rules[])(Infer&) = {
      [](Infer&) { return absl::InvalidArgumentError("grad is wrong."); },  // not the op's
      [](Infer& c) { return c.Invalid("", "does not like this."); },        // about no argument
      [](Infer& c) { return c.Invalid("gradd", "is wrong."); },             // about none that exists
      [](Infer& c) { return c.Invalid("grad", "is wrong"); },               // no full stop
      [](Infer& c) {
        return MakeError(absl::StatusCode::kInternal, {c.op().name, "", "grad"}, "grad is wrong.");
      },
  };
  for (const auto& rule : bad_rules) {
    const Op op = Broken(nullptr, rule);
    RawCall raw = RawCall::From(GoodCall("AvgPool3DGrad f32 ndhwc 1x4x4x4x2 k2 s2 valid"));
    raw.op = &op;
    bool refused = false;
    EXPECT_FALSE(CheckRawCall(raw, &refused).ok());
    EXPECT_TRUE(refused);
  }
}

TEST(FuzzChecks, EverySpoilerSpoilsSomething) {
  for (const Spoiler& spoiler : Spoilers()) {
    int refused_calls = 0;
    for (uint64_t seed = 1; seed <= 40; ++seed) {
      for (const char* line :
           {"AvgPool3DGrad f32 ndhwc 1x4x4x4x2 k2 s2 valid", "Conv2D f32 nhwc 1x4x4x2 k2 s2 valid"}) {
        Random random(seed);
        RawCall raw = RawCall::From(GoodCall(line));
        if (!spoiler.spoil(&raw, &random)) continue;
        bool refused = false;
        const absl::Status status = CheckRawCall(raw, &refused);
        EXPECT_TRUE(status.ok()) << raw.Text() << ": " << status;
        refused_calls += refused ? 1 : 0;
      }
    }
    EXPECT_GT(refused_calls, 0) << spoiler.name;
  }
}

TEST(Support, EveryDocumentedCellRuns) {
  size_t ran = 0;
  size_t over_channels = 0;
  for (const SupportCell& cell : RunSupport(nullptr)) {
    EXPECT_NE(cell.state, SupportCell::State::kEmpty) << cell.line << ": " << cell.reason;
    ran += cell.state == SupportCell::State::kOk ? 1 : 0;
    over_channels += cell.variant == "window over the channels" ? 1 : 0;
  }
  EXPECT_GT(ran, 1000u);
  EXPECT_EQ(over_channels, 6u) << "MaxPool, MaxPoolGrad and MaxPoolGradGrad in both layouts";
}

}  // namespace
}  // namespace voxgrad::driver
