// The filter of a convolution by rows, in the order in which rows meet it. Included once for each instruction
// set.
#if defined(VOXGRAD_KERNELS_CONV_ROW_WEIGHTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CONV_ROW_WEIGHTS_INL_H_
#undef VOXGRAD_KERNELS_CONV_ROW_WEIGHTS_INL_H_
#else
#define VOXGRAD_KERNELS_CONV_ROW_WEIGHTS_INL_H_
#endif

#include <vector>

#include "kernels/products/finite-inl.h"
#include "kernels/products/plan.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// For each lattice [group][depth tap][height tap][target channel][width tap][source channel].
template <class A>
class ConvRowWeights {
 public:
  template <class T>
  ConvRowWeights(const ConvGather& gather, const T* filter) : gather_(gather) {
    for (int64_t l = 0; l < gather.lattice_count(); ++l) {
      begin_.push_back(weights_.size());
      Pack(gather.lattice(l), filter);
    }
    finite_ = AllFinite(weights_.data(), size());
  }

  /// Of all lattices.
  int64_t size() const { return static_cast<int64_t>(weights_.size()); }
  bool finite() const { return finite_; }

  /// Those of a line, which is a target channel's: of every width tap and source channel.
  int64_t LineSize(const ConvLattice& lattice) const {
    return lattice[3]->tap_count() * gather_.source.channels;
  }

  /// Those of the first target channel for taps of depth and height in the l-th lattice.
  const A* At(int64_t l, const ConvLattice& lattice, int64_t group, int64_t d, int64_t h) const {
    const int64_t row = (group * lattice[1]->tap_count() + d) * lattice[2]->tap_count() + h;
    return weights_.data() + begin_[static_cast<size_t>(l)] +
           row * gather_.target.channels * LineSize(lattice);
  }

 private:
  template <class T>
  void Pack(const ConvLattice& lattice, const T* filter) {
    for (int64_t g = 0; g < gather_.groups; ++g) {
      for (int64_t d = 0; d < lattice[1]->tap_count(); ++d) {
        for (int64_t h = 0; h < lattice[2]->tap_count(); ++h) {
          for (int64_t t = 0; t < gather_.target.channels; ++t) {
            for (int64_t w = 0; w < lattice[3]->tap_count(); ++w) {
              const T* from = filter + gather_.FilterTap(lattice, d, h, w) * gather_.filter_tap +
                              g * gather_.filter_group + t * gather_.filter_target;
              for (int64_t s = 0; s < gather_.source.channels; ++s)
                weights_.push_back(static_cast<A>(from[s * gather_.filter_source]));
            }
          }
        }
      }
    }
  }

  const ConvGather& gather_;
  std::vector<A> weights_;
  std::vector<size_t> begin_;  // of each lattice
  bool finite_;
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CONV_ROW_WEIGHTS_INL_H_
