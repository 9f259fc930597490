#include "voxgrad/page/message.h"

#include <cstdlib>
#include <istream>
#include <iterator>
#include <ostream>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "page/messages/binary.h"
#include "page/messages/text.h"
#include "voxgrad/logging.h"

namespace voxgrad {

void protobuf::NoSuchElement(int i, int size) {
  LOG(FATAL) << "A repeated field of " << size << " elements has none at " << i;
  std::abort();
}

std::string Message::DebugString() const { return WriteDebugText(*this); }

// Line ends within strings are written as \n, so that those in the text are all between fields.
std::string Message::ShortDebugString() const {
  std::string line;
  for (absl::string_view part : absl::StrSplit(DebugString(), '\n', absl::SkipEmpty()))
    absl::StrAppend(&line, line.empty() ? "" : " ", absl::StripLeadingAsciiWhitespace(part));
  return line;
}

size_t Message::ByteSizeLong() const { return BinarySize(*this); }

bool Message::SerializeToString(std::string* bytes) const {
  return bytes != nullptr && WriteBinary(*this, bytes).ok();
}

std::string Message::SerializeAsString() const {
  std::string bytes;
  SerializeToString(&bytes);
  return bytes;
}

bool Message::ParseFromString(StringPiece bytes) { return ReadBinary(bytes, this).ok(); }

bool Message::MergeFromString(StringPiece bytes) { return MergeBinary(bytes, this).ok(); }

bool Message::ParseFromArray(const void* bytes, int size) {
  if (size < 0 || (bytes == nullptr && size > 0)) return false;
  return ParseFromString(StringPiece(static_cast<const char*>(bytes), static_cast<size_t>(size)));
}

bool Message::SerializeToOstream(std::ostream* stream) const {
  std::string bytes;
  return stream != nullptr && SerializeToString(&bytes) &&
         stream->write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

bool Message::ParseFromIstream(std::istream* stream) {
  if (stream == nullptr) return false;
  const std::string bytes((std::istreambuf_iterator<char>(*stream)), std::istreambuf_iterator<char>());
  return !stream->bad() && ParseFromString(bytes);
}

namespace protobuf {

bool TextFormat::PrintToString(const voxgrad::Message& message, std::string* text) {
  if (text != nullptr) *text = WriteText(message);
  return text != nullptr;
}

bool TextFormat::ParseFromString(StringPiece text, voxgrad::Message* message) {
  return message != nullptr && ReadText(text.str(), message).ok();
}

}  // namespace protobuf
}  // namespace voxgrad
