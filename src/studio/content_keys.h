// Keys of nodes by what they compute, so that what was computed once is not computed again.
#ifndef VOXGRAD_STUDIO_CONTENT_KEYS_H_
#define VOXGRAD_STUDIO_CONTENT_KEYS_H_

#include <string>
#include <unordered_map>

#include "studio/page_build.h"

namespace voxgrad::studio {

/// Texts that stand for the values of placeholders: a recipe with its seed, a file with its time of change,
/// what was typed. A placeholder without one has no value.
using Feeds = std::unordered_map<const Node*, std::string>;

/// For each node that always gives the same results, a key of its op, its attributes and the keys of its
/// inputs. Nodes that hold or change state, or depend on such, have none.
std::unordered_map<const Node*, std::string> ContentKeys(const BuiltPage& page, const Feeds& feeds);

/// The key of a node that is run once (`_init`): of its inputs and attributes, state or not.
std::string RunOnceKey(const Node& node, const Feeds& feeds);

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_CONTENT_KEYS_H_
