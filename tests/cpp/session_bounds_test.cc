// What a session keeps, and how soon it heeds an interrupt, has bounds.
#include <gtest/gtest.h>

#include <chrono>
#include <limits>

#include "check/random_values.h"
#include "graph/session.h"
#include "kernels/array/search.h"
#include "ops/table/invoke.h"
#include "plain_exec.h"

namespace voxgrad {
namespace {

using Clock = std::chrono::steady_clock;

/// A long chain of which each node is fetched once: that is as many plans, each as long as the chain.
TEST(SessionBounds, PlansAreForgotten) {
  constexpr int kNodes = 3000;
  auto graph = std::make_shared<Graph>();
  std::vector<Node*> nodes(kNodes);
  ASSERT_TRUE(
      graph->AddNode({"x", "Const", {}, {}, {{"value", Tensor(1.0f)}, {"dtype", DT_FLOAT}}}, nodes.data())
          .ok());
  for (int i = 1; i < kNodes; ++i)
    ASSERT_TRUE(graph->AddNode({"n" + std::to_string(i), "Neg", {{nodes[i - 1], 0}}}, &nodes[i]).ok());
  GraphSession session(graph);
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < kNodes; i += 7) {
      std::vector<Tensor> outputs;
      ASSERT_TRUE(session.Run({{}, {{nodes[i], 0}}, {}}, {}, {}, &outputs).ok());
      ASSERT_EQ(outputs[0].values<float>()[0], i % 2 == 0 ? 1 : -1);
      ASSERT_LE(session.kept_steps(), size_t{1} << 18);
    }
  }
}

Clock::time_point asked_to_stop;
bool StopAtOnce() {
  if (asked_to_stop == Clock::time_point()) asked_to_stop = Clock::now();
  return true;
}

/// Unique of numbers that all differ is one long loop over a table that grows.
TEST(SessionBounds, UniqueAndWhereHeedAnInterrupt) {
  const Tensor x(DT_INT32, TensorShape({30'000'000}));
  int32_t next = 1;
  for (int32_t& value : Tensor(x).mutable_values<int32_t>()) value = next++;
  for (const char* op : {"Unique", "Where"}) {
    asked_to_stop = {};
    Exec exec({.poll = StopAtOnce});
    InvokeOptions options;
    options.exec = &exec;
    Results results;
    const Op& entry = *FindOp(op);
    const absl::Status status = Invoke(entry, {x}, AttrSlots(entry.attrs.size()), options, &results);
    const double seconds = std::chrono::duration<double>(Clock::now() - asked_to_stop).count();
    EXPECT_EQ(status.code(), absl::StatusCode::kCancelled) << op;
    EXPECT_LT(seconds, 0.5) << op;  // 0.1 on a machine of one's own
  }
}

template <class T>
void CheckAgainstTheDefinition(DataType type, driver::Random* random, int64_t count) {
  Tensor x(type, TensorShape({count}));
  for (T& value : x.mutable_values<T>()) value = static_cast<T>(random->Int(-20, 20));
  if constexpr (std::is_floating_point_v<T>) {
    for (int64_t i = 0; i < count; i += 5) x.mutable_values<T>()[i] = i % 2 == 0 ? T(-0.0) : T(NAN);
  }
  const auto values = x.values<T>();
  std::vector<int64_t> kept, places;
  for (int64_t i = 0; i < count; ++i) {
    size_t k = 0;
    while (k < kept.size() && !(values[kept[k]] == values[i])) ++k;
    if (k == kept.size()) kept.push_back(i);
    places.push_back(static_cast<int64_t>(k));
  }
  const Distinct distinct = FindDistinct(test::Plainly(), type, x.data(), count);
  EXPECT_EQ(distinct.kept, kept);
  EXPECT_EQ(distinct.places, places);
}

TEST(SessionBounds, UniqueIsStillUnique) {
  driver::Random random(7);
  for (const int64_t count : {0, 1, 2, 63, 64, 65, 1000}) {
    CheckAgainstTheDefinition<float>(DT_FLOAT, &random, count);
    CheckAgainstTheDefinition<double>(DT_DOUBLE, &random, count);
    CheckAgainstTheDefinition<int8_t>(DT_INT8, &random, count);
    CheckAgainstTheDefinition<int64_t>(DT_INT64, &random, count);
  }
  // NaN equals nothing: a million of them are a million values, and no long search.
  Tensor x(DT_FLOAT, TensorShape({1'000'000}));
  for (float& value : x.mutable_values<float>()) value = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(FindDistinct(test::Plainly(), DT_FLOAT, x.data(), x.NumElements()).kept.size(), 1'000'000u);
}

}  // namespace
}  // namespace voxgrad
