// Messages as text: protobuf's text form.
#ifndef VOXGRAD_PAGE_MESSAGES_TEXT_H_
#define VOXGRAD_PAGE_MESSAGES_TEXT_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "voxgrad/page/message.h"

namespace voxgrad {

/// Byte for byte what protobuf's TextFormat prints. Fields that the table does not know are printed by
/// number, as there; no reader of text takes these.
std::string WriteText(const Message& message);

/// The same without the fields that the table does not know: it can be read again.
std::string WriteKnownText(const Message& message);

/// Reads all of `text`, with the liberties of protobuf's parser: `<>` for `{}`, `[a, b]`, `#` comments,
/// adjacent strings, `;` and `,` behind a field. A failure names line and column, both from 1, the column in
/// bytes
/// ("3:7: NodeDef has no field `nmae`; did you mean `name`?") and leaves the message empty.
absl::Status ReadText(absl::string_view text, Message* message);

}  // namespace voxgrad

#endif  // VOXGRAD_PAGE_MESSAGES_TEXT_H_
