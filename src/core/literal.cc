#include "core/literal.h"

#include <charconv>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "core/number_text.h"

namespace voxgrad {
namespace {

absl::Status Wrong(absl::string_view text, absl::string_view why) {
  constexpr size_t kShown = 60;
  const std::string shown =
      text.size() > kShown ? absl::StrCat(text.substr(0, kShown), "…") : std::string(text);
  return absl::InvalidArgumentError(absl::StrCat("is `", shown, "`; ", why, "."));
}

/// Nested brackets flattened: the numbers and the size of each level.
class NestedList {
 public:
  explicit NestedList(absl::string_view text) : text_(text) {}

  absl::Status Read() {
    if (absl::Status status = Level(0); !status.ok()) return status;
    SkipBlanks();
    if (at_ != text_.size()) return Wrong(text_, "something stands behind the closing bracket");
    return absl::OkStatus();
  }
  const std::vector<std::string>& numbers() const { return numbers_; }
  const Ints& sizes() const { return sizes_; }

 private:
  void SkipBlanks() {
    while (at_ < text_.size() && absl::ascii_isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  bool Next(char a, char b) {
    SkipBlanks();
    if (at_ >= text_.size() || (text_[at_] != a && text_[at_] != b)) return false;
    ++at_;
    return true;
  }

  absl::Status Level(size_t depth) {
    if (!Next('{', '[')) return Number(depth);
    if (depth >= TensorShape::kMaxDims) return Wrong(text_, "the brackets are too deep");
    if (innermost_ >= 0 && depth >= static_cast<size_t>(innermost_)) return Ragged();
    if (sizes_.size() == depth) sizes_.resize(depth + 1, -1);
    int64_t count = 0;
    if (!Next('}', ']')) {
      do {
        if (absl::Status status = Level(depth + 1); !status.ok()) return status;
        ++count;
      } while (Next(',', ','));
      if (!Next('}', ']')) return Wrong(text_, "a bracket is not closed");
    }
    if (sizes_[depth] < 0) sizes_[depth] = count;
    return sizes_[depth] == count ? absl::OkStatus() : Ragged();
  }

  absl::Status Number(size_t depth) {
    if (innermost_ < 0) innermost_ = static_cast<int>(depth);
    if (static_cast<size_t>(innermost_) != depth || sizes_.size() != depth) return Ragged();
    SkipBlanks();
    const size_t end = std::min(text_.find_first_of(",{}[]", at_), text_.size());
    numbers_.emplace_back(absl::StripAsciiWhitespace(text_.substr(at_, end - at_)));
    at_ = end;
    return absl::OkStatus();
  }

  absl::Status Ragged() const { return Wrong(text_, "its rows differ in length"); }

  absl::string_view text_;
  size_t at_ = 0;
  int innermost_ = -1;  // the depth at which numbers stand
  Ints sizes_;
  std::vector<std::string> numbers_;
};

absl::StatusOr<Tensor> MakeTensor(absl::string_view text, DataType type, const Ints& sizes,
                                  const std::vector<std::string>& numbers) {
  TensorShape shape;
  if (absl::Status status = TensorShape::BuildTensorShape(sizes, &shape); !status.ok()) return status;
  if (shape.num_elements() != static_cast<int64_t>(numbers.size())) {
    return Wrong(text, absl::StrCat("it has ", numbers.size(), " values, and ", shape.DebugString(),
                                    " needs ", shape.num_elements()));
  }
  Tensor tensor;
  if (absl::Status status = Tensor::Allocate(type, shape, &tensor); !status.ok()) return status;
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (!ReadElement(numbers[i], type, tensor.data(), static_cast<int64_t>(i))) {
      return Wrong(text, absl::StrCat("`", numbers[i], "` is no ", DataTypeString(type)));
    }
  }
  return tensor;
}

std::vector<std::string> SplitNumbers(absl::string_view text) {
  std::vector<std::string> numbers;
  if (absl::StripAsciiWhitespace(text).empty()) return numbers;
  for (absl::string_view part : absl::StrSplit(text, ','))
    numbers.emplace_back(absl::StripAsciiWhitespace(part));
  return numbers;
}

absl::StatusOr<Tensor> Ramp(DataType type, const Ints& sizes) {
  TensorShape shape;
  if (absl::Status status = TensorShape::BuildTensorShape(sizes, &shape); !status.ok()) return status;
  Tensor tensor;
  if (absl::Status status = Tensor::Allocate(type, shape, &tensor); !status.ok()) return status;
  for (int64_t i = 0; i < shape.num_elements(); ++i) {
    // A type too small for i counts from 1 again.
    const int64_t value = DataTypeSize(type) == 1   ? i % 127 + 1
                          : DataTypeSize(type) == 2 ? i % 2048 + 1
                                                    : i + 1;
    if (!ReadElement(absl::StrCat(value), type, tensor.data(), i)) {
      return absl::InvalidArgumentError(
          absl::StrCat("is ", DataTypeString(type), ", which holds no numbers."));
    }
  }
  return tensor;
}

/// A list may stand in braces or brackets.
absl::string_view WithoutBrackets(absl::string_view text) {
  if (text.size() < 2) return text;
  const bool enclosed =
      (text.front() == '{' && text.back() == '}') || (text.front() == '[' && text.back() == ']');
  return enclosed ? text.substr(1, text.size() - 2) : text;
}

}  // namespace

absl::StatusOr<Ints> ParseInts(absl::string_view text) {
  const absl::string_view whole = absl::StripAsciiWhitespace(text);
  Ints values;
  for (const std::string& number : SplitNumbers(WithoutBrackets(whole))) {
    int64_t value = 0;
    const char* end = number.data() + number.size();
    const auto result = std::from_chars(number.data(), end, value);
    if (result.ec == std::errc::result_out_of_range) {
      return Wrong(whole, absl::StrCat("`", number, "` is outside the range of int32"));
    }
    if (result.ec != std::errc() || result.ptr != end) {
      return Wrong(whole, absl::StrCat("`", number, "` is no integer"));
    }
    values.push_back(value);
  }
  return values;
}

absl::StatusOr<std::vector<float>> ParseFloats(absl::string_view text) {
  const absl::string_view whole = absl::StripAsciiWhitespace(text);
  std::vector<float> values;
  for (const std::string& number : SplitNumbers(WithoutBrackets(whole))) {
    float value = 0;
    if (!absl::SimpleAtof(number, &value)) return Wrong(whole, absl::StrCat("`", number, "` is no number"));
    values.push_back(value);
  }
  return values;
}

absl::StatusOr<Tensor> ParseTensor(absl::string_view text, DataType type) {
  text = absl::StripAsciiWhitespace(text);
  size_t letters = 0;
  while (letters < text.size() && absl::ascii_isalnum(static_cast<unsigned char>(text[letters]))) ++letters;
  const DataType named = DataTypeFromString(std::string(text.substr(0, letters)));
  if (named == DT_INVALID) {
    if (type == DT_INVALID) type = DT_FLOAT;
    if (!text.empty() && (text.front() == '{' || text.front() == '[')) {
      NestedList list(text);
      if (absl::Status status = list.Read(); !status.ok()) return status;
      return MakeTensor(text, type, list.sizes(), list.numbers());
    }
    const auto numbers = SplitNumbers(text);
    if (numbers.size() == 1) return MakeTensor(text, type, {}, numbers);
    return MakeTensor(text, type, {static_cast<int64_t>(numbers.size())}, numbers);
  }
  absl::string_view rest = text.substr(letters);
  Ints sizes;
  bool shaped = false;
  if (!rest.empty() && rest.front() == '[') {
    const size_t close = rest.find(']');
    if (close == absl::string_view::npos) return Wrong(text, "a bracket is not closed");
    absl::StatusOr<Ints> read = ParseInts(rest.substr(0, close + 1));
    if (!read.ok()) return read.status();
    sizes = *std::move(read);
    shaped = true;
    rest = rest.substr(close + 1);
  }
  if (rest.empty() && shaped) return Ramp(named, sizes);
  if (rest.empty() || rest.front() != ':') return Wrong(text, "after the type comes `[sizes]` or `:values`");
  rest = rest.substr(1);
  if (!shaped) return ParseTensor(rest, named);
  return MakeTensor(text, named, sizes, SplitNumbers(rest));
}

std::string TensorLiteral(const Tensor& tensor, int64_t max_values) {
  std::string text = absl::StrCat(DataTypeString(tensor.dtype()), tensor.shape().DebugString(), ":");
  const int64_t count = std::min(max_values, tensor.NumElements());
  for (int64_t i = 0; i < count; ++i) {
    absl::StrAppend(&text, i > 0 ? "," : "", ElementText(tensor.dtype(), tensor.data(), i));
  }
  return count < tensor.NumElements() ? text + ",…" : text;
}

}  // namespace voxgrad
