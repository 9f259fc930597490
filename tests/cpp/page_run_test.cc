// What a page evaluates by itself.
#include <gtest/gtest.h>

#include "page/pages/page_run.h"
#include "page_support.h"

namespace voxgrad {
namespace {

using test::kPages;

TEST(PageRuns, TheSessionOfThePage) {
  const auto page = test::Must(Page::Load(kPages + "session.pbtxt"));
  PageRun run(page);
  for (int step = 1; step <= 3; ++step) {
    const auto results = test::Must(run.Run({}));
    ASSERT_EQ(results.size(), 2u);
    EXPECT_EQ(results[0].name, "pooled:0");
    EXPECT_EQ(results[0].tensor.values<float>()[0], 4.5);
    EXPECT_EQ(results[1].name, "total:0");
    EXPECT_EQ(results[1].tensor.values<float>()[2], 3 + 0.5F * static_cast<float>(step));
  }
  PageRequest request;
  request.feeds = {{"weights", Tensor::Of<float>({0, 0, 0}, {3})},
                   {"offset:0", Tensor::Of<float>({1, 2, 3}, {3})}};
  const auto results = test::Must(PageRun(page).Run(request));
  EXPECT_EQ(results[1].tensor.values<float>()[2], 3);
}

}  // namespace
}  // namespace voxgrad
