// Which word was meant.
#ifndef VOXGRAD_CORE_NEAREST_H_
#define VOXGRAD_CORE_NEAREST_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace voxgrad {

/// The word of the list that needs the fewest letters inserted, removed or replaced, whatever their case; ""
/// when none is near.
std::string Nearest(absl::string_view wanted, const std::vector<std::string>& words);

}  // namespace voxgrad

#endif  // VOXGRAD_CORE_NEAREST_H_
