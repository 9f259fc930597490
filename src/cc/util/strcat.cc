#include "voxgrad/util/strcat.h"

#include <cstdio>

namespace voxgrad::strings {

void Appendv(std::string* text, const char* format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  const int size = std::vsnprintf(nullptr, 0, format, arguments);
  if (size > 0) {
    const size_t old_size = text->size();
    text->resize(old_size + static_cast<size_t>(size) + 1);  // and the zero that vsnprintf writes
    std::vsnprintf(&(*text)[old_size], static_cast<size_t>(size) + 1, format, again);
    text->pop_back();
  }
  va_end(again);
}

void Appendf(std::string* text, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  Appendv(text, format, arguments);
  va_end(arguments);
}

std::string Printf(const char* format, ...) {
  std::string text;
  va_list arguments;
  va_start(arguments, format);
  Appendv(&text, format, arguments);
  va_end(arguments);
  return text;
}

}  // namespace voxgrad::strings
