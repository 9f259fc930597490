// Whether bytes are UTF-8.
#ifndef VOXGRAD_PAGE_MESSAGES_UTF8_H_
#define VOXGRAD_PAGE_MESSAGES_UTF8_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace voxgrad {

/// Whether this is well-formed UTF-8: no overlong forms, no surrogates, nothing past U+10FFFF.
bool IsUtf8(absl::string_view bytes);

/// Appends the bytes of a code point; false for a surrogate and past U+10FFFF.
bool AppendUtf8(uint32_t code_point, std::string* text);

}  // namespace voxgrad

#endif  // VOXGRAD_PAGE_MESSAGES_UTF8_H_
