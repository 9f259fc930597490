// Window arithmetic against enumeration: which cell lies under which tap, counted one by one.
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "absl/strings/str_cat.h"
#include "kernels/problem.h"
#include "ops/window/attrs.h"

namespace voxgrad {
namespace {

using window::Attrs;
using Padding = Attrs::Padding;

struct Case {
  Padding padding = Padding::kSame;
  int64_t n = 1, k = 1, s = 1, d = 1, before = 0, after = 0;

  Attrs attrs() const {
    Attrs attrs;
    attrs.padding = padding;
    attrs.window[1] = k;
    attrs.stride[1] = s;
    attrs.dilation[1] = d;
    attrs.before[1] = before;
    attrs.after[1] = after;
    return attrs;
  }
  int64_t reach() const { return (k - 1) * d + 1; }
  std::string Text() const {
    return absl::StrCat("n ", n, " k ", k, " s ", s, " d ", d, " padding ", static_cast<int>(padding), " ",
                        before, ".", after);
  }
};

/// Output size and padding before, by counting: windows are laid while they fit.
struct Counted {
  int64_t out = 0, before = 0;
  bool fits = true;
};

Counted Count(const Case& c) {
  Counted counted;
  if (c.padding == Padding::kSame) {
    for (int64_t start = 0; start < c.n; start += c.s) ++counted.out;
    int64_t total = (counted.out - 1) * c.s + c.reach() - c.n;
    if (total < 0) total = 0;
    counted.before = total / 2;
    return counted;
  }
  const int64_t padded = c.n + c.before + c.after;
  for (int64_t start = 0; start + c.reach() <= padded; start += c.s) ++counted.out;
  counted.before = c.before;
  counted.fits = counted.out > 0;
  return counted;
}

template <class F>
void ForEachCase(F f) {
  for (int64_t n = 0; n <= 9; ++n) {
    for (int64_t k = 1; k <= 11; ++k) {
      for (int64_t s = 1; s <= 5; ++s) {
        for (int64_t d = 1; d <= 3; ++d) {
          f(Case{Padding::kSame, n, k, s, d, 0, 0});
          f(Case{Padding::kValid, n, k, s, d, 0, 0});
          for (int64_t before : {0, 1, 3}) {
            for (int64_t after : {0, 2, 5}) f(Case{Padding::kExplicit, n, k, s, d, before, after});
          }
        }
      }
    }
  }
}

TEST(Geometry, SizesAndPaddingAreThoseOfLayingWindows) {
  ForEachCase([](const Case& c) {
    const Counted counted = Count(c);
    const Axis axis = window::MakeAxis(c.attrs(), 1, c.n, c.k);
    ASSERT_EQ(axis.out.whole, counted.out) << c.Text();
    ASSERT_EQ(axis.out.size, counted.out) << c.Text();
    ASSERT_EQ(axis.out.origin, 0) << c.Text();
    ASSERT_EQ(axis.in.whole, c.n) << c.Text();
    if (counted.out > 0) {
      ASSERT_EQ(axis.before, counted.before) << c.Text();
    }
    ASSERT_EQ(window::WindowTooLarge(c.attrs(), 1, c.n, c.k), !counted.fits) << c.Text();
  });
}

TEST(Geometry, TapsAndCellsFindEachOther) {
  ForEachCase([](const Case& c) {
    const Axis axis = window::MakeAxis(c.attrs(), 1, c.n, c.k);
    for (int64_t t = 0; t < c.k; ++t) {
      std::vector<int64_t> window_of(static_cast<size_t>(c.n), -1);
      for (int64_t o = 0; o < axis.out.whole; ++o) {
        const int64_t i = o * c.s - axis.before + t * c.d;
        const bool inside = i >= 0 && i < c.n;
        ASSERT_EQ(axis.CellAt(o, t), inside ? i : -1) << c.Text() << " window " << o << " tap " << t;
        if (inside) window_of[static_cast<size_t>(i)] = o;
      }
      for (int64_t i = 0; i < c.n; ++i) {
        ASSERT_EQ(axis.WindowAt(i, t), window_of[static_cast<size_t>(i)])
            << c.Text() << " cell " << i << " tap " << t;
      }
    }
  });
}

TEST(Geometry, RangesHoldExactlyTheCellsAndWindows) {
  ForEachCase([](const Case& c) {
    if (c.d != 1) return;
    const Axis axis = window::MakeAxis(c.attrs(), 1, c.n, c.k);
    std::vector<std::set<int64_t>> windows_of(static_cast<size_t>(c.n));
    for (int64_t o = 0; o < axis.out.whole; ++o) {
      std::set<int64_t> cells;
      for (int64_t t = 0; t < c.k; ++t) {
        const int64_t i = o * c.s - axis.before + t;
        if (i < 0 || i >= c.n) continue;
        cells.insert(i);
        windows_of[static_cast<size_t>(i)].insert(o);
      }
      const Range range = axis.CellsOf(o);
      ASSERT_EQ(std::max<int64_t>(0, range.count()), static_cast<int64_t>(cells.size()))
          << c.Text() << " window " << o;
      if (!cells.empty()) {
        ASSERT_EQ(range.begin, *cells.begin()) << c.Text() << " window " << o;
      }
      if (c.padding == Padding::kSame) {
        ASSERT_GT(cells.size(), 0u) << c.Text() << ": with SAME no window lies in the padding alone";
      }
    }
    for (int64_t i = 0; i < c.n; ++i) {
      const std::set<int64_t>& windows = windows_of[static_cast<size_t>(i)];
      const Range range = axis.WindowsOf(i);
      ASSERT_EQ(range.count(), static_cast<int64_t>(windows.size())) << c.Text() << " cell " << i;
      if (!windows.empty()) {
        ASSERT_EQ(range.begin, *windows.begin()) << c.Text() << " cell " << i;
      }
    }
  });
}

TEST(Geometry, ASlabKnowsOnlyTheWindowsItHolds) {
  ForEachCase([](const Case& c) {
    if (c.d != 1) return;
    const Axis whole = window::MakeAxis(c.attrs(), 1, c.n, c.k);
    if (whole.out.whole < 3) return;
    Axis slab = whole;
    slab.out = {whole.out.whole, 1, whole.out.whole - 2};
    for (int64_t i = 0; i < c.n; ++i) {
      int64_t held = 0;
      for (int64_t o = whole.WindowsOf(i).begin; o < whole.WindowsOf(i).end; ++o) {
        held += o >= 1 && o <= whole.out.whole - 2;
      }
      ASSERT_EQ(slab.WindowsOf(i).count(), held) << c.Text() << " cell " << i;
      for (int64_t t = 0; t < c.k; ++t) {
        const int64_t o = whole.WindowAt(i, t);
        ASSERT_EQ(slab.WindowAt(i, t), o >= 1 && o <= whole.out.whole - 2 ? o : -1)
            << c.Text() << " cell " << i;
      }
    }
  });
}

TEST(Geometry, SizesThatAreNotKnownStayUnknown) {
  for (Padding padding : {Padding::kSame, Padding::kValid, Padding::kExplicit}) {
    const Case c{padding, 5, 3, 2, 1, 0, 0};
    EXPECT_EQ(window::MakeAxis(c.attrs(), 1, -1, 3).out.whole, -1);
    EXPECT_EQ(window::MakeAxis(c.attrs(), 1, 5, -1).out.whole, padding == Padding::kSame ? 3 : -1);
  }
}

TEST(Geometry, TheLargestWindowsNeitherHangNorOverflow) {
  constexpr int64_t kMost = 2147483647;
  for (int64_t n : {int64_t{1}, int64_t{9}, kMost, int64_t{1} << 40}) {
    for (int64_t s : {int64_t{1}, int64_t{2}, kMost}) {
      for (int64_t d : {int64_t{1}, kMost}) {
        const Case same{Padding::kSame, n, kMost, s, d, 0, 0};
        const Axis axis = window::MakeAxis(same.attrs(), 1, n, kMost);
        EXPECT_EQ(axis.out.whole, (n - 1) / s + 1);
        EXPECT_GE(axis.before, 0);
        for (int64_t t : {int64_t{0}, kMost / 2, kMost - 1}) {
          const int64_t i = axis.CellAt(axis.out.whole - 1, t);
          EXPECT_TRUE(i >= -1 && i < n);
          EXPECT_LT(axis.WindowAt(n - 1, t), axis.out.whole);
        }
        if (d == 1) {
          EXPECT_LE(axis.CellsOf(0).end, n);
          EXPECT_GE(axis.WindowsOf(n - 1).count(), 0);
        }
        const Case given{Padding::kExplicit, n, kMost, s, d, kMost, kMost};
        EXPECT_GE(window::MakeAxis(given.attrs(), 1, n, kMost).out.whole, 0);
      }
    }
  }
}

}  // namespace
}  // namespace voxgrad
