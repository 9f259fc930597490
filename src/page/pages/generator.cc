#include "page/pages/generator.h"

#include <cmath>
#include <limits>
#include <map>
#include <type_traits>

#include "absl/functional/function_ref.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "core/literal.h"
#include "core/nearest.h"
#include "core/random.h"
#include "core/type_list.h"

namespace voxgrad {
namespace {

/// Value of the cell at a place: its coordinates, and its number in row-major order.
using Cell = absl::FunctionRef<double(const Ints& at, int64_t index)>;

/// A recipe taken apart, with the defaults of its kind.
struct Recipe {
  std::string kind;
  std::map<std::string, double> numbers;
  bool has_seed = false;
  uint64_t seed = 0;
  Ints axes;
  bool has_axes = false;

  double operator[](const char* name) const { return numbers.at(name); }
};

const std::map<std::string, std::map<std::string, double>>& Kinds() {
  static const auto* kinds = new std::map<std::string, std::map<std::string, double>>{
      {"ramp", {{"start", 0}, {"step", 1}}},
      {"random", {{"low", 0}, {"high", 1}}},
      {"normal", {{"mean", 0}, {"deviation", 1}}},
      {"checker", {{"size", 1}, {"low", 0}, {"high", 1}}},
      {"ball", {{"radius", 1}, {"inside", 1}, {"outside", 0}}},
      {"gradient", {{"low", 0}, {"high", 1}, {"axis", 0}}},
  };
  return *kinds;
}

bool IsRandom(const Recipe& recipe) { return recipe.kind == "random" || recipe.kind == "normal"; }
bool TakesAxes(const Recipe& recipe) { return recipe.kind == "checker" || recipe.kind == "ball"; }

absl::Status Bad(absl::string_view recipe, absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat("is `", recipe, "`; ", why));
}

absl::Status ReadAxes(absl::string_view text, absl::string_view word, absl::string_view value, int dims,
                      Recipe* recipe) {
  const absl::StatusOr<Ints> axes = ParseInts(value);
  recipe->has_axes = true;
  for (const int64_t axis : axes.ok() ? *axes : Ints{dims}) {
    if (axis < -dims || axis >= dims)
      return Bad(text, absl::StrCat("`", word, "` are no axes of a tensor of ", dims, " dimensions."));
    recipe->axes.push_back(axis < 0 ? axis + dims : axis);
  }
  return absl::OkStatus();
}

absl::Status ReadSetting(absl::string_view text, absl::string_view word, int dims, Recipe* recipe) {
  const std::pair<absl::string_view, absl::string_view> parts = absl::StrSplit(word, absl::MaxSplits('=', 1));
  const std::string name(parts.first);
  if (name == "seed" && IsRandom(*recipe)) {
    recipe->has_seed = absl::SimpleAtoi(parts.second, &recipe->seed);
    return recipe->has_seed ? absl::OkStatus() : Bad(text, "seed takes a number of 0 or more.");
  }
  if (name == "axes" && TakesAxes(*recipe)) return ReadAxes(text, word, parts.second, dims, recipe);
  const auto setting = recipe->numbers.find(name);
  if (setting == recipe->numbers.end()) {
    std::vector<std::string> names;
    for (const auto& entry : recipe->numbers) names.push_back(entry.first);
    if (IsRandom(*recipe)) names.push_back("seed");
    if (TakesAxes(*recipe)) names.push_back("axes");
    return Bad(text, absl::StrCat(recipe->kind, " has the settings ", absl::StrJoin(names, ", "), "."));
  }
  if (!absl::SimpleAtod(parts.second, &setting->second) || !std::isfinite(setting->second))
    return Bad(text, absl::StrCat("`", word, "` holds no number."));
  return absl::OkStatus();
}

absl::StatusOr<Recipe> Parse(absl::string_view text, int dims) {
  const std::vector<absl::string_view> words = absl::StrSplit(text, ' ', absl::SkipEmpty());
  Recipe recipe;
  recipe.kind = words.empty() ? "" : std::string(words[0]);
  const auto kind = Kinds().find(recipe.kind);
  if (kind == Kinds().end()) {
    std::vector<std::string> names;
    for (const auto& entry : Kinds()) names.push_back(entry.first);
    const std::string nearest = Nearest(recipe.kind, names);
    return Bad(text,
               absl::StrCat("there is no such recipe.",
                            nearest.empty() ? absl::StrCat(" There are ", absl::StrJoin(names, ", "), ".")
                                            : absl::StrCat(" Did you mean ", nearest, "?")));
  }
  recipe.numbers = kind->second;
  for (size_t i = 1; i < words.size(); ++i) {
    if (absl::Status status = ReadSetting(text, words[i], dims, &recipe); !status.ok()) return status;
  }
  if (!recipe.has_axes) {
    for (int axis = 0; axis < dims; ++axis) recipe.axes.push_back(axis);
  }
  if (recipe.kind == "checker" && recipe["size"] < 1) return Bad(text, "size takes a number of 1 or more.");
  if (recipe.kind == "gradient") {
    const double axis = recipe["axis"];
    if (axis != std::floor(axis) || axis < -dims || axis >= dims)
      return Bad(text, absl::StrCat("axis is none of a tensor of ", dims, " dimensions."));
    recipe.axes = {static_cast<int64_t>(axis < 0 ? axis + dims : axis)};
  }
  return recipe;
}

template <class T>
T Rounded(double value) {
  if constexpr (std::is_integral_v<T>) {
    const double low = static_cast<double>(std::numeric_limits<T>::lowest());
    const double high = static_cast<double>(std::numeric_limits<T>::max());
    value = std::nearbyint(value);
    if (value <= low) return std::numeric_limits<T>::lowest();
    return value >= high ? std::numeric_limits<T>::max() : static_cast<T>(value);
  } else {
    return static_cast<T>(value);
  }
}

absl::Status FillCells(Tensor* tensor, Cell cell) {
  Ints at(static_cast<size_t>(tensor->dims()), 0);
  const bool known = VisitType(RealTypes(), tensor->dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    int64_t index = 0;
    for (T& value : tensor->mutable_values<T>()) {
      value = Rounded<T>(cell(at, index++));
      for (size_t d = at.size(); d-- > 0;) {
        if (++at[d] < tensor->dim_size(static_cast<int>(d))) break;
        at[d] = 0;
      }
    }
  });
  if (known) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("makes numbers, but the node is of type ", DataTypeString(tensor->dtype()), "."));
}

