#include "page/messages/wire.h"

#include <limits>

namespace voxgrad {

WireType WireTypeOf(Kind kind) {
  switch (kind) {
    case Kind::kFloat:
      return WireType::kFixed32;
    case Kind::kDouble:
      return WireType::kFixed64;
    case Kind::kString:
    case Kind::kBytes:
    case Kind::kMessage:
      return WireType::kLength;
    case Kind::kInt32:
    case Kind::kInt64:
    case Kind::kUint32:
    case Kind::kUint64:
    case Kind::kBool:
    case Kind::kEnum:
      break;
  }
  return WireType::kVarint;
}

void AppendVarint(uint64_t value, std::string* bytes) {
  for (; value >= 0x80; value >>= 7) bytes->push_back(static_cast<char>(value | 0x80));
  bytes->push_back(static_cast<char>(value));
}

void AppendTag(const Tag& tag, std::string* bytes) {
  AppendVarint(static_cast<uint64_t>(tag.number) << 3 | static_cast<uint64_t>(tag.type), bytes);
}

size_t TagSize(const Tag& tag) {
  std::string bytes;
  AppendTag(tag, &bytes);
  return bytes.size();
}

void AppendBytes(absl::string_view content, std::string* bytes) {
  AppendVarint(content.size(), bytes);
  bytes->append(content.data(), content.size());
}

bool WireReader::ReadVarint(uint64_t* value) {
  uint64_t result = 0;
  for (int shift = 0; shift < 70; shift += 7) {
    if (at_ == end_) return Fail("a number is cut off");
    const auto byte = static_cast<unsigned char>(*at_++);
    result |= static_cast<uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) {
      *value = result;
      return true;
    }
  }
  return Fail("a number has more than ten bytes");
}

bool WireReader::ReadTag(Tag* tag) {
  uint64_t value = 0;
  if (!ReadVarint(&value)) return false;
  if (value > std::numeric_limits<uint32_t>::max() || value >> 3 == 0)
    return Fail("there is no field of that number");
  if ((value & 7) > 5) return Fail("there is no wire type 6 or 7");
  tag->number = static_cast<int>(value >> 3);
  tag->type = static_cast<WireType>(value & 7);
  return true;
}

bool WireReader::ReadBytes(absl::string_view* bytes) {
  uint64_t size = 0;
  if (!ReadVarint(&size)) return false;
  if (size > static_cast<uint64_t>(end_ - at_)) return Fail("a length goes past the end");
  *bytes = absl::string_view(at_, size);
  at_ += size;
  return true;
}

bool WireReader::Skip(const Tag& tag, int depth) {
  uint64_t number = 0;
  uint32_t four_bytes = 0;
  absl::string_view bytes;
  switch (tag.type) {
    case WireType::kVarint:
      return ReadVarint(&number);
    case WireType::kFixed64:
      return ReadFixed(&number);
    case WireType::kFixed32:
      return ReadFixed(&four_bytes);
    case WireType::kLength:
      return ReadBytes(&bytes);
    case WireType::kEndGroup:
      return Fail("a group ends that never began");
    case WireType::kGroup:
      break;
  }
  if (depth >= kMaxDepth) return Fail("groups stand too deep in each other");
  for (Tag inner; ReadTag(&inner);) {
    if (inner.type == WireType::kEndGroup) {
      return inner.number == tag.number || Fail("a group ends that never began");
    }
    if (!Skip(inner, depth + 1)) return false;
  }
  return false;
}

}  // namespace voxgrad
