// A short name for what a file or a tensor holds.
#ifndef VOXGRAD_CORE_CONTENT_HASH_H_
#define VOXGRAD_CORE_CONTENT_HASH_H_

#include <cstdint>
#include <cstring>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace voxgrad {

/// 16 hexadecimal digits that are equal for equal bytes, and by accident once in 2^64 times for others. Who
/// wants two to collide can make them.
inline std::string ContentHash(absl::string_view bytes) {
  uint64_t hash = 0x9e3779b97f4a7c15u ^ bytes.size();
  const auto mix = [&hash](uint64_t word) {
    hash = (hash ^ word) * 0xff51afd7ed558ccdu;
    hash ^= hash >> 32;
  };
  size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    uint64_t word;
    std::memcpy(&word, bytes.data() + i, 8);
    mix(word);
  }
  uint64_t last = 0;
  std::memcpy(&last, bytes.data() + i, bytes.size() - i);
  mix(last);
  mix(0);
  return absl::StrCat(absl::Hex(hash, absl::kZeroPad16));
}

}  // namespace voxgrad

#endif  // VOXGRAD_CORE_CONTENT_HASH_H_
