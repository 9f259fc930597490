#include "check/check.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "absl/strings/str_cat.h"
#include "check/draws.h"
#include "core/number_text.h"
#include "core/type_list.h"
#include "voxgrad/call.h"
#include "voxgrad/threads.h"

namespace voxgrad::driver {
namespace {

/// Restores the number of threads.
class ScopedThreads {
 public:
  explicit ScopedThreads(int threads) { SetNumThreads(threads); }
  ~ScopedThreads() { SetNumThreads(0); }
  ScopedThreads(const ScopedThreads&) = delete;
  ScopedThreads& operator=(const ScopedThreads&) = delete;
};

std::string Coordinates(const TensorShape& shape, int64_t index) {
  Ints at(static_cast<size_t>(shape.dims()), 0);
  for (size_t d = at.size(); d-- > 0;) {
    at[d] = index % shape.dim_size(static_cast<int>(d));
    index /= shape.dim_size(static_cast<int>(d));
  }
  return ShapeString(at);
}

/// Terms of the longest sum of a call: as many as the other tensors could contribute to one element.
int64_t TermsOf(const PreparedCall& call, const Tensor& result) {
  int64_t inputs = 1;
  for (const Tensor& input : call.inputs) inputs = std::max(inputs, input.NumElements());
  return std::min<int64_t>(inputs, 1 << 12) + (result.NumElements() == 0 ? 1 : 0);
}

/// The largest of the finite numbers, without their signs.
template <class T>
double LargestOf(absl::Span<const T> values) {
  double largest = 0;
  for (T value : values) {
    const double size = std::abs(static_cast<double>(value));
    if (std::isfinite(size)) largest = std::max(largest, size);
  }
  return largest;
}

/// The largest result of the same call on the absolute values of its inputs: what rounding errors are
/// measured by where the terms of a sum cancel.
double ScaleOfTerms(PreparedCall call) {
  for (Tensor& input : call.inputs) {
    if (!DataTypeIsFloating(input.dtype())) continue;
    const auto sizes = Call("Abs", {input}, {});
    if (!sizes.ok()) return 0;
    input = sizes->at(0);
  }
  const absl::StatusOr<Tensor> result = RunWith(call, "reference", nullptr);
  double scale = 0;
  if (result.ok())
    VisitType(FloatTypes(), result->dtype(),
              [&](auto tag) { scale = LargestOf(result->values<typename decltype(tag)::type>()); });
  return scale;
}

}  // namespace

Tolerance ToleranceFor(DataType type, int64_t terms) {
  // Sums of 16-bit types and of float are kept in float and rounded once; a random walk of the rounding
  // errors.
  const double steps = std::sqrt(static_cast<double>(terms)) + 2;
  switch (type) {
    case DT_HALF:
      return {0x1p-10 + steps * 0x1p-23};
    case DT_BFLOAT16:
      return {0x1p-7 + steps * 0x1p-23};
    case DT_FLOAT:
      return {steps * 0x1p-23};
    case DT_DOUBLE:
      return {steps * 0x1p-52};
    default:
      return {0};
  }
}

bool SameBits(const Tensor& a, const Tensor& b) {
  return a.dtype() == b.dtype() && a.shape() == b.shape() &&
         (a.TotalBytes() == 0 || std::memcmp(a.data(), b.data(), a.TotalBytes()) == 0);
}

absl::Status Compare(const Tensor& actual, const Tensor& expected, const Tolerance& tolerance) {
  if (actual.dtype() != expected.dtype() || actual.shape() != expected.shape()) {
    return absl::InternalError(
        absl::StrCat("is ", actual.DebugString(0), ", expected ", expected.DebugString(0)));
  }
  absl::Status status;
  VisitType(RealTypes(), actual.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const auto a = actual.values<T>();
    const auto e = expected.values<T>();
    double scale = 0;
    if constexpr (!std::is_integral_v<T>) {
      // Below the smallest normal number the steps between numbers no longer shrink with them.
      scale = std::max({tolerance.scale, LargestOf(e), static_cast<double>(std::numeric_limits<T>::min())});
    }
    for (size_t i = 0; i < e.size(); ++i) {
      bool close = a[i] == e[i];
      if constexpr (!std::is_integral_v<T>) {
        const double difference = std::abs(static_cast<double>(a[i]) - static_cast<double>(e[i]));
        close = close || (a[i] != a[i] && e[i] != e[i]) ||
                difference <= tolerance.relative * scale + tolerance.absolute;
      }
      if (close) continue;
      const auto index = static_cast<int64_t>(i);
      status =
          absl::InternalError(absl::StrCat("at ", Coordinates(actual.shape(), index), " is ",
                                           ElementText(actual.dtype(), actual.data(), index), ", expected ",
                                           ElementText(expected.dtype(), expected.data(), index)));
      return;
    }
  });
  return status;
}

absl::StatusOr<Tensor> RunWith(const PreparedCall& call, const std::string& implementation,
                               KernelTrace* trace) {
  absl::StatusOr<std::vector<Tensor>> results = call.Run({.only = implementation, .trace = trace});
  if (!results.ok()) return results.status();
  return results->empty() ? Tensor() : results->front();  // NoOp has none
}

