#include "bench/ceilings.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/ceilings.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace voxgrad::driver::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr size_t kLine = 64;  // bytes of a cache line

/// Reads some lines and writes some others; what is written depends on what was read, so that nothing is left
/// out.
void MoveLines(const uint32_t* HWY_RESTRICT from, size_t read, uint32_t* HWY_RESTRICT to, size_t written,
               bool stream) {
  const hn::ScalableTag<uint32_t> d;
  const size_t lanes = hn::Lanes(d);
  const size_t read_end = read * kLine / sizeof(uint32_t), written_end = written * kLine / sizeof(uint32_t);
  auto a = hn::Zero(d), b = hn::Zero(d), c = hn::Zero(d), e = hn::Zero(d);
  size_t i = 0;
  for (; i + 4 * lanes <= read_end; i += 4 * lanes) {
    a = hn::Or(a, hn::Load(d, from + i));
    b = hn::Or(b, hn::Load(d, from + i + lanes));
    c = hn::Or(c, hn::Load(d, from + i + 2 * lanes));
    e = hn::Or(e, hn::Load(d, from + i + 3 * lanes));
  }
  for (; i < read_end; i += lanes) a = hn::Or(a, hn::Load(d, from + i));
  const auto sum = hn::Or(hn::Or(a, b), hn::Or(c, e));
  if (written == 0 && !hn::AllTrue(d, hn::Eq(sum, hn::Zero(d))))
    hwy::FlushStream();  // reads only: the sum is used
  if (stream) {
    for (size_t j = 0; j < written_end; j += lanes) hn::Stream(sum, d, to + j);
  } else {
    for (size_t j = 0; j < written_end; j += lanes) hn::Store(sum, d, to + j);
  }
}

/// Twelve independent chains hide the latency of a multiply-add on every CPU so far. Returns the flops done.
double MultiplyAdd(int64_t rounds, float* sink) {
  const hn::ScalableTag<float> d;
  using V = decltype(hn::Zero(d));
  const V x = hn::Set(d, 0.5f), y = hn::Set(d, 1.0f);
  // Chains that begin alike would be one chain to the compiler.
  V a = hn::Iota(d, 1), b = hn::Iota(d, 2), c = hn::Iota(d, 3), e = hn::Iota(d, 4), f = hn::Iota(d, 5),
    g = hn::Iota(d, 6), h = hn::Iota(d, 7), i = hn::Iota(d, 8), j = hn::Iota(d, 9), k = hn::Iota(d, 10),
    l = hn::Iota(d, 11), m = hn::Iota(d, 12);
  for (int64_t round = 0; round < rounds; ++round) {
    a = hn::MulAdd(a, x, y), b = hn::MulAdd(b, x, y), c = hn::MulAdd(c, x, y), e = hn::MulAdd(e, x, y);
    f = hn::MulAdd(f, x, y), g = hn::MulAdd(g, x, y), h = hn::MulAdd(h, x, y), i = hn::MulAdd(i, x, y);
    j = hn::MulAdd(j, x, y), k = hn::MulAdd(k, x, y), l = hn::MulAdd(l, x, y), m = hn::MulAdd(m, x, y);
  }
  const V sum = a + b + c + e + f + g + h + i + j + k + l + m;
  *sink = hn::GetLane(hn::SumOfLanes(d, sum));
  return 2.0 * 12.0 * static_cast<double>(rounds) * static_cast<double>(hn::Lanes(d));
}

}  // namespace voxgrad::driver::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#if HWY_ARCH_X86_64
#include <immintrin.h>
#endif

#include <algorithm>
#include <atomic>
#include <cstring>
#include <fstream>
#include <limits>
#include <map>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "bench/amx_peak.h"
#include "bench/statistics.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "kernels/simd/target.h"
#include "voxgrad/threads.h"

namespace voxgrad::driver {
namespace {

HWY_EXPORT(MoveLines);
HWY_EXPORT(MultiplyAdd);

constexpr int64_t kLineBytes = 64;
constexpr int64_t kOwnPiece = int64_t{1} << 40;  // a cost that makes every item a piece of its own

int64_t Lines(double bytes) { return static_cast<int64_t>(bytes / kLineBytes); }

/// Memory that holds something: pages never written to are all the same page of zeros.
BufferRef FilledMemory(int64_t lines) {
  BufferRef memory = AllocateMemory(static_cast<size_t>(lines * kLineBytes));
  if (memory != nullptr) std::memset(memory->data(), 1, static_cast<size_t>(lines * kLineBytes));
  return memory;
}

void* DataOf(const BufferRef& memory) { return memory == nullptr ? nullptr : memory->data(); }

#if HWY_ARCH_X86_64
bool HasBFloat16Dot() { return __builtin_cpu_supports("avx512bf16"); }

__attribute__((target("avx512f,avx512bf16"))) double BFloat16Dot(int64_t rounds, float* sink) {
  const __m512bh x = _mm512_cvtne2ps_pbh(_mm512_set1_ps(0.25f), _mm512_set1_ps(0.5f));
  __m512 chain[12];
  for (int i = 0; i < 12; ++i) chain[i] = _mm512_set1_ps(static_cast<float>(i + 1));
  for (int64_t round = 0; round < rounds; ++round) {
#pragma GCC unroll 12
    for (__m512& c : chain) c = _mm512_dpbf16_ps(c, x, x);
  }
  __m512 sum = _mm512_setzero_ps();
  for (const __m512& c : chain) sum = _mm512_add_ps(sum, c);
  *sink = _mm512_reduce_add_ps(sum);
  return 2.0 * 12.0 * static_cast<double>(rounds) * 32;
}
#else
bool HasBFloat16Dot() { return false; }
double BFloat16Dot(int64_t, float*) { return 0; }
#endif

using Chains = double (*)(int64_t rounds, float* sink);

/// The best of several runs of a few milliseconds on every thread.
double BestFlops(Chains chains, double seconds) {
  constexpr int64_t kRounds = 1'000'000;
  const int threads = GetNumThreads();
  std::atomic<double> flops{0};
  double best = 0;
  const Stopwatch all;
  do {
    flops = 0;
    const Stopwatch watch;
    Exec exec;
    ParallelFor(exec, threads, kOwnPiece, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        float sink = 0;
        const double done = chains(kRounds, &sink);
        if (sink != 0) flops = flops + done;
      }
    });
    best = std::max(best, flops / watch.Seconds());
  } while (all.Seconds() < seconds);
  return best;
}

