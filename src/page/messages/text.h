// Messages as text: protobuf's text form.
#ifndef VOXGRAD_PAGE_MESSAGES_TEXT_H_
#define VOXGRAD_PAGE_MESSAGES_TEXT_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "voxgrad/page/message.h"

namespace voxgrad {

/// The text form, which ReadText reads back as the same message. Fields that the table does not know, such as
/// those of a newer TensorFlow, go by number: `5: 7`, `5: 0x00000007` in as many digits as they have bytes,
/// `5: "text"`, `5 { … }` for bytes that are fields themselves, and `5: { … }` for a group.
std::string WriteText(const Message& message);

/// Byte for byte what protobuf's TextFormat prints: the same, but groups look like other bytes.
std::string WriteDebugText(const Message& message);

/// Without the fields that the table does not know.
std::string WriteKnownText(const Message& message);

/// Reads all of `text`, with the liberties of protobuf's parser: `<>` for `{}`, `[a, b]`, `#` comments,
/// adjacent strings, `;` and `,` behind a field. A failure names line and column, both from 1, the column in
/// bytes
/// ("3:7: NodeDef has no field `nmae`; did you mean `name`?") and leaves the message empty.
absl::Status ReadText(absl::string_view text, Message* message);

}  // namespace voxgrad

#endif  // VOXGRAD_PAGE_MESSAGES_TEXT_H_
