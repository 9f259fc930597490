// The filter as panels: the weights of as many target channels as a tile is wide, in the order of the sums.
// Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_CONV_PANELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CONV_PANELS_INL_H_
#undef VOXGRAD_KERNELS_CONV_PANELS_INL_H_
#else
#define VOXGRAD_KERNELS_CONV_PANELS_INL_H_
#endif

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "core/kept_forms.h"
#include "core/parallel.h"
#include "core/rounding.h"
#include "kernels/products/pack-inl.h"
#include "kernels/products/tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// The weights of a tap: to[s·row + c] is that of source channel s and target channel c < count.
template <class T, class A>
void PackTap(const ConvGather& gather, const T* from, int64_t count, int64_t row, A* to) {
  const int64_t channels = gather.source.channels;
  if (gather.filter_target == 1) {
    for (int64_t c = 0; c < channels; ++c) Widen(from + c * gather.filter_source, count, to + c * row);
  } else {
    Transpose(from, count, gather.filter_target, channels, gather.filter_source, to, row);
  }
}

/// The same for pairs of source channels.
inline void PackTap(const ConvGather& gather, const BFloat16* from, int64_t count, int64_t row,
                    BFloat16Pair* to) {
  const int64_t channels = gather.source.channels, pairs = ElementsOf<BFloat16Pair>(channels);
  if (gather.filter_source == 1 && channels % 2 == 0) {
    Turn(NeighbourPairs{Stored(from), gather.filter_target}, count, pairs, 1, to, row, 0);
    return;
  }
  const RowPairs rows = {Stored(from), gather.filter_source, channels};
  for (int64_t p = 0; p < pairs; ++p, to += row) {
    if (gather.filter_target == 1) {
      rows.CopyRow(p, count, to);
    } else {
      for (int64_t c = 0; c < count; ++c) to[c] = rows.At(p, c * gather.filter_target);
    }
  }
}

/// The weights of `count` target channels for every tap and source channel of a lattice, in the order of the
/// sums: rows of `row` channels, zeros behind the last and behind the source's channels. `filter` is the
/// group's first weight of the first channel.
template <class T, class A>
void PackPanel(const ConvGather& gather, const ConvLattice& lattice, const T* filter, int64_t count,
               int64_t row, A* to) {
  const int64_t size = SummedElements<A>(gather) * row;
  const bool made_up = count < row || size > ElementsOf<A>(gather.source.channels) * row;
  for (int64_t d = 0; d < lattice[1]->tap_count(); ++d) {
    for (int64_t h = 0; h < lattice[2]->tap_count(); ++h) {
      for (int64_t w = 0; w < lattice[3]->tap_count(); ++w, to += size) {
        const T* from = filter + gather.FilterTap(lattice, d, h, w) * gather.filter_tap;
        if (made_up) std::fill_n(to, size, A(0));
        PackTap(gather, from, count, row, to);
      }
    }
  }
}

/// Weights that are packed once where the filter is known not to change, else null. `kind` tells packings of
/// the same elements apart.
template <class T, class E>
BufferRef KeptWeights(Exec& exec, const ConvGather& gather, int64_t kind, const ConstView& filter,
                      int64_t count, absl::FunctionRef<void(E*)> pack) {
  const KeptForms forms(filter);
  if (!forms.are_kept()) return BufferRef();
  KeptForms::Key key = gather.FilterKey();
  const hn::ScalableTag<E> d;
  key.insert(key.end(), {kind, DataTypeToEnum<T>::value, kChannelsOf<E>, static_cast<int64_t>(hn::Lanes(d))});
  return forms.Get(exec, std::move(key), static_cast<size_t>(count) * sizeof(E),
                   [&](void* memory) { pack(static_cast<E*>(memory)); });
}

/// The panels of some units. A unit is the channels of one group that a tile is wide.
template <class A>
class ConvPanels {
 public:
  explicit ConvPanels(const ConvGather& gather) : gather_(gather) {
    units_of_group_ = CeilDiv(gather.target.channels, unit_channels());
    for (int64_t l = 0; l < gather.lattice_count(); ++l) {
      const ConvLattice lattice = gather.lattice(l);
      const int64_t taps = lattice[1]->tap_count() * lattice[2]->tap_count() * lattice[3]->tap_count();
      begin_.push_back(begin_.back() + taps * SummedElements<A>(gather));
    }
  }

  static int64_t unit_channels() { return kTileVectors * lanes(); }
  int64_t units_of_group() const { return units_of_group_; }
  int64_t rows() const { return begin_.back(); }  // of all lattices
  int64_t unit_size() const { return rows() * unit_channels(); }

  int64_t Group(int64_t unit) const { return unit / units_of_group_; }
  int64_t FirstChannel(int64_t unit) const { return unit % units_of_group_ * unit_channels(); }
  int64_t Channels(int64_t unit) const {
    return std::min(unit_channels(), gather_.target.channels - FirstChannel(unit));
  }
  int64_t Vectors(int64_t unit) const { return CeilDiv(Channels(unit), lanes()); }
  int64_t Row(int64_t unit) const { return Vectors(unit) * lanes(); }

  const A* Panel(int64_t unit, int64_t lattice) const { return memory_ + Place(unit, lattice); }

  /// Reads the panels of units from `first` on there.
  void Use(const A* memory, int64_t first) {
    memory_ = memory;
    first_unit_ = first;
  }

  /// `memory` holds unit_size() elements for each unit.
  template <class T>
  void Pack(Exec& exec, const T* filter, Range units, A* memory) {
    Use(memory, units.begin);
    const int64_t lattices = gather_.lattice_count();
    const int64_t cost = unit_size() / std::max<int64_t>(1, lattices);
    ParallelFor(exec, units.count() * lattices, cost, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t unit = units.begin + i / lattices, lattice = i % lattices;
        const T* from =
            filter + Group(unit) * gather_.filter_group + FirstChannel(unit) * gather_.filter_target;
        PackPanel(gather_, gather_.lattice(lattice), from, Channels(unit), Row(unit),
                  memory + Place(unit, lattice));
      }
    });
  }

 private:
  static int64_t lanes() { return static_cast<int64_t>(hn::Lanes(hn::ScalableTag<A>())); }
  int64_t Place(int64_t unit, int64_t lattice) const {
    return (unit - first_unit_) * unit_size() + begin_[static_cast<size_t>(lattice)] * Row(unit);
  }

  const ConvGather& gather_;
  int64_t units_of_group_;
  std::vector<int64_t> begin_ = {0};  // row of each lattice
  int64_t first_unit_ = 0;
  const A* memory_ = nullptr;
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CONV_PANELS_INL_H_
