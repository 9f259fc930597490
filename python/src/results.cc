#include "results.h"

#include <nanobind/stl/string.h>

#include <map>

namespace nb = nanobind;

namespace voxgrad::python {
namespace {

/// The class of a call's results, made once for each op: a tuple whose entries have the outputs' names.
nb::object ResultClass(const Op& op) {
  static auto* classes = new std::map<const Op*, nb::object>();  // never destroyed: Python may end before it
  nb::object& made = (*classes)[&op];
  if (!made.is_valid()) {
    nb::list names;
    for (const ArgDef& output : op.outputs) names.append(output.name);
    made = nb::module_::import_("collections").attr("namedtuple")(op.name, names);
  }
  return made;
}

}  // namespace

nb::object FormResults(const Op& op, size_t count, absl::FunctionRef<nb::object(size_t)> make) {
  if (op.outputs.size() == 1 && !op.outputs[0].is_list()) return make(0);
  nb::list all;
  size_t next = 0;
  for (const ArgDef& output : op.outputs) {
    if (!output.is_list()) {
      all.append(make(next++));
      continue;
    }
    nb::list list;
    const size_t end = count - (op.outputs.size() - 1 - nb::len(all));  // one list at most
    while (next < end) list.append(make(next++));
    all.append(list);
  }
  if (op.outputs.size() == 1) return all[0];
  return ResultClass(op)(*all);
}

}  // namespace voxgrad::python
