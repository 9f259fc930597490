#include "kernels/elementwise/elementwise.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "core/parallel.h"
#include "kernels/elementwise/broadcast.h"
#include "kernels/elementwise/loops.h"
#include "kernels/elementwise/shared_functions.h"
#include "kernels/list.h"
#include "kernels/simd/float16.h"
#include "kernels/simd/stream.h"
#include "kernels/simd/target.h"
#include "kernels/simd/tile.h"

namespace voxgrad {
namespace {

using elementwise::Loop;

constexpr int64_t kBlock = 1024;  // elements: an operand of doubles takes a quarter of a first-level cache

/// An operand as the loops want it: elements side by side, of the type that is computed in.
struct Walked {
  const void* data;
  DataType type;
  BroadcastOperand walk;

  bool is_plain() const { return walk.is_whole() && !IsShortFloat(type); }
  int64_t size() const { return DataTypeSize(type); }
};

/// Brings one operand, block by block, into order.
class OperandBlocks {
 public:
  /// For a walk over `count` elements.
  OperandBlocks(const Walked& operand, int64_t count) : o_(operand) {
    const int64_t period = o_.walk.period();
    if (period > 0 && period <= kBlock) {  // so short that all its blocks are pieces of one longer run
      Fill(0, std::min(kBlock, count) + period, &repeated_);
    }
  }

  /// Elements [begin, begin + count) of the walk, count <= kBlock.
  const void* At(int64_t begin, int64_t count) {
    const int64_t size = DataTypeSize(ComputedType(o_.type));
    if (!repeated_.empty()) return Place(repeated_.data(), begin % o_.walk.period(), size);
    if (o_.is_plain()) return Place(o_.data, begin, size);
    Fill(begin, count, &block_);
    return block_.data();
  }

 private:
  static const void* Place(const void* data, int64_t element, int64_t size) {
    return static_cast<const char*>(data) + element * size;
  }

  void Fill(int64_t begin, int64_t count, std::vector<uint64_t>* to) {
    const auto grow = [count](std::vector<uint64_t>* buffer) {
      if (static_cast<int64_t>(buffer->size()) < count) buffer->resize(static_cast<size_t>(count));
    };
    grow(to);
    if (!IsShortFloat(o_.type)) {
      GatherWalk(begin, count, to->data());
      return;
    }
    const void* narrow = Place(o_.data, begin, o_.size());
    if (!o_.walk.is_whole()) {
      grow(&narrow_);
      GatherWalk(begin, count, narrow_.data());
      narrow = narrow_.data();
    }
    WidenToFloat(o_.type, narrow, count, reinterpret_cast<float*>(to->data()));
  }

  /// A period that is repeated may be walked on beyond the end.
  void GatherWalk(int64_t begin, int64_t count, void* to) {
    const int64_t period = o_.walk.period();
    if (period == 0 || period > kBlock) return o_.walk.Gather(o_.data, o_.size(), begin, count, to);
    for (int64_t i = 0; i < count; i += period) {
      o_.walk.Gather(o_.data, o_.size(), 0, std::min(period, count - i),
                     static_cast<char*>(to) + i * o_.size());
    }
  }

  const Walked& o_;
  std::vector<uint64_t> block_, narrow_, repeated_;
};

/// One loop over the whole walk.
template <size_t kOperands>
struct Walk {
  Loop loop;
  int64_t count;
  std::array<Walked, kOperands> in;
  void* out;
  DataType out_type;

  void Run(Exec& exec) const {
    bool direct = !IsShortFloat(out_type) && !Streams();
    for (const Walked& operand : in) direct &= operand.is_plain();
    const int64_t cost = loop.cost + (direct ? 0 : 1);
    ParallelFor(exec, count, cost,
                [&](int64_t begin, int64_t end) { direct ? RunDirect(begin, end) : RunBlocks(begin, end); });
  }

 private:
  char* OutAt(int64_t element) const { return static_cast<char*>(out) + element * DataTypeSize(out_type); }

  bool Streams() const {
    const int64_t bytes = count * DataTypeSize(out_type);
    return cpu::WorthStreaming(bytes, bytes) && cpu::WhyOff().empty();
  }

  void RunDirect(int64_t begin, int64_t end) const {
    const void* from[kOperands];
    for (size_t i = 0; i < kOperands; ++i)
      from[i] = static_cast<const char*>(in[i].data) + begin * in[i].size();
    loop.run(from, OutAt(begin), end - begin);
  }

  void RunBlocks(int64_t begin, int64_t end) const {
    auto blocks = [&]<size_t... kIndex>(std::index_sequence<kIndex...>) {
      return std::array<OperandBlocks, kOperands>{OperandBlocks(in[kIndex], end - begin)...};
    }(std::make_index_sequence<kOperands>());
    const bool streams = Streams();
    const bool stages = streams && (loop.stream == nullptr || IsShortFloat(out_type));
    alignas(64) char staged[kBlock * sizeof(double)];
    for (int64_t at = begin; at < end;) {
      const int64_t n = std::min(kBlock - at % kBlock, end - at);  // then whole cache lines
      const void* from[kOperands];
      for (size_t i = 0; i < kOperands; ++i) from[i] = blocks[i].At(at, n);
      if (streams && !stages) {
        loop.stream(from, OutAt(at), n);
      } else {
        RunBlock(from, n, stages ? staged : OutAt(at));
        if (stages) cpu::StreamCopy(staged, n * DataTypeSize(out_type), OutAt(at));
      }
      at += n;
    }
    if (streams) cpu::FlushStream();
  }

