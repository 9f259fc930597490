// The op table as Studio's forms need it.
#ifndef VOXGRAD_STUDIO_OP_TABLE_JSON_H_
#define VOXGRAD_STUDIO_OP_TABLE_JSON_H_

#include "ops/table/op.h"
#include "studio/json.h"
#include "studio/page_model.h"

namespace voxgrad::studio {

/// The answer of /api/ops.
Json OpTableJson();

/// The attributes of a block that was just made: valid, and no more than must be typed.
Texts FreshAttrs(const Op& op);

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_OP_TABLE_JSON_H_
