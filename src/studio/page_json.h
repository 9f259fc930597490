// A page as Studio's JSON, and as the GraphDef that is saved.
#ifndef VOXGRAD_STUDIO_PAGE_JSON_H_
#define VOXGRAD_STUDIO_PAGE_JSON_H_

#include <string>

#include "absl/status/statusor.h"
#include "studio/json.h"
#include "studio/page_build.h"
#include "voxgrad/graph_def.h"

namespace voxgrad::studio {

/// The nodes of a page, mistakes and all: what cannot be a node or an attribute is kept beside it. The files
/// that its values name lie in `folder`, those that were sent since in `uploads`; the latter become
/// constants. Fails only where the JSON is no page, or a file is gone.
absl::StatusOr<GraphDef> PageToGraphDef(const NamedJson& page, const std::string& folder,
                                        const std::string& uploads = "");

/// The other way, of any GraphDef. With `uploads`, constants too long to be typed are put there as files.
NamedJson GraphDefToPage(const GraphDef& def, const std::string& folder, const std::string& uploads = "");

/// The same without JSON.
absl::StatusOr<GraphDef> WriteNodes(const BuiltPage& page, const Folders& folders);
PageModel ReadNodes(const GraphDef& def, const std::string& uploads);

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_PAGE_JSON_H_
