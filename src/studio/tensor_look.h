// Looks at a result: summaries, histograms, slices, tables, differences.
#ifndef VOXGRAD_STUDIO_TENSOR_LOOK_H_
#define VOXGRAD_STUDIO_TENSOR_LOOK_H_

#include <string>

#include "studio/api.h"
#include "studio/json.h"
#include "studio/results.h"

namespace voxgrad::studio {

/// The `Summary` of types.ts, with a thumbnail where there is a plane to show.
Json SummaryJson(const std::string& output, const Result& result);

/// /api/tensor. A comparison leaves its difference in the store.
Answer LookAt(ResultStore* store, const NamedJson& body);

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_TENSOR_LOOK_H_
