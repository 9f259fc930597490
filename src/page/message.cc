#include "voxgrad/page/message.h"

#include "page/binary.h"
#include "page/text.h"

namespace voxgrad {

std::string Message::DebugString() const { return WriteText(*this); }

size_t Message::ByteSizeLong() const { return BinarySize(*this); }

bool Message::SerializeToString(std::string* bytes) const { return WriteBinary(*this, bytes).ok(); }

std::string Message::SerializeAsString() const {
  std::string bytes;
  SerializeToString(&bytes);
  return bytes;
}

bool Message::ParseFromString(StringPiece bytes) { return ReadBinary(bytes, this).ok(); }

bool Message::MergeFromString(StringPiece bytes) { return MergeBinary(bytes, this).ok(); }

}  // namespace voxgrad
