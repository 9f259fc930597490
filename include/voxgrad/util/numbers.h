// Numbers read from texts, under the names that TensorFlow programs use. All of the text must be the number.
#ifndef VOXGRAD_UTIL_NUMBERS_H_
#define VOXGRAD_UTIL_NUMBERS_H_

#include <cstdint>

#include "absl/strings/numbers.h"
#include "voxgrad/string_piece.h"

namespace voxgrad {
namespace strings {

inline bool safe_strto32(StringPiece text, int32_t* value) { return absl::SimpleAtoi(text, value); }
inline bool safe_strtou32(StringPiece text, uint32_t* value) { return absl::SimpleAtoi(text, value); }
inline bool safe_strto64(StringPiece text, int64_t* value) { return absl::SimpleAtoi(text, value); }
inline bool safe_strtou64(StringPiece text, uint64_t* value) { return absl::SimpleAtoi(text, value); }
inline bool safe_strtof(StringPiece text, float* value) { return absl::SimpleAtof(text, value); }
inline bool safe_strtod(StringPiece text, double* value) { return absl::SimpleAtod(text, value); }

}  // namespace strings
}  // namespace voxgrad

#endif  // VOXGRAD_UTIL_NUMBERS_H_
