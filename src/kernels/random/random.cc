#include "kernels/random/random.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

#include "core/parallel.h"
#include "kernels/list.h"
#include "kernels/random/philox.h"
#include "kernels/simd/float16.h"

namespace voxgrad {
namespace {

constexpr int64_t kReserved = 256;  // words for each result, also where a result takes fewer

// Floats are made of a mantissa of random bits: 1 and what is behind the point, less 1.
float UnitFloat(uint32_t word) { return static_cast<float>(word & 0x7fffff) * 0x1p-23F; }
double UnitDouble(uint32_t high, uint32_t low) {
  return static_cast<double>(uint64_t{high & 0xfffff} << 32 | low) * 0x1p-52;
}

template <class T>
constexpr int kPerBlock = sizeof(T) == 8 ? 2 : 4;

/// Calls make(block number, block, numbers) for each block of results and stores the numbers as T.
template <class T, class V, class F>
void FillBlocks(Exec& exec, const RandomStream& stream, int64_t count, int64_t cost, T* out, F make) {
  constexpr int64_t kBlock = kPerBlock<V>;
  const Philox philox(stream.seed, stream.seed2);
  ParallelFor(exec, (count + kBlock - 1) / kBlock, cost, [&](int64_t begin, int64_t end) {
    for (int64_t block = begin; block < end; ++block) {
      V numbers[kBlock];
      make(philox, block, numbers);
      const int64_t first = block * kBlock;
      for (int64_t i = 0; i < std::min(kBlock, count - first); ++i)
        out[first + i] = static_cast<T>(numbers[i]);
    }
  });
}

/// Two numbers of the normal distribution from two of the uniform one (Box and Muller).
template <class V>
void BoxMuller(V u, V angle, V* a, V* b) {
  const V radius = std::sqrt(V(-2) * std::log(std::max(u, V(1.0e-7))));
  const V turn = V(2 * M_PI) * angle;
  *a = std::sin(turn) * radius;
  *b = std::cos(turn) * radius;
}

void NormalPair(const uint32_t* words, float* pair) {
  BoxMuller(UnitFloat(words[0]), UnitFloat(words[1]), pair, pair + 1);
}
void NormalPair(const uint32_t* words, double* pair) {
  BoxMuller(UnitDouble(words[0], words[1]), UnitDouble(words[2], words[3]), pair, pair + 1);
}

template <class T>
T Unit(const Philox::Block& block, int i) {
  const uint32_t word = block[static_cast<size_t>(i)];
  if constexpr (std::is_same_v<T, Half>) return T(static_cast<float>(word & 0x3ff) * 0x1p-10F);
  if constexpr (std::is_same_v<T, BFloat16>) return T(static_cast<float>(word & 0x7f) * 0x1p-7F);
  if constexpr (std::is_same_v<T, double>)
    return UnitDouble(block[static_cast<size_t>(2 * i)], block[static_cast<size_t>(2 * i + 1)]);
  return T(UnitFloat(word));
}

template <class T>
void FillTruncated(Exec& exec, const RandomStream& stream, int64_t count, T* out) {
  using V = Computed<T>;
  constexpr int kWords = sizeof(V) == 8 ? 4 : 2;  // for a pair
  // Each block of results has words of its own, more than it will ever draw.
  constexpr uint64_t kStep = uint64_t{kPerBlock<V>} * kReserved / 4;
  FillBlocks<T, V>(exec, stream, count, 100, out, [&](const Philox& philox, int64_t number, V* results) {
    uint64_t next = stream.first_block + static_cast<uint64_t>(number) * kStep;
    for (int made = 0;;) {
      const Philox::Block words = philox(next++);
      for (int at = 0; at < 4; at += kWords) {
        V pair[2];
        NormalPair(words.data() + at, pair);
        for (V value : pair) {
          if (std::abs(value) >= V(2)) continue;
          results[made++] = value;
          if (made == kPerBlock<V>) return;
        }
      }
    }
  });
}

/// The weights of the classes, added up from the first on; returns the sum of all. What is not finite has
/// none.
template <class T>
double SumWeights(const T* logits, std::vector<double>* sums) {
  double most = -HUGE_VAL;
  for (size_t i = 0; i < sums->size(); ++i) {
    const auto logit = static_cast<double>(logits[i]);
    if (std::isfinite(logit)) most = std::max(most, logit);
  }
  double sum = 0;
  for (size_t i = 0; i < sums->size(); ++i) {
    const auto logit = static_cast<double>(logits[i]);
    if (std::isfinite(logit)) sum += std::exp(logit - most);
    (*sums)[i] = sum;
  }
  return sum;
}

/// Number `number` of a stream of doubles, of which two share a block.
double PairedDouble(const Philox& philox, uint64_t first_block, int64_t number) {
  const Philox::Block block = philox(first_block + static_cast<uint64_t>(number / 2));
  return number % 2 == 0 ? UnitDouble(block[0], block[1]) : UnitDouble(block[2], block[3]);
}

}  // namespace

uint64_t ReservedBlocks(int64_t count) { return static_cast<uint64_t>(count) * kReserved; }

void FillUniform(Exec& exec, const RandomStream& stream, DataType type, int64_t count, void* out) {
  OnlyWay(exec, "reference/uniform");
  VisitType(FloatTypes(), type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    FillBlocks<T, T>(exec, stream, count, 20, static_cast<T*>(out),
                     [&](const Philox& philox, int64_t n, T* results) {
                       const Philox::Block block = philox(stream.first_block + static_cast<uint64_t>(n));
                       for (int i = 0; i < kPerBlock<T>; ++i) results[i] = Unit<T>(block, i);
                     });
  });
}

