// A page in other forms, and other graphs as pages.
#ifndef VOXGRAD_STUDIO_EXPORT_H_
#define VOXGRAD_STUDIO_EXPORT_H_

#include "studio/api.h"
#include "studio/page_build.h"

namespace voxgrad::studio {

/// /api/export: `format` is pbtxt, pb, dot, cpp or python; `stem` the page's name without its ending.
Answer ExportPage(const BuiltPage& page, const Folders& folders, const std::string& format,
                  const std::string& stem);

/// /api/import: a GraphDef, text or bytes, as {"page", "problems"}.
Answer ImportPage(const std::string& content, const std::string& uploads);

/// /api/gradients: the nodes under a Gradients block, as blocks and wires. Wires of outputs go nowhere:
/// "outputs" says which they are, "node:0" each.
Answer GradientsOf(const BuiltPage& page, const std::string& block);

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_EXPORT_H_
