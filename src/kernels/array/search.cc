#include "kernels/array/search.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "kernels/list.h"
#include "kernels/simd/float16.h"

namespace voxgrad {
namespace {

/// Calls `step(i)` for each of [0, count) in their order, and ends early where the run is to end.
template <class Step>
void InOrder(Exec& exec, int64_t count, Step step) {
  constexpr int64_t kPiece = 1 << 16;
  for (int64_t begin = 0; begin < count; begin += kPiece) {
    exec.CheckInterrupt();
    if (exec.should_stop()) return;
    for (int64_t i = begin; i < std::min(count, begin + kPiece); ++i) step(i);
  }
}

/// Equal numbers have equal bits here: there is one zero.
template <class V>
uint64_t BitsOf(V value) {
  if (value == V(0)) return 0;
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(value));
  return bits;
}

/// Which values were there, by their number in the order of their first appearance. One flat table, zeroed by
/// the system page by page: to grow or free one of millions takes no long while.
class Seen {
 public:
  explicit Seen(Exec& exec) : exec_(exec) {}

  /// The number of those bits, which is `next` where they are new.
  int64_t Find(uint64_t bits, int64_t next) {
    if (2 * used_ >= size_) Grow();
    Entry& entry = Place(bits);
    if (entry.number_plus_1 == 0) {
      entry = {bits, next + 1};
      ++used_;
    }
    return entry.number_plus_1 - 1;
  }

 private:
  struct Entry {
    uint64_t bits;
    int64_t number_plus_1;  // 0: nothing is here
  };
  struct Free {
    void operator()(Entry* table) const { std::free(table); }
  };

  Entry& Place(uint64_t bits) {
    uint64_t mixed = bits * 0x9e3779b97f4a7c15U;
    mixed = (mixed ^ (mixed >> 32)) * 0xd6e8feb86659fd93U;
    size_t at = static_cast<size_t>(mixed ^ (mixed >> 32)) & (size_ - 1);
    while (table_[at].number_plus_1 != 0 && table_[at].bits != bits) at = (at + 1) & (size_ - 1);
    return table_[at];
  }

  void Grow() {
    const size_t old_size = size_;
    const std::unique_ptr<Entry[], Free> old = std::move(table_);
    size_ = std::max<size_t>(64, 2 * old_size);
    table_.reset(static_cast<Entry*>(std::calloc(size_, sizeof(Entry))));
    if (table_ == nullptr) throw std::bad_alloc();
    InOrder(exec_, static_cast<int64_t>(old_size), [&](int64_t i) {
      if (old[static_cast<size_t>(i)].number_plus_1 != 0)
        Place(old[static_cast<size_t>(i)].bits) = old[static_cast<size_t>(i)];
    });
  }

  Exec& exec_;
  std::unique_ptr<Entry[], Free> table_;
  size_t size_ = 0;
  size_t used_ = 0;
};

}  // namespace

std::vector<int64_t> NonZeros(Exec& exec, DataType type, const void* in, int64_t count) {
  OnlyWay(exec, "reference/non-zeros");
  std::vector<int64_t> numbers;
  VisitType(RealTypesAndBool(), type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* values = static_cast<const T*>(in);
    InOrder(exec, count, [&](int64_t i) {
      if (static_cast<Computed<T>>(values[i]) != Computed<T>(0)) numbers.push_back(i);
    });
  });
  return numbers;
}

void WritePlaces(absl::Span<const int64_t> numbers, absl::Span<const int64_t> sizes, void* out) {
  auto* to = static_cast<int64_t*>(out);
  for (int64_t number : numbers) {
    for (size_t i = sizes.size(); i-- > 0; number /= sizes[i]) to[i] = number % sizes[i];
    to += sizes.size();
  }
}

void WriteIntegers(absl::Span<const int64_t> numbers, DataType type, void* out) {
  VisitType(TypeList<int32_t, int64_t>(), type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    auto* to = static_cast<T*>(out);
    for (int64_t number : numbers) *to++ = static_cast<T>(number);
  });
}

Distinct FindDistinct(Exec& exec, DataType type, const void* in, int64_t count) {
  OnlyWay(exec, "reference/find-distinct");
  Distinct distinct;
  distinct.kept.reserve(static_cast<size_t>(count));  // to grow would copy all of it at once
  distinct.places.reserve(static_cast<size_t>(count));
  VisitType(RealTypesAndBool(), type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* values = static_cast<const T*>(in);
    Seen seen(exec);
    InOrder(exec, count, [&](int64_t i) {
      const auto value = static_cast<Computed<T>>(values[i]);
      const auto next = static_cast<int64_t>(distinct.kept.size());
      const int64_t number = value == value ? seen.Find(BitsOf(value), next) : next;
      if (number == next) distinct.kept.push_back(i);
      distinct.places.push_back(number);
    });
  });
  return distinct;
}

}  // namespace voxgrad
