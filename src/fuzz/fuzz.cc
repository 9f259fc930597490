#include "fuzz/fuzz.h"

#include <map>
#include <optional>

#include "absl/strings/str_cat.h"
#include "check/check.h"
#include "check/gradient_check.h"
#include "check/line.h"
#include "check/random_line.h"
#include "core/number_text.h"
#include "fuzz/bad_call.h"
#include "fuzz/random_call.h"
#include "fuzz/spoilers.h"
#include "ops/table/invoke.h"

namespace voxgrad::driver {
namespace {

enum CallKind : size_t { kGood, kGradient, kPartialShapes, kWild, kFirstBad };

constexpr int64_t kSmallWork = 3'000;  // multiplications of the reference, for calls that are mostly refused
constexpr int64_t kUsual = 100'000;
constexpr int64_t kLarge = 3'000'000;  // enough for several pieces of a parallel loop

/// Traits are asked for often and do not change.
const std::optional<WindowTraits>& CachedTraits(const Op& op) {
  static std::map<const Op*, std::optional<WindowTraits>> cache;
  const auto found = cache.find(&op);
  return found != cache.end() ? found->second : cache.emplace(&op, TraitsOf(op)).first->second;
}

/// A good call to start from: a random problem, or the op's own example. The log learns what it is.
PreparedCall DrawGoodCall(const Op& op, size_t kind, int64_t max_work, Random* random, CallLog& log) {
  const std::optional<WindowTraits>& traits = CachedTraits(op);
  absl::StatusOr<PreparedCall> call;
  if (!traits || random->OneIn(200)) {
    log.Start(kind, absl::StrCat("the example of ", op.name));
    call = PrepareTyped(op, op.example.arguments);
  } else {
    const Line line = RandomLine(op, *traits, max_work, random);
    log.Start(kind, absl::StrCat("vox try ", line.Text(), " --check"));
    call = Prepare(line);
  }
  if (!call.ok()) log.Fail(absl::StrCat("was refused: ", call.status().message()));
  return *std::move(call);
}

void FuzzGood(const Op& op, Random* random, CallLog& log) {
  const PreparedCall call = DrawGoodCall(op, kGood, random->OneIn(50) ? kLarge : kUsual, random, log);
  if (absl::Status status = CheckInPieces(call); !status.ok()) log.Fail(status.message());
  log.Finish(Outcome::kPassed);
}

/// Two values closer than the step of the difference are a kink, not a bug; three sets of values in a row are
/// none.
void FuzzGradient(const Op& op, Random* random, CallLog& log) {
  const std::optional<WindowTraits>& traits = CachedTraits(op);
  if (!traits || op.gradient == nullptr) return FuzzGood(op, random, log);
  Line line = RandomSmoothLine(op, *traits, random);
  double error = 0;
  for (int attempt = 0; attempt < 3; ++attempt) {
    log.Start(kGradient, absl::StrCat("vox try ", line.Text(), " --check"));
    const absl::StatusOr<PreparedCall> call = Prepare(line);
    if (!call.ok()) log.Fail(call.status().message());
    const absl::StatusOr<double> found = GradientError(*call, line.seed);
    if (!found.ok()) log.Fail(absl::StrCat("its gradient: ", found.status().message()));
    error = *found;
    if (error <= kGradientTolerance) return log.Finish(Outcome::kPassed);
    ++line.seed;
  }
  log.Fail(absl::StrCat("its gradient differs from finite differences by ", NumberText(error)));
}

void FuzzPartialShapes(const Op& op, Random* random, CallLog& log) {
  const PreparedCall call = DrawGoodCall(op, kPartialShapes, kSmallWork, random, log);
  const uint64_t seed = random->Next();
  log.Start(kPartialShapes,
            absl::StrCat("vox op ", call.CommandLine(4000), "  # sizes hidden with seed ", seed));
  if (absl::Status status = CheckPartialShapes(call, seed); !status.ok()) log.Fail(status.message());
  log.Finish(Outcome::kPassed);
}

void FuzzBad(const Op& op, Random* random, CallLog& log) {
  const std::vector<Spoiler>& spoilers = Spoilers();
  const auto draw = [&] {
    return static_cast<size_t>(random->Int(0, static_cast<int64_t>(spoilers.size()) - 1));
  };
  size_t kind = draw();
  RawCall raw = RawCall::From(DrawGoodCall(op, kFirstBad + kind, kSmallWork, random, log));
  // An op without a size vector, say, has none to spoil: some other way then.
  while (!spoilers[kind].spoil(&raw, random)) kind = draw();
  if (random->OneIn(8)) spoilers[draw()].spoil(&raw, random);
  log.Start(kFirstBad + kind, raw.Text());
  bool refused = false;
  if (absl::Status status = CheckRawCall(raw, &refused); !status.ok()) log.Fail(status.message());
  log.Finish(refused ? Outcome::kRefused : Outcome::kAnswered);
}

/// Whatever fits the kinds of the op's arguments, right or wrong.
void FuzzWild(const Op& op, Random* random, CallLog& log) {
  const RawCall raw = RandomCall(op, random);
  log.Start(kWild, raw.Text());
  bool refused = false;
  if (absl::Status status = CheckRawCall(raw, &refused); !status.ok()) log.Fail(status.message());
  log.Finish(refused ? Outcome::kRefused : Outcome::kAnswered);
}

/// The shape with some sizes, or all, hidden.
PartialTensorShape Hide(const TensorShape& shape, Random* random) {
  if (random->OneIn(6)) return PartialTensorShape();
  Ints dims(shape.dim_sizes().begin(), shape.dim_sizes().end());
  for (int64_t& dim : dims) {
    if (random->OneIn(3)) dim = -1;
  }
  return PartialTensorShape(dims);
}

bool Agree(const PartialTensorShape& partial, const TensorShape& whole) {
  if (partial.unknown_rank()) return true;
  if (partial.dims() != whole.dims()) return false;
  for (int d = 0; d < whole.dims(); ++d) {
    if (partial.dim_size(d) >= 0 && partial.dim_size(d) != whole.dim_size(d)) return false;
  }
  return true;
}

}  // namespace

std::vector<std::string> FuzzKinds() {
  std::vector<std::string> kinds = {"good", "gradient", "partial shapes", "wild"};
  for (const Spoiler& spoiler : Spoilers()) kinds.push_back(spoiler.name);
  return kinds;
}

absl::Status CheckPartialShapes(const PreparedCall& call, uint64_t seed) {
  const absl::StatusOr<std::vector<Tensor>> results = call.Run();
  if (!results.ok()) return results.status();
  Random random(seed);
  std::vector<InputInfo> inputs;
  for (const Tensor& input : call.inputs) {
    inputs.push_back({{input.dtype(), Hide(input.shape(), &random)}, random.OneIn(2) ? &input : nullptr});
    if (inputs.back().value != nullptr) inputs.back().shape = PartialTensorShape(input.shape());
  }
  AttrSlots slots = call.slots;
  std::vector<PartialTensorShape> shapes;
  if (absl::Status status = InferShapes(*call.op, "", inputs, &slots, &shapes); !status.ok()) {
    return absl::InternalError(absl::StrCat("with unknown sizes it was refused: ", status.message()));
  }
  for (size_t i = 0; i < shapes.size(); ++i) {
    if (!Agree(shapes[i], (*results)[i].shape())) {
      return absl::InternalError(absl::StrCat("with unknown sizes the result is ", shapes[i].DebugString(),
                                              ", and in truth ", (*results)[i].shape().DebugString()));
    }
  }
  return absl::OkStatus();
}

void FuzzOne(const Op* only, uint64_t seed, int64_t index, CallLog& log) {
  Random random(seed * 0x2545f4914f6cdd1du + static_cast<uint64_t>(index));
  const Op& op = only != nullptr ? *only : random.Pick(OpTable());
  const bool has_example = !op.example.text.empty();
  if (!CachedTraits(op) && (!has_example || random.OneIn(2))) return FuzzWild(op, &random, log);
  switch (random.Int(0, 9)) {
    case 0:
      return FuzzPartialShapes(op, &random, log);
    case 1:
      return FuzzGradient(op, &random, log);
    case 2:
    case 3:
    case 4:
      return FuzzGood(op, &random, log);
    default:
      return FuzzBad(op, &random, log);
  }
}

}  // namespace voxgrad::driver