/// Bytes of the last level of cache, over all CPUs; 0 where the system does not say.
int64_t SharedCache() {
  // Not sysconf(): glibc 2.36 multiplies by cores that a virtual machine does not have.
  std::map<std::string, int64_t> caches;  // by the CPUs that share one
  for (int cpu = 0; cpu < 4096; ++cpu) {
    for (int index = 3; index >= 0; --index) {
      const std::string folder = absl::StrCat("/sys/devices/system/cpu/cpu", cpu, "/cache/index", index, "/");
      std::ifstream size(folder + "size"), sharers(folder + "shared_cpu_list");
      int64_t kilobytes = 0;
      std::string cpus;
      if (!(size >> kilobytes) || !(sharers >> cpus)) continue;
      caches[cpus] = kilobytes << 10;
      break;
    }
    if (caches.empty()) break;
  }
  int64_t bytes = 0;
  for (const auto& [cpus, size] : caches) bytes += size;
  return bytes;
}

}  // namespace

Mover::Mover(const Traffic& traffic)
    : read_lines_(Lines(traffic.read)),
      written_lines_(Lines(traffic.written)),
      best_(std::numeric_limits<double>::infinity()) {
  if (read_lines_ > 0) from_ = FilledMemory(read_lines_);
  if (written_lines_ > 0) to_ = FilledMemory(written_lines_);
}

double Mover::TimeOnce(bool stream, int64_t step_lines) {
  constexpr int64_t kLanesOfLine = kLineBytes / static_cast<int64_t>(sizeof(uint32_t));
  const int64_t lines = std::max(read_lines_, written_lines_);
  const int64_t steps = std::max<int64_t>(1, lines / step_lines);
  // Pieces of a thread: some for each, so that one that comes late does not hold up the rest.
  const int64_t pieces = std::clamp<int64_t>(lines * kLineBytes >> 19, 1, int64_t{64} * GetNumThreads());
  const auto* from = static_cast<const uint32_t*>(DataOf(from_));
  auto* to = static_cast<uint32_t*>(DataOf(to_));
  const auto move = HWY_DYNAMIC_DISPATCH(MoveLines);
  const Stopwatch watch;
  Exec exec;
  ParallelFor(exec, pieces, kOwnPiece, [&](int64_t begin, int64_t end) {
    for (int64_t step = begin * steps / pieces; step < end * steps / pieces; ++step) {
      const int64_t r = read_lines_ * step / steps, r_end = read_lines_ * (step + 1) / steps;
      const int64_t w = written_lines_ * step / steps, w_end = written_lines_ * (step + 1) / steps;
      move(from + r * kLanesOfLine, static_cast<size_t>(r_end - r), to + w * kLanesOfLine,
           static_cast<size_t>(w_end - w), stream);
    }
    if (stream) hwy::FlushStream();
  });
  return watch.Seconds();
}

double Mover::Sweep(double seconds) {
  if (!Fits()) return best_;
  const Stopwatch all;
  do {
    for (const bool stream : {false, true}) {
      for (const int64_t step_lines : {8, 64}) {
        TimeOnce(stream, step_lines);  // leaves the caches as this pattern leaves them
        best_ = std::min({best_, TimeOnce(stream, step_lines), TimeOnce(stream, step_lines)});
      }
    }
  } while (all.Seconds() < seconds);
  return best_;
}

double PeakFlops(DataType type, double seconds) {
  const double fused = BestFlops(HWY_DYNAMIC_DISPATCH(MultiplyAdd), seconds);
  if (type != DT_BFLOAT16 || !HasBFloat16Dot()) return fused;
  const double best = std::max(fused, BestFlops(BFloat16Dot, seconds));
  return cpu::WhyNoAmx(type).empty() ? std::max(best, BestFlops(AmxProducts, seconds)) : best;
}

Machine ThisMachine() {
  Machine machine;
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; machine.cpu.empty() && std::getline(info, line);) {
    if (!absl::StartsWith(line, "model name")) continue;
    machine.cpu = std::string(absl::StripAsciiWhitespace(line.substr(line.find(':') + 1)));
  }
  machine.simd = hwy::TargetName(hwy::SupportedAndGeneratedTargets().front());
  machine.threads = GetNumThreads();
  machine.shared_cache = SharedCache();
  machine.memory = PhysicalMemory();
  std::ifstream("/proc/loadavg") >> machine.load;
  return machine;
}

}  // namespace voxgrad::driver
#endif  // HWY_ONCE
