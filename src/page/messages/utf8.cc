#include "page/messages/utf8.h"

#include <cstring>

namespace voxgrad {
namespace {

/// The bytes of the character at `p`, or 0 when there is none.
size_t CharacterSize(const unsigned char* p, size_t left) {
  if (p[0] < 0x80) return 1;
  const size_t size = p[0] < 0xc2 ? 0 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : p[0] < 0xf5 ? 4 : 0;
  if (size == 0 || size > left) return 0;
  for (size_t i = 1; i < size; ++i) {
    if ((p[i] & 0xc0) != 0x80) return 0;
  }
  const bool overlong = (p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xf0 && p[1] < 0x90);
  const bool surrogate = p[0] == 0xed && p[1] >= 0xa0;
  const bool too_large = p[0] == 0xf4 && p[1] >= 0x90;
  return overlong || surrogate || too_large ? 0 : size;
}

}  // namespace

bool IsUtf8(absl::string_view bytes) {
  const auto* p = reinterpret_cast<const unsigned char*>(bytes.data());
  const auto* end = p + bytes.size();
  while (p < end) {
    // Eight characters at once as long as they are ASCII, which nearly all names are.
    uint64_t eight = 0;
    if (end - p >= 8 && (std::memcpy(&eight, p, 8), (eight & 0x8080808080808080u) == 0)) {
      p += 8;
      continue;
    }
    const size_t size = CharacterSize(p, static_cast<size_t>(end - p));
    if (size == 0) return false;
    p += size;
  }
  return true;
}

bool AppendUtf8(uint32_t c, std::string* text) {
  if (c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) return false;
  const auto tail = [&](int shift) { *text += static_cast<char>(0x80 | ((c >> shift) & 0x3f)); };
  if (c < 0x80) {
    *text += static_cast<char>(c);
  } else if (c < 0x800) {
    *text += static_cast<char>(0xc0 | (c >> 6));
    tail(0);
  } else if (c < 0x10000) {
    *text += static_cast<char>(0xe0 | (c >> 12));
    tail(6);
    tail(0);
  } else {
    *text += static_cast<char>(0xf0 | (c >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
  return true;
}

}  // namespace voxgrad