absl::Status FillRandom(const Recipe& recipe, uint64_t seed, absl::string_view name, Tensor* tensor) {
  for (const char letter : name) seed = (seed ^ static_cast<unsigned char>(letter)) * 0x100000001b3u;
  Random random = Random::OfPage(recipe.has_seed ? recipe.seed : seed);
  if (recipe.kind == "random") {
    const double low = recipe["low"], range = recipe["high"] - low;
    return FillCells(tensor, [&](const Ints&, int64_t) { return low + range * random.Unit(); });
  }
  const double mean = recipe["mean"], deviation = recipe["deviation"];
  return FillCells(tensor, [&](const Ints&, int64_t) {
    constexpr double kTurn = 6.283185307179586;
    const double radius = std::sqrt(-2 * std::log(1 - random.Unit()));  // after Box and Muller
    return mean + deviation * radius * std::cos(kTurn * random.Unit());
  });
}

absl::Status FillChecker(const Recipe& recipe, Tensor* tensor) {
  const auto size = static_cast<int64_t>(std::min(recipe["size"], 0x1p62));
  const double values[] = {recipe["low"], recipe["high"]};
  return FillCells(tensor, [&](const Ints& at, int64_t) {
    int64_t cubes = 0;
    for (const int64_t axis : recipe.axes) cubes += at[static_cast<size_t>(axis)] / size % 2;
    return values[cubes % 2];
  });
}

absl::Status FillBall(const Recipe& recipe, Tensor* tensor) {
  const double limit = recipe["radius"] * recipe["radius"];
  const double inside = recipe["inside"], outside = recipe["outside"];
  return FillCells(tensor, [&](const Ints& at, int64_t) {
    double square = 0;
    for (const int64_t axis : recipe.axes) {
      const auto count = static_cast<double>(tensor->dim_size(static_cast<int>(axis)));
      const double from_middle = (2 * static_cast<double>(at[static_cast<size_t>(axis)]) + 1) / count - 1;
      square += from_middle * from_middle;
    }
    return square <= limit ? inside : outside;
  });
}

absl::Status FillGradient(const Recipe& recipe, Tensor* tensor) {
  const auto axis = static_cast<size_t>(recipe.axes[0]);
  const auto last = static_cast<double>(std::max<int64_t>(tensor->dim_size(static_cast<int>(axis)) - 1, 1));
  const double low = recipe["low"], range = recipe["high"] - low;
  return FillCells(
      tensor, [&](const Ints& at, int64_t) { return low + range * static_cast<double>(at[axis]) / last; });
}

}  // namespace

absl::StatusOr<Tensor> Generate(absl::string_view recipe_text, DataType type, const TensorShape& shape,
                                uint64_t seed, absl::string_view name) {
  const absl::StatusOr<Recipe> recipe = Parse(recipe_text, shape.dims());
  if (!recipe.ok()) return recipe.status();
  Tensor tensor;
  if (absl::Status status = Tensor::Allocate(type, shape, &tensor); !status.ok()) return status;
  absl::Status status;
  if (IsRandom(*recipe)) {
    status = FillRandom(*recipe, seed, name, &tensor);
  } else if (recipe->kind == "checker") {
    status = FillChecker(*recipe, &tensor);
  } else if (recipe->kind == "ball") {
    status = FillBall(*recipe, &tensor);
  } else if (recipe->kind == "gradient") {
    status = FillGradient(*recipe, &tensor);
  } else {
    const double start = (*recipe)["start"], step = (*recipe)["step"];
    status = FillCells(&tensor,
                       [&](const Ints&, int64_t index) { return start + step * static_cast<double>(index); });
  }
  if (!status.ok()) return status;
  return tensor;
}

}  // namespace voxgrad
