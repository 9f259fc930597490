// The op table as JSON, from which headers, stubs, documents and Studio's forms are written.
#ifndef VOXGRAD_OPS_JSON_OP_JSON_H_
#define VOXGRAD_OPS_JSON_OP_JSON_H_

#include <string>

#include "ops/table/op.h"

namespace voxgrad::driver {

/// TensorFlow's name of a kind of attribute: "int", "list(int)", "type".
std::string KindText(AttrKind kind);

/// One op, or all of them as a list, indented.
std::string OpJson(const Op& op);
std::string OpTableJson();

}  // namespace voxgrad::driver

#endif  // VOXGRAD_OPS_JSON_OP_JSON_H_