bool Ran(const KernelTrace& trace, absl::string_view implementation) {
  return std::any_of(trace.answers.begin(), trace.answers.end(), [&](const KernelTrace::Answer& answer) {
    return answer.reason.empty() && answer.implementation == implementation;
  });
}

absl::StatusOr<std::vector<std::string>> Takers(const PreparedCall& call) {
  KernelTrace names;
  if (absl::StatusOr<Tensor> result = RunWith(call, "reference", &names); !result.ok())
    return result.status();
  // An op that asks no list has one way to run, which has no name.
  if (names.answers.empty()) return std::vector<std::string>{""};
  std::vector<std::string> takers;
  for (const auto& answer : names.answers) {
    if (std::find(takers.begin(), takers.end(), answer.implementation) != takers.end()) continue;
    KernelTrace trace;
    if (absl::StatusOr<Tensor> result = RunWith(call, answer.implementation, &trace); !result.ok()) {
      return result.status();
    }
    if (Ran(trace, answer.implementation)) takers.push_back(answer.implementation);
  }
  return takers;
}

namespace {

/// The call with zeros for what is below the smallest normal number.
PreparedCall Flushed(PreparedCall call) {
  for (Tensor& input : call.inputs) {
    VisitType(FloatTypes(), input.dtype(), [&](auto tag) {
      using T = typename decltype(tag)::type;
      Tensor copy(input.dtype(), input.shape());
      const auto from = input.values<T>();
      const auto to = copy.mutable_values<T>();
      const auto small = static_cast<double>(std::numeric_limits<T>::min());
      for (size_t i = 0; i < from.size(); ++i)
        to[i] = std::abs(static_cast<double>(from[i])) < small ? T(0) : from[i];
      input = copy;
    });
  }
  return call;
}

bool Flushes(const KernelTrace& trace) {
  return std::any_of(trace.answers.begin(), trace.answers.end(), [](const KernelTrace::Answer& answer) {
    return answer.reason.empty() && answer.flushes;
  });
}

/// The same where every product and every sum may have lost what is below the smallest normal number.
absl::Status CompareFlushed(const PreparedCall& call, const Tensor& actual, Tolerance tolerance) {
  const absl::StatusOr<Tensor> expected = RunWith(Flushed(call), "reference", nullptr);
  if (!expected.ok()) return expected.status();
  tolerance.absolute = 2 * static_cast<double>(TermsOf(call, actual)) * std::numeric_limits<float>::min();
  return Compare(actual, *expected, tolerance);
}

cpu::Caches SmallCaches(int64_t cells) {
  cpu::Caches caches;
  caches.first = 0;
  caches.second = 16 * cells;
  caches.shared = caches.whole_shared = 1 << 10;  // larger results go past them
  caches.tile_depths = 0;
  caches.shrunk = std::max<int64_t>(1, caches.tile_cells / cells);
  caches.tile_cells = cells;
  return caches;
}

}  // namespace

absl::Status CheckCall(const PreparedCall& call) {
  const absl::StatusOr<Tensor> reference = RunWith(call, "reference", nullptr);
  if (!reference.ok()) return reference.status();
  if (DrawsAnew(call)) return absl::OkStatus();
  Tolerance tolerance = ToleranceFor(reference->dtype(), TermsOf(call, *reference));
  const absl::StatusOr<std::vector<std::string>> takers = Takers(call);
  if (!takers.ok()) return takers.status();
  for (const std::string& name : *takers) {
    Tensor first;
    KernelTrace trace;
    for (int threads : {1, 2, 5}) {
      const ScopedThreads scope(threads);
      const absl::StatusOr<Tensor> result = RunWith(call, name, threads == 1 ? &trace : nullptr);
      if (!result.ok()) return result.status();
      if (threads == 1) first = *result;
      if (!SameBits(first, *result)) {
        return absl::InternalError(absl::StrCat(name, " has other bits on ", threads, " threads than on 1"));
      }
    }
    absl::Status status = Compare(first, *reference, tolerance);
    if (!status.ok()) {
      tolerance.scale = ScaleOfTerms(call);
      status = Compare(first, *reference, tolerance);
    }
    if (!status.ok() && Flushes(trace)) status = CompareFlushed(call, first, tolerance);
    if (!status.ok()) return absl::InternalError(absl::StrCat(name, " ", status.message()));
  }
  return absl::OkStatus();
}

SmallPieces::SmallPieces(int64_t cells) : caches_(SmallCaches(cells)), cost_(cells) {}

absl::Status CheckInPieces(const PreparedCall& call) {
  if (absl::Status status = CheckCall(call); !status.ok()) return status;
  constexpr int64_t kFewestCells = 32, kPieces = 256;
  int64_t cells = 0;
  for (const Tensor& input : call.inputs) cells = std::max(cells, input.NumElements());
  const SmallPieces small(std::max(kFewestCells, cells / kPieces));
  const absl::Status status = CheckCall(call);
  return status.ok() ? status : absl::InternalError(absl::StrCat(status.message(), ", in small pieces"));
}

}  // namespace voxgrad::driver
