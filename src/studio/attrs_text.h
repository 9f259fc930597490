// Optional attributes as enuSpace's blocks take them: `data_format_ = NDHWC;dilations_ = {1,1,1,1,1};`
#ifndef VOXGRAD_STUDIO_ATTRS_TEXT_H_
#define VOXGRAD_STUDIO_ATTRS_TEXT_H_

#include <string>

#include "absl/status/statusor.h"
#include "ops/table/op.h"
#include "studio/page_model.h"

namespace voxgrad::studio {

/// Reads such a text as attributes by name. Blanks, a missing last `;`, quotes, names without their last `_`,
/// either case, and enuSpace's `dialtions_` are all understood. A name that the op does not have is an error
/// that says which was meant; values are not looked at.
absl::StatusOr<Texts> ParseAttrsText(const Op& op, const std::string& text);

/// The other way; lists come in braces.
std::string WriteAttrsText(const Op& op, const Texts& attrs);

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_ATTRS_TEXT_H_