  void RunBlock(const void* const* from, int64_t n, void* to) const {
    if (!IsShortFloat(out_type)) return loop.run(from, to, n);
    float computed[kBlock];
    loop.run(from, computed, n);
    NarrowFromFloat(out_type, computed, n, to);
  }
};

int64_t Count(ElementSizes sizes) {
  int64_t count = 1;
  for (int64_t size : sizes) count *= size;
  return count;
}

template <class T>
void SelectLoop(const void* const* in, void* out, int64_t count) {
  const bool* condition = static_cast<const bool*>(in[0]);
  const T* t = static_cast<const T*>(in[1]);
  const T* e = static_cast<const T*>(in[2]);
  T* z = static_cast<T*>(out);
  for (int64_t i = 0; i < count; ++i) z[i] = condition[i] ? t[i] : e[i];
}

/// Only the size of an element counts for what is copied.
DataType BitsOfSize(int size) {
  return size == 1 ? DT_UINT8 : size == 2 ? DT_UINT16 : size == 4 ? DT_UINT32 : DT_UINT64;
}

}  // namespace

void Elementwise(Exec& exec, const Loop& loop, DataType type, ElementSizes sizes,
                 absl::Span<const Operand> in, void* out) {
  OnlyWay(exec, cpu::WhyOff().empty() ? "cpu/elementwise" : "reference/elementwise");
  const DataType out_type = loop.decides ? DT_BOOL : type;
  const auto walked = [&](size_t i) {
    return Walked{in[i].data, type, BroadcastOperand(sizes, in[i].sizes)};
  };
  const int64_t count = Count(sizes);
  if (in.size() == 1) return Walk<1>{loop, count, {{walked(0)}}, out, out_type}.Run(exec);
  if (in.size() == 2) return Walk<2>{loop, count, {{walked(0), walked(1)}}, out, out_type}.Run(exec);
  Walk<3>{loop, count, {{walked(0), walked(1), walked(2)}}, out, out_type}.Run(exec);
}

void Select(Exec& exec, DataType type, ElementSizes sizes, const void* condition,
            ElementSizes condition_sizes, const void* t, ElementSizes t_sizes, const void* e,
            ElementSizes e_sizes, void* out) {
  OnlyWay(exec, cpu::WhyOff().empty() ? "cpu/elementwise" : "reference/elementwise");
  const DataType bits = BitsOfSize(DataTypeSize(type));
  Loop loop;
  VisitType(TypeList<uint8_t, uint16_t, uint32_t, uint64_t>(), bits,
            [&](auto tag) { loop.run = SelectLoop<typename decltype(tag)::type>; });
  Walk<3>{loop,
          Count(sizes),
          {{{condition, DT_BOOL, BroadcastOperand(sizes, condition_sizes)},
            {t, bits, BroadcastOperand(sizes, t_sizes)},
            {e, bits, BroadcastOperand(sizes, e_sizes)}}},
          out,
          bits}
      .Run(exec);
}

void AddAll(Exec& exec, DataType type, int64_t count, absl::Span<const void* const> in, void* out) {
  OnlyWay(exec, cpu::WhyOff().empty() ? "cpu/elementwise" : "reference/elementwise");
  const Loop add = elementwise::BinaryOf<elementwise::kAdd, ComputedTypes>(ComputedType(type));
  const int64_t size = DataTypeSize(type);
  const bool is_short = IsShortFloat(type);
  ParallelFor(exec, count, static_cast<int64_t>(in.size()), [&](int64_t begin, int64_t end) {
    alignas(64) char sum[kBlock * sizeof(double)];
    float next[kBlock];
    for (int64_t at = begin; at < end; at += kBlock) {
      const int64_t n = std::min(kBlock, end - at);
      const auto operand = [&](size_t i, float* widened) -> const void* {
        const void* from = static_cast<const char*>(in[i]) + at * size;
        if (!is_short) return from;
        WidenToFloat(type, from, n, widened);
        return widened;
      };
      char* to = static_cast<char*>(out) + at * size;
      const void* first = operand(0, reinterpret_cast<float*>(sum));
      if (first != sum) std::memcpy(sum, first, static_cast<size_t>(n * size));
      for (size_t i = 1; i < in.size(); ++i) {
        const void* pair[] = {sum, operand(i, next)};
        add.run(pair, sum, n);
      }
      is_short ? NarrowFromFloat(type, reinterpret_cast<const float*>(sum), n, to)
               : static_cast<void>(std::memcpy(to, sum, static_cast<size_t>(n * size)));
    }
  });
}

}  // namespace voxgrad
