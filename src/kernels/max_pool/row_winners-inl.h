// Rows of cells under rows of windows of one plane: what is found for a row of cells serves all rows of
// windows that it lies in. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_MAX_POOL_ROW_WINNERS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_MAX_POOL_ROW_WINNERS_INL_H_
#undef VOXGRAD_KERNELS_MAX_POOL_ROW_WINNERS_INL_H_
#else
#define VOXGRAD_KERNELS_MAX_POOL_ROW_WINNERS_INL_H_
#endif

#include <vector>

#include "kernels/max_pool/grad_operands.h"
#include "kernels/max_pool/numbered-inl.h"
#include "kernels/max_pool/planes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// The rows of cells of a row of windows. Of some the winners along width are known from the row of windows
/// before, those of others are kept for the next.
template <class L>
class CellRows {
  using D = hn::ScalableTag<L>;

 public:
  /// Rows of windows have `size` elements.
  CellRows(const WindowAxes& axes, int64_t size)
      : a_(axes),
        keys_(a_.exec, 1, a_.height.longest(), 0, size),
        codes_(a_.exec, 1, a_.height.longest(), 0, size) {}

  /// From now on for this row of windows. Rows follow each other, from the first to the last that is held.
  /// `cells(y)` is where a row of cells stands.
  template <class Cells>
  void Begin(int64_t row, Range held, const Cells& cells) {
    const Range range = a_.height.SourcesOf(row);
    const int64_t known = row > held.begin ? a_.height.SourcesOf(row - 1).end : 0;
    const int64_t kept = row + 1 < held.end ? a_.height.SourcesOf(row + 1).begin : range.end;
    first_number_ = a_.Number(0, a_.height.Tap(row, range.begin));
    rows_.clear();
    for (int64_t y = range.begin; y < range.end; ++y) {
      const int64_t i = y % a_.height.longest();
      rows_.push_back({cells(y), keys_.at(0, i), codes_.at(0, i), y < known, y >= kept});
    }
  }

  /// Decides the windows of a vector at `to`: the numbers of their winners go to `winners`. Those of a row of
  /// cells by itself are `best(where it stands)`, numbered by their taps along width.
  template <class Best>
  HWY_INLINE void Decide(D d, int64_t to, const Best& best, uint8_t* HWY_RESTRICT winners) const {
    const auto best_of_row = [&](const Row& row) HWY_ATTR {
      if (row.known) return Numbered<D>{hn::LoadU(d, row.keys + to), LoadCodes(d, row.codes + to)};
      const Numbered<D> found = best(row.cells);
      if (row.keep) {
        hn::StoreU(found.key, d, row.keys + to);
        StoreCodes(d, found.number, row.codes + to);
      }
      return found;
    };
    const Row* const rows = rows_.data();
    const auto count = static_cast<int64_t>(rows_.size());
    auto top = best_of_row(rows[0]);
    auto add = hn::Set(d, static_cast<L>(first_number_));
    const auto next_row = hn::Set(d, static_cast<L>(a_.Number(0, 1)));
    top.number = hn::Add(top.number, add);
    for (int64_t r = 1; r < count; ++r) {
      const auto other = best_of_row(rows[r]);
      add = hn::Add(add, next_row);
      top.number = hn::IfThenElse(hn::Gt(other.key, top.key), hn::Add(other.number, add), top.number);
      top.key = hn::Max(other.key, top.key);
    }
    StoreCodes(d, top.number, winners + to);
  }

 private:
  struct Row {
    const L* cells;
    L* keys;
    uint8_t* codes;
    bool known, keep;
  };

  const WindowAxes& a_;
  PlaneRing<L> keys_;
  PlaneRing<uint8_t> codes_;
  int64_t first_number_ = 0;
  std::vector<Row> rows_;
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_MAX_POOL_ROW_WINNERS_INL_H_