void FillNormal(Exec& exec, const RandomStream& stream, DataType type, bool truncated, int64_t count,
                void* out) {
  OnlyWay(exec, "reference/normal");
  VisitType(FloatTypes(), type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    using V = Computed<T>;
    if (truncated) return FillTruncated(exec, stream, count, static_cast<T*>(out));
    FillBlocks<T, V>(exec, stream, count, 80, static_cast<T*>(out),
                     [&](const Philox& philox, int64_t n, V* results) {
                       const Philox::Block block = philox(stream.first_block + static_cast<uint64_t>(n));
                       for (int i = 0; i < kPerBlock<V>; i += 2) NormalPair(block.data() + i, results + i);
                     });
  });
}

void FillIntegers(Exec& exec, const RandomStream& stream, DataType type, int64_t low, int64_t high,
                  int64_t count, void* out) {
  OnlyWay(exec, "reference/integers");
  VisitType(TypeList<int32_t, int64_t>(), type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    using Word = std::make_unsigned_t<T>;
    const Word range = static_cast<Word>(high) - static_cast<Word>(low);
    FillBlocks<T, T>(exec, stream, count, 30, static_cast<T*>(out),
                     [&](const Philox& philox, int64_t n, T* results) {
                       const Philox::Block block = philox(stream.first_block + static_cast<uint64_t>(n));
                       for (size_t i = 0; i < kPerBlock<T>; ++i) {
                         Word word = block[sizeof(T) == 8 ? 2 * i : i];
                         if constexpr (sizeof(T) == 8) word |= Word{block[2 * i + 1]} << 32;
                         results[i] = static_cast<T>(static_cast<Word>(low) + word % range);
                       }
                     });
  });
}

void FillMultinomial(Exec& exec, const RandomStream& stream, const MultinomialProblem& p, const void* logits,
                     void* out) {
  OnlyWay(exec, "reference/multinomial");
  const Philox philox(stream.seed, stream.seed2);
  VisitType(RealTypes(), p.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    VisitType(TypeList<int32_t, int64_t>(), p.out_type, [&](auto out_tag) {
      using Class = typename decltype(out_tag)::type;
      ParallelFor(exec, p.rows, p.classes * 8 + p.samples * 40, [&](int64_t begin, int64_t end) {
        std::vector<double> sums(static_cast<size_t>(p.classes));
        for (int64_t row = begin; row < end; ++row) {
          const double sum = SumWeights(static_cast<const T*>(logits) + row * p.classes, &sums);
          Class* drawn = static_cast<Class*>(out) + row * p.samples;
          for (int64_t i = 0; i < p.samples; ++i) {
            const double at = PairedDouble(philox, stream.first_block, row * p.samples + i) * sum;
            drawn[i] = static_cast<Class>(std::upper_bound(sums.begin(), sums.end(), at) - sums.begin());
          }
        }
      });
    });
  });
}

}  // namespace voxgrad
