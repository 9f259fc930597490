// What all messages of a page have in common. The formats are those of protocol buffers.
#ifndef VOXGRAD_PAGE_MESSAGE_H_
#define VOXGRAD_PAGE_MESSAGE_H_

#include <iosfwd>
#include <string>
#include <utility>

#include "voxgrad/export.h"
#include "voxgrad/page/containers.h"
#include "voxgrad/string_piece.h"

namespace voxgrad {

struct MessageTable;

/// A record of fields. Its table says which; text and binary are written and read by that table alone.
///
/// The methods below are those that programs know from protobuf. Where the reason of a failure matters, use
/// ReadText and ReadBinary (page/text.h, page/binary.h), which return a sentence.
class VOXGRAD_API Message {
 public:
  virtual const MessageTable& GetTable() const = 0;
  virtual void Clear() = 0;

  /// The text form, byte for byte as protobuf prints it.
  std::string DebugString() const;
  /// The same on one line.
  std::string ShortDebugString() const;
  /// The bytes of the binary form, and the form itself. False past 2 GiB, which is the most the format
  /// allows.
  size_t ByteSizeLong() const;
  bool SerializeToString(std::string* bytes) const;
  std::string SerializeAsString() const;
  /// False when the bytes are none of this message, which is then empty. Merge keeps what was there: numbers
  /// and strings are replaced, lists continued.
  bool ParseFromString(StringPiece bytes);
  bool ParseFromArray(const void* bytes, int size);
  bool MergeFromString(StringPiece bytes);
  /// The binary form to and from a stream, to its end.
  bool SerializeToOstream(std::ostream* stream) const;
  bool ParseFromIstream(std::istream* stream);

  /// Fields of a binary form that the table does not know, as they were read. They are written behind the
  /// others.
  const std::string& unknown_fields() const { return unknown_fields_.get(); }
  std::string* mutable_unknown_fields() { return unknown_fields_.mutable_get(); }
  bool has_unknown_fields() const { return unknown_fields_.has_value(); }

 protected:
  Message() = default;
  Message(const Message&) = default;
  Message(Message&&) noexcept = default;
  Message& operator=(const Message&) = default;
  Message& operator=(Message&&) noexcept = default;
  ~Message() = default;

 private:
  protobuf::Box<std::string> unknown_fields_;
};

/// The part of Message that needs the type. `T::Table()` is its table.
template <class T>
class VOXGRAD_API MessageOf : public Message {
 public:
  static const T& default_instance() { return protobuf::Box<T>::Nothing(); }
  const MessageTable& GetTable() const final { return T::Table(); }
  void Clear() final { Self() = T(); }
  void CopyFrom(const T& other) { Self() = other; }
  void MergeFrom(const T& other) { MergeFromString(other.SerializeAsString()); }
  void Swap(T* other) { std::swap(Self(), *other); }

 private:
  friend T;
  MessageOf() = default;
  T& Self() { return static_cast<T&>(*this); }
};

namespace protobuf {

using Message = voxgrad::Message;

/// The text form, under the name that it has in protobuf. Where the reason of a failure matters, use
/// ReadTextProto (voxgrad/util/env.h).
class VOXGRAD_API TextFormat {
 public:
  static bool PrintToString(const voxgrad::Message& message, std::string* text);
  static bool ParseFromString(StringPiece text, voxgrad::Message* message);
};

template <class Key, class Value>
using MapPair = std::pair<const Key, Value>;

}  // namespace protobuf
}  // namespace voxgrad

#endif  // VOXGRAD_PAGE_MESSAGE_H_
