#include "ops/array/mirror_pad_rule.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "ops/rules/shapes.h"

namespace voxgrad::rules {
namespace {

/// 1 where the border itself is not repeated.
int64_t Offset(const OpCall& c) { return c.text("mode") == "REFLECT" ? 1 : 0; }

}  // namespace

OpBuilder& MirrorPadAttributes(OpBuilder& op) {
  AttrDef mode;
  mode.name = "mode";
  mode.kind = AttrKind::kString;
  mode.choices = {"REFLECT", "SYMMETRIC"};
  mode.doc =
      "With REFLECT the mirror lies on the border elements, which are not repeated; with SYMMETRIC behind "
      "them, so that they are.";
  return op.type("Tpaddings", {DT_INT32, DT_INT64}, DT_INT32).attr(mode);
}

absl::Status CheckMirror(const Infer& c, size_t axis, int64_t size, int64_t before, int64_t after) {
  const int64_t most = size - Offset(c);
  if (size < 0 || (before <= most && after <= most)) return absl::OkStatus();
  return c.Invalid("paddings",
                   absl::StrCat("is ", before, " and ", after, " for axis ", axis, ", which has ", size,
                                size == 1 ? " element" : " elements", "; with ", c.text("mode"), " at most ",
                                std::max<int64_t>(most, 0), " can be mirrored."));
}

Ints MirrorSources(const Run& c, absl::Span<const int64_t> padded, absl::Span<const int64_t> inside) {
  const Ints paddings = c.known_ints("paddings");
  const int64_t offset = Offset(c);
  Ints sources = {0};
  for (size_t i = 0; i < padded.size(); ++i) {
    Ints next;
    next.reserve(sources.size() * static_cast<size_t>(padded[i]));
    for (int64_t lead : sources) {
      for (int64_t at = 0; at < padded[i]; ++at) {
        int64_t place = at - paddings[2 * i];
        if (place < 0) place = -place - 1 + offset;
        if (place >= inside[i]) place = 2 * inside[i] - 1 - offset - place;
        next.push_back(lead * inside[i] + place);
      }
    }
    sources = std::move(next);
  }
  return sources;
}

}  // namespace voxgrad::rules
