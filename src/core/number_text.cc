#include "core/number_text.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "core/type_list.h"

namespace voxgrad {
namespace {

template <class T>
std::string Shortest(T value, int few_digits, int all_digits, T (*parse)(const char*, char**)) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  char text[48];
  std::snprintf(text, sizeof(text), "%.*g", few_digits, static_cast<double>(value));
  if (parse(text, nullptr) != value) {
    std::snprintf(text, sizeof(text), "%.*g", all_digits, static_cast<double>(value));
  }
  return text;
}

template <class T>
bool ReadInteger(const std::string& text, T* value) {
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, *value);
  return result.ec == std::errc() && result.ptr == end;
}

bool ReadDouble(const std::string& text, double* value) {
  if (text.empty()) return false;
  char* end = nullptr;
  *value = std::strtod(text.c_str(), &end);
  return end == text.c_str() + text.size();
}

}  // namespace

std::string NumberText(float value) { return Shortest<float>(value, 6, 9, std::strtof); }
std::string NumberText(double value) { return Shortest<double>(value, 15, 17, std::strtod); }

std::string ElementText(DataType type, const void* data, int64_t index) {
  std::string text = "?";
  const bool known = VisitType(RealTypes(), type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T value = static_cast<const T*>(data)[index];
    if constexpr (std::is_integral_v<T>) {
      text = absl::StrCat(value);
    } else if constexpr (std::is_same_v<T, double>) {
      text = NumberText(value);
    } else {
      text = NumberText(static_cast<float>(value));
    }
  });
  // By the byte: memory that came from outside may hold others than 0 and 1.
  if (!known && type == DT_BOOL) text = absl::StrCat(static_cast<const uint8_t*>(data)[index] != 0 ? 1 : 0);
  if (!known && type == DT_STRING) text = absl::Utf8SafeCEscape(static_cast<const tstring*>(data)[index]);
  return text;
}

bool ReadElement(const std::string& text, DataType type, void* data, int64_t index) {
  bool read = false;
  VisitType(RealTypes(), type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    T value{};
    if constexpr (std::is_integral_v<T>) {
      read = ReadInteger(text, &value);
    } else {
      double number = 0;
      read = ReadDouble(text, &number);
      value = static_cast<T>(number);
    }
    if (read) static_cast<T*>(data)[index] = value;
  });
  if (type == DT_BOOL) {
    const bool truth = text == "true" || text == "1";
    read = truth || text == "false" || text == "0";
    if (read) static_cast<bool*>(data)[index] = truth;
  }
  if (type == DT_STRING) {
    static_cast<tstring*>(data)[index] = text;
    read = true;
  }
  return read;
}

}  // namespace voxgrad
