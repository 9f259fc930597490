// Messages as bytes: protobuf's binary form.
#ifndef VOXGRAD_PAGE_MESSAGES_BINARY_H_
#define VOXGRAD_PAGE_MESSAGES_BINARY_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "voxgrad/page/message.h"

namespace voxgrad {

size_t BinarySize(const Message& message);

/// Fields by number, map entries by key, lists of numbers packed: equal messages give equal bytes. Fails past
/// 2 GiB, which no reader of this format takes.
absl::Status WriteBinary(const Message& message, std::string* bytes);

/// Reads all of `bytes`. A failure names the byte ("byte 17: a length goes past the end.") and leaves the
/// message empty. Fields that the tables do not know are kept. Text that is not UTF-8 is refused, nesting
/// past a depth of 100 too.
absl::Status ReadBinary(absl::string_view bytes, Message* message);

/// The same on top of what is there: numbers and strings are replaced, lists continued, messages merged.
absl::Status MergeBinary(absl::string_view bytes, Message* message);

}  // namespace voxgrad

#endif  // VOXGRAD_PAGE_MESSAGES_BINARY_H_
