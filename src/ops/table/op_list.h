// The list of op definitions, written by the build from the files of src/ops (cmake/op_list.cmake).
#ifndef VOXGRAD_OPS_TABLE_OP_LIST_H_
#define VOXGRAD_OPS_TABLE_OP_LIST_H_

#include "absl/types/span.h"

namespace voxgrad {

class OpBuilder;

struct OpListEntry {
  const char* name;
  const char* file;
  void (*define)(OpBuilder&);
};

absl::Span<const OpListEntry> OpList();

}  // namespace voxgrad

#endif  // VOXGRAD_OPS_TABLE_OP_LIST_H_
