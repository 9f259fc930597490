// The two kinds of JSON values that Studio handles.
#ifndef VOXGRAD_STUDIO_JSON_H_
#define VOXGRAD_STUDIO_JSON_H_

#include <nlohmann/json.hpp>

namespace voxgrad::studio {

/// What is sent: its fields stay in the order in which they were set.
using Json = nlohmann::ordered_json;
/// What is read, and pages: fields are found by name.
using NamedJson = nlohmann::json;

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_JSON_H_
