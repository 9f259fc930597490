#include "ops/window/attrs.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/error.h"

namespace voxgrad::window {
namespace {

/// No axis of a tensor is longer; so window arithmetic stays far from 2^63.
constexpr int64_t kHuge = int64_t{1} << 62;

/// The order of an op without data_format, from the length of its lists.
const char* OrderOfLists(const Op& op) {
  const auto volume = [](const AttrDef& attr) {
    return attr.part != WindowPart::kNone && attr.min_count == 5;
  };
  return std::any_of(op.attrs.begin(), op.attrs.end(), volume) ? "NDHWC" : "NHWC";
}

Format ReadFormat(const OpCall& call) {
  Format format;
  format.name = call.has("data_format") ? call.text("data_format") : OrderOfLists(call.op());
  format.rank = static_cast<int>(format.name.size());
  format.channel = static_cast<int>(format.name.find('C'));
  format.first_space = format.channel == 1 ? 2 : 1;
  return format;
}

/// One entry a dimension, each at least 1, batch (and channels, unless `any_channel`) 1.
absl::Status CheckEntries(const OpCall& call, const AttrDef& attr, const Format& format, bool any_channel) {
  const std::string& name = attr.name;
  const Ints& entries = call.ints(name);
  const auto given = [&] { return absl::StrCat("is ", Attribute(entries).DebugString()); };
  if (entries.size() != static_cast<size_t>(format.rank)) {
    return FoundAtRunByGradients(
        call, call.Invalid(name, absl::StrCat(given(), " (", entries.size(), " values), but ", format.name,
                                              " needs ", format.rank, ", one for each dimension.")));
  }
  for (size_t i = 0; i < entries.size(); ++i) {
    if (entries[i] >= 1) continue;
    absl::Status status = call.Invalid(
        name,
        absl::StrCat(given(), "; its entry for ", std::string(1, format.name[i]), " must be at least 1."));
    // TensorFlow's shape functions divide by strides and dilations, and take any window.
    return attr.part == WindowPart::kWindow ? AtRun(std::move(status))
                                            : FoundAtRunByGradients(call, std::move(status));
  }
  if (entries[0] != 1) {
    return call.Unimplemented(name, absl::StrCat(given(), "; its entry for the batch (N) must be 1."));
  }
  if (!any_channel && entries[static_cast<size_t>(format.channel)] != 1) {
    return call.Unimplemented(name, absl::StrCat(given(), "; its entry for the channels (C) must be 1."));
  }
  return absl::OkStatus();
}

void TakeSpace(const Format& format, const Ints& entries, std::array<int64_t, 3>* to) {
  for (int d = 0; d < 3; ++d) {
    if (const int place = format.Place(d); place >= 0) {
      (*to)[static_cast<size_t>(d)] = entries[static_cast<size_t>(place)];
    }
  }
}

absl::Status ReadExplicit(const OpCall& call, Attrs* attrs) {
  const Ints& pads = call.ints("explicit_paddings");
  const Format& format = attrs->format;
  const auto wrong = [&](absl::string_view text) {
    return call.Invalid("explicit_paddings", absl::StrCat("is ", Attribute(pads).DebugString(), text));
  };
  if (attrs->padding != Attrs::Padding::kExplicit) {
    return pads.empty() ? absl::OkStatus()
                        : wrong(absl::StrCat(", but padding is ", call.text("padding"),
                                             "; write padding = EXPLICIT or leave it empty."));
  }
  if (pads.size() != static_cast<size_t>(2 * format.rank)) {
    return wrong(absl::StrCat(" (", pads.size(), " values), but ", format.name, " needs ", 2 * format.rank,
                              ": before and after for each dimension."));
  }
  if (std::any_of(pads.begin(), pads.end(), [](int64_t pad) { return pad < 0; })) {
    return wrong("; no entry may be below 0.");
  }
  for (const int outer : {0, format.channel}) {
    if (pads[static_cast<size_t>(2 * outer)] != 0 || pads[static_cast<size_t>(2 * outer + 1)] != 0) {
      return wrong("; the entries of batch and channels must be 0.");
    }
  }
  for (int d = 0; d < 3; ++d) {
    const int place = format.Place(d);
    if (place < 0) continue;
    attrs->before[static_cast<size_t>(d)] = pads[static_cast<size_t>(2 * place)];
    attrs->after[static_cast<size_t>(d)] = pads[static_cast<size_t>(2 * place + 1)];
  }
  return absl::OkStatus();
}

/// The cells from the first tap to the last.
int64_t Reach(int64_t window, int64_t dilation) {
  int64_t reach = 0;
  if (__builtin_mul_overflow(window - 1, dilation, &reach) || reach > kHuge) return kHuge;
  return reach + 1;
}

/// "2" when the entries of space are equal and the others 1, else all of them.
std::string Shorten(const Ints& entries, const Format& format) {
  const auto at = [&](int i) { return entries[static_cast<size_t>(i)]; };
  bool plain = at(0) == 1 && at(format.channel) == 1;
  for (int i = 1; i < format.space_rank(); ++i) {
    plain = plain && at(format.first_space + i) == at(format.first_space);
  }
  return plain ? absl::StrCat(at(format.first_space)) : Attribute(entries).DebugString();
}

}  // namespace

absl::Status FoundAtRunByGradients(const OpCall& call, absl::Status status) {
  const Role result = call.op().outputs[0].role;
  const bool forward = result == Role::kNone ? call.op().gradient_of.empty() : result == Role::kOutput;
  return forward ? status : AtRun(std::move(status));
}

absl::StatusOr<Attrs> ReadAttrs(const OpCall& call, bool over_depth) {
  Attrs attrs;
  attrs.format = ReadFormat(call);
  over_depth = over_depth && attrs.format.rank == 4;
  const std::string& padding = call.text("padding");
  attrs.padding = padding == "SAME"    ? Attrs::Padding::kSame
                  : padding == "VALID" ? Attrs::Padding::kValid
                                       : Attrs::Padding::kExplicit;
  for (const AttrDef& list : call.op().attrs) {
    if (list.part == WindowPart::kNone) continue;
    if (absl::Status status = CheckEntries(call, list, attrs.format, over_depth); !status.ok()) return status;
    const Ints& entries = call.ints(list.name);
    TakeSpace(attrs.format, entries,
              list.part == WindowPart::kWindow   ? &attrs.window
              : list.part == WindowPart::kStride ? &attrs.stride
                                                 : &attrs.dilation);
    if (!over_depth) continue;
    const int64_t of_channels = entries[static_cast<size_t>(attrs.format.channel)];
    if (list.part == WindowPart::kWindow) attrs.channel_window = of_channels;
    if (list.part == WindowPart::kStride) attrs.channel_stride = of_channels;
  }
  if (call.has("explicit_paddings")) {
    if (absl::Status status = ReadExplicit(call, &attrs); !status.ok()) return status;
  }
  return attrs;
}

const std::string& NameOf(const Op& op, WindowPart part) {
  return std::find_if(op.attrs.begin(), op.attrs.end(),
                      [part](const AttrDef& attr) { return attr.part == part; })
      ->name;
}

std::string Describe(const OpCall& call) {
  const Format format = ReadFormat(call);
  std::string text;
  for (const AttrDef& list : call.op().attrs) {
    if (list.part == WindowPart::kNone) continue;
    const std::string entries = Shorten(call.ints(list.name), format);
    if (list.part != WindowPart::kDilation || entries != "1")
      absl::StrAppend(&text, list.name, " ", entries, ", ");
  }
  absl::StrAppend(&text, call.text("padding"));
  if (call.text("padding") == "EXPLICIT") {
    absl::StrAppend(&text, " ", Attribute(call.ints("explicit_paddings")).DebugString());
  }
  return text;
}

bool WindowTooLarge(const Attrs& attrs, size_t d, int64_t in, int64_t window) {
  if (attrs.padding == Attrs::Padding::kSame) return false;
  return Reach(window, attrs.dilation[d]) > in + attrs.before[d] + attrs.after[d];
}

Axis MakeAxis(const Attrs& attrs, size_t d, int64_t in, int64_t window) {
  Axis axis;
  axis.window = window;
  axis.stride = attrs.stride[d];
  axis.dilation = attrs.dilation[d];
  axis.in = Extent::All(in);
  const int64_t reach = Reach(window, axis.dilation);
  int64_t out = -1;
  if (attrs.padding == Attrs::Padding::kSame) {
    if (in >= 0) out = in / axis.stride + (in % axis.stride != 0 ? 1 : 0);
    if (in >= 0 && window >= 0) axis.before = std::max<int64_t>(0, (out - 1) * axis.stride + reach - in) / 2;
  } else {
    axis.before = attrs.before[d];
    if (in >= 0 && window >= 0) {
      const int64_t padded = in + attrs.before[d] + attrs.after[d];
      out = reach > padded ? 0 : (padded - reach) / axis.stride + 1;
    }
  }
  axis.out = Extent::All(out);
  // A single window has no next one: work space must not grow with a stride that leads nowhere.
  if (out == 1) axis.stride = std::min(axis.stride, std::max<int64_t>(1, in));
  return axis;
}

}  // namespace voxgrad::window
