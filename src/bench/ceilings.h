// What this machine can do at best: the ceilings that times are held against.
#ifndef VOXGRAD_BENCH_CEILINGS_H_
#define VOXGRAD_BENCH_CEILINGS_H_

#include <cstdint>
#include <string>

#include "voxgrad/buffer.h"
#include "voxgrad/types.h"

namespace voxgrad::driver {

/// Bytes that a computation must move at least.
struct Traffic {
  double read = 0;
  double written = 0;
  double total() const { return read + written; }
  friend bool operator<(const Traffic& a, const Traffic& b) {
    return a.read != b.read ? a.read < b.read : a.written < b.written;
  }
};

/// Seconds in which the machine reads and writes so much in one sweep through memory, all threads, at best.
/// Ordinary and non-temporal stores and several patterns are tried. What fits into the caches stays there
/// from sweep to sweep, as it does between the calls of an op. Infinity when there is no memory for it.
class Mover {
 public:
  explicit Mover(const Traffic& traffic);
  /// Tries for about so long; the best of all calls so far.
  double Sweep(double seconds);

 private:
  bool Fits() const {
    return (read_lines_ == 0 || from_ != nullptr) && (written_lines_ == 0 || to_ != nullptr);
  }
  double TimeOnce(bool stream, int64_t step_lines);

  int64_t read_lines_, written_lines_;  // cache lines
  BufferRef from_, to_;
  double best_;
};

/// Multiplications and additions a second, all threads, at best: fused in float, or pairs of bfloat16 added
/// up in float where the machine has an instruction or a matrix unit for that and it is faster.
double PeakFlops(DataType type, double seconds);

/// The machine, in a few words and numbers.
struct Machine {
  std::string cpu;
  std::string simd;  // Highway's name of the best instruction set
  int threads = 1;
  int64_t shared_cache = 0;  // bytes of the last level
  uint64_t memory = 0;
  double load = 0;  // processes that were running in the last minute, on average

  /// Others use so much of it that times are not to be trusted.
  bool busy() const { return load > 0.5 * threads; }
};
Machine ThisMachine();

}  // namespace voxgrad::driver

#endif  // VOXGRAD_BENCH_CEILINGS_H_
