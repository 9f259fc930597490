// Lists of implementations: each entry has its name, is reached by a curated problem, and can be forced.
#include "kernels/list.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "kernels/simd/target.h"
#include "support.h"

namespace voxgrad::test {
namespace {

/// What this processor lacks.
bool IsOutOfReach(const std::string& name) {
  if (!cpu::WhyOff().empty()) return !absl::StartsWith(name, "reference/");
  if (absl::EndsWith(name, "-dots")) return !cpu::WhyNoDots(DT_BFLOAT16).empty();
  return absl::EndsWith(name, "-amx") && !cpu::WhyNoAmx(DT_BFLOAT16).empty();
}

TEST(Lists, EveryEntryIsReachedByACuratedProblem) {
  std::set<std::string> reached, known;
  for (const std::string& line : CuratedLines()) {
    const PreparedCall call = MustPrepare(line);
    KernelTrace chosen, all;
    Must(driver::RunWith(call, "", &chosen), line);
    Must(driver::RunWith(call, "reference", &all), line);
    for (const auto& answer : chosen.answers) {
      if (answer.reason.empty()) reached.insert(answer.implementation);
    }
    for (const auto& answer : all.answers) {
      EXPECT_TRUE(absl::StrContains(answer.implementation, "/")) << answer.implementation;
      known.insert(answer.implementation);
      if (reached.contains(answer.implementation)) continue;
      KernelTrace forced;
      Must(driver::RunWith(call, answer.implementation, &forced), line);
      if (driver::Ran(forced, answer.implementation)) reached.insert(answer.implementation);
    }
  }
  for (const std::string& name : known)
    EXPECT_TRUE(reached.contains(name) || IsOutOfReach(name))
        << name << " is in a list, but no line comes there";
  EXPECT_GT(known.size(), 20u);
}

TEST(Lists, ANameOrADeviceIsAskedFor) {
  const auto asked = [](const char* only, const char* name) {
    return IsAskedFor(Exec({.only = only}), name);
  };
  EXPECT_TRUE(asked("", "cpu/avg-tiles"));
  EXPECT_TRUE(asked("cpu", "cpu/avg-tiles"));
  EXPECT_TRUE(asked("cpu/avg-tiles", "cpu/avg-tiles"));
  EXPECT_FALSE(asked("cp", "cpu/avg-tiles"));
  EXPECT_FALSE(asked("cpu/avg", "cpu/avg-tiles"));
  EXPECT_FALSE(asked("cpu/avg-tiles", "cpu/avg-tiles-amx"));
  EXPECT_FALSE(asked("cpu/avg-tiles", "cpu"));
}

struct Number {
  int64_t value;
};
void Twice(Exec&, const Number& n, int64_t* out) { *out = 2 * n.value; }
absl::string_view DeclinesOdd(const Number& n) { return n.value % 2 == 0 ? "" : "is for even numbers"; }
absl::string_view Half(Exec&, const Number& n, int64_t* out) {
  if (n.value == 0) return "has seen a zero";
  *out = n.value / 2;
  return {};
}

TEST(Lists, WhoDeclinesWhenItRunsLeavesItToTheNext) {
  const ImplementationList<Number, int64_t*> list = {{"cpu/half", DeclinesOdd, Half},
                                                     {"reference/twice", nullptr, Always<Twice>}};
  for (const auto& [value, result, reason] :
       {std::tuple{8, 4, ""}, {7, 14, "is for even numbers"}, {0, 0, "has seen a zero"}}) {
    KernelTrace trace;
    Exec exec({.trace = &trace});
    int64_t out = -1;
    RunFirst(exec, list, Number{value}, &out);
    EXPECT_EQ(out, result);
    EXPECT_EQ(trace.answers.front().reason, reason);
    EXPECT_EQ(trace.answers.size(), *reason == '\0' ? 1u : 2u);
  }
}

}  // namespace
}  // namespace voxgrad::test
