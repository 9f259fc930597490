// How much of a loop is a piece of work, for tests.
#ifndef VOXGRAD_CORE_PIECE_COST_H_
#define VOXGRAD_CORE_PIECE_COST_H_

#include <cstdint>

namespace voxgrad {

/// While it lives, a piece of ParallelFor costs about so much: loops of small problems are shared by threads
/// as those of large ones are. Not while anything runs.
class WithPieceCost {
 public:
  explicit WithPieceCost(int64_t cost);
  ~WithPieceCost();
  WithPieceCost(const WithPieceCost&) = delete;
  WithPieceCost& operator=(const WithPieceCost&) = delete;

 private:
  const int64_t before_;
};

}  // namespace voxgrad

#endif  // VOXGRAD_CORE_PIECE_COST_H_
