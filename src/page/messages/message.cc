#include "voxgrad/page/message.h"

#include <istream>
#include <iterator>
#include <ostream>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "page/messages/binary.h"
#include "page/messages/text.h"

namespace voxgrad {

std::string Message::DebugString() const { return WriteText(*this); }

// Line ends within strings are written as \n, so that those in the text are all between fields.
std::string Message::ShortDebugString() const {
  std::string line;
  for (absl::string_view part : absl::StrSplit(DebugString(), '\n', absl::SkipEmpty()))
    absl::StrAppend(&line, line.empty() ? "" : " ", absl::StripLeadingAsciiWhitespace(part));
  return line;
}

size_t Message::ByteSizeLong() const { return BinarySize(*this); }

bool Message::SerializeToString(std::string* bytes) const { return WriteBinary(*this, bytes).ok(); }

std::string Message::SerializeAsString() const {
  std::string bytes;
  SerializeToString(&bytes);
  return bytes;
}

bool Message::ParseFromString(StringPiece bytes) { return ReadBinary(bytes, this).ok(); }

bool Message::MergeFromString(StringPiece bytes) { return MergeBinary(bytes, this).ok(); }

bool Message::ParseFromArray(const void* bytes, int size) {
  return ParseFromString(StringPiece(static_cast<const char*>(bytes), static_cast<size_t>(size)));
}

bool Message::SerializeToOstream(std::ostream* stream) const {
  std::string bytes;
  return SerializeToString(&bytes) && stream->write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

bool Message::ParseFromIstream(std::istream* stream) {
  const std::string bytes((std::istreambuf_iterator<char>(*stream)), std::istreambuf_iterator<char>());
  return !stream->bad() && ParseFromString(bytes);
}

namespace protobuf {

bool TextFormat::PrintToString(const voxgrad::Message& message, std::string* text) {
  *text = WriteText(message);
  return true;
}

bool TextFormat::ParseFromString(StringPiece text, voxgrad::Message* message) {
  return ReadText(text.str(), message).ok();
}

}  // namespace protobuf
}  // namespace voxgrad
