// Making the sentences that users read.
#ifndef VOXGRAD_CORE_ERROR_H_
#define VOXGRAD_CORE_ERROR_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "voxgrad/error.h"

namespace voxgrad {

/// Who refuses what. `node` is the name a caller gave; it may be empty, and so may `argument`.
struct ErrorSource {
  std::string op;
  std::string node;
  std::string argument;
};

/// "AvgPool3DGrad (pool1): grad is …": the text is the rest of the sentence after the colon.
absl::Status MakeError(absl::StatusCode code, const ErrorSource& source, const std::string& text);

/// The same for an element type that the argument cannot have.
absl::Status MakeTypeError(const ErrorSource& source, const std::string& text);

/// Marks a finding that TensorFlow's definition and shape function would let pass: a graph may hold such a
/// node, and a run that needs it returns the error. Unimplemented errors are of this kind by themselves.
absl::Status AtRun(absl::Status status);
bool IsAtRun(const absl::Status& status);

/// What a function says that hands its result over through a pointer, and was given a null one.
absl::Status NullResult(absl::string_view function, absl::string_view argument);

/// "a", "a or b", "a, b or c".
template <class Container>
std::string JoinChoices(const Container& choices) {
  std::string text;
  size_t left = choices.size();
  for (const auto& choice : choices) {
    text += choice;
    --left;
    if (left > 0) text += left > 1 ? ", " : " or ";
  }
  return text;
}

}  // namespace voxgrad

#endif  // VOXGRAD_CORE_ERROR_H_
