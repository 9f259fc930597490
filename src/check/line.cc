#include "check/line.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "ops/table/invoke.h"

namespace voxgrad::driver {
namespace {

absl::Status Wrong(absl::string_view token, absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat("In the problem line, `", token, "` ", why, "."));
}

/// "1x3x3" to {1, 3, 3}.
bool ReadSizes(absl::string_view text, Ints* sizes) {
  sizes->clear();
  for (absl::string_view part : absl::StrSplit(text, 'x')) {
    int64_t size = 0;
    if (!absl::SimpleAtoi(part, &size) || size < 0) return false;
    sizes->push_back(size);
  }
  return true;
}

/// One number stands for every axis of space.
bool ReadAxes(absl::string_view text, size_t rank, Ints* axes) {
  if (!ReadSizes(text, axes)) return false;
  if (axes->size() == 1) axes->assign(rank, axes->front());
  return axes->size() == rank;
}

/// "1.0x2.1" to {1, 0, 2, 1}.
bool ReadPads(absl::string_view text, size_t rank, Ints* pads) {
  Ints axes;
  if (!ReadSizes(absl::StrJoin(absl::StrSplit(text, '.'), "x"), &axes) || axes.size() != 2 * rank)
    return false;
  *pads = axes;
  return true;
}

bool ReadNumber(absl::string_view token, absl::string_view prefix, int64_t* number) {
  return absl::StartsWith(token, prefix) && absl::SimpleAtoi(token.substr(prefix.size()), number) &&
         *number > 0;
}

/// One of the tokens behind the shape.
absl::Status ReadToken(absl::string_view token, Line* line) {
  const size_t rank = line->space_rank();
  int64_t seed = 0;
  const struct {
    const char* prefix;
    Ints* axes;
  } lists[] = {{"k", &line->window}, {"s", &line->stride}, {"d", &line->dilation}};
  const struct {
    const char* prefix;
    int64_t* number;
  } numbers[] = {{"kc", &line->channel_window},
                 {"sc", &line->channel_stride},
                 {"o", &line->out_channels},
                 {"g", &line->groups},
                 {"seed", &seed}};
  if (token == "same" || token == "valid") {
    line->padding = absl::AsciiStrToUpper(token);
    return absl::OkStatus();
  }
  if (token == "eighths" || token == "real" || token == "special") {
    line->values = token == "real" ? Values::kReal : token == "special" ? Values::kSpecial : Values::kEighths;
    return absl::OkStatus();
  }
  if (absl::StartsWith(token, "in=")) {
    line->value_type = DataTypeFromString(std::string(token.substr(3)));
    return line->value_type != DT_INVALID ? absl::OkStatus() : Wrong(token, "names no type");
  }
  if (absl::StartsWith(token, "pad")) {
    line->padding = "EXPLICIT";
    if (ReadPads(token.substr(3), rank, &line->pads)) return absl::OkStatus();
    return Wrong(token, absl::StrCat("needs before.after for each of ", rank, " axes, as in pad1.0x2.1"));
  }
  for (const auto& [prefix, number] : numbers) {
    if (ReadNumber(token, prefix, number)) {
      if (seed > 0) line->seed = static_cast<uint64_t>(seed);
      return absl::OkStatus();
    }
  }
  for (const auto& [prefix, axes] : lists) {
    if (absl::StartsWith(token, prefix) && ReadAxes(token.substr(1), rank, axes)) return absl::OkStatus();
  }
  return Wrong(token, absl::StrCat("is not understood; after the shape come k3 s1 d1 (or ",
                                   rank == 3 ? "k1x3x3" : "k1x3", "), o16, g2, same, valid, pad1.1…, seed1"));
}

std::string AxesText(const char* prefix, const Ints& axes) {
  const bool equal =
      std::all_of(axes.begin(), axes.end(), [&](int64_t axis) { return axis == axes.front(); });
  return absl::StrCat(" ", prefix, equal ? absl::StrCat(axes.front()) : absl::StrJoin(axes, "x"));
}

/// Entries of space in the order of the layout, with `channel` in the place of C and 1 in that of N.
Ints InLayout(const Line& line, const Ints& space, int64_t channel) {
  Ints entries(line.layout.size(), 1);
  size_t next = 0;
  for (size_t i = 1; i < line.layout.size(); ++i)
    entries[i] = line.layout[i] == 'C' ? channel : space[next++];
  return entries;
}

Ints ExplicitPads(const Line& line) {
  Ints entries(2 * line.layout.size(), 0);
  size_t next = 0;
  for (size_t i = 1; i < line.layout.size(); ++i) {
    if (line.layout[i] == 'C') continue;
    entries[2 * i] = line.pads[next++];
    entries[2 * i + 1] = line.pads[next++];
  }
  return entries;
}

/// The attributes of a line, as far as the op has them.
std::vector<NamedAttribute> Attributes(const Line& line, const Op& op) {
  std::vector<NamedAttribute> attributes;
  const auto add = [&](const char* name, Attribute value) {
    if (op.AttrIndex(name) >= 0) attributes.push_back({name, std::move(value)});
  };
  add("ksize", InLayout(line, line.window, line.channel_window));
  add("strides", InLayout(line, line.stride, line.channel_stride));
  add("dilations", InLayout(line, line.dilation, 1));
  add("padding", line.padding);
  add("explicit_paddings", line.padding == "EXPLICIT" ? Attribute(ExplicitPads(line)) : Attribute(Ints()));
  add("data_format", line.layout);
  return attributes;
}

struct RoleShapes {
  Ints in, filter, out;
  const Ints& of(Role role) const { return role == Role::kInput ? in : role == Role::kFilter ? filter : out; }
};

/// The op at the root of a chain of gradients: MaxPool3D for MaxPool3DGradGrad.
const Op* ForwardOp(const Op* op) {
  while (op != nullptr && !op->gradient_of.empty()) op = FindOp(op->gradient_of);
  return op;
}

/// The output shape, from the forward op's own rule.
absl::Status InferOut(const Line& line, const Op& forward, RoleShapes* shapes) {
  std::vector<InputInfo> inputs;
  for (const ArgDef& arg : forward.inputs) {
    // The forward op may take fewer types than its gradients; only shapes matter here.
    inputs.push_back({{DT_FLOAT, PartialTensorShape(shapes->of(arg.role))}, nullptr});
  }
  AttrSlots slots;
  std::vector<PartialTensorShape> outputs;
  if (absl::Status status = FillSlots(forward, "", Attributes(line, forward), &slots); !status.ok())
    return status;
  if (absl::Status status = InferShapes(forward, "", inputs, &slots, &outputs); !status.ok()) return status;
  shapes->out.assign(outputs[0].dim_sizes().begin(), outputs[0].dim_sizes().end());
  return absl::OkStatus();
}

absl::StatusOr<Tensor> MakeInput(const Line& line, const ArgDef& arg, const Ints& dims, Random* random) {
  if (arg.sizes) return Tensor::Sizes(dims);
  const bool value_typed = arg.type_attr == "TInput" && line.value_type != DT_INVALID;
  TensorShape shape;
  if (absl::Status status = TensorShape::BuildTensorShape(dims, &shape); !status.ok()) return status;
  return RandomTensor(value_typed ? line.value_type : line.type, shape, line.values, random);
}

}  // namespace

std::string Line::Text() const {
  std::string text = absl::StrCat(op, " ", ShortTypeString(type), " ", absl::AsciiStrToLower(layout), " ",
                                  absl::StrJoin(shape, "x"));
  if (out_channels > 0) absl::StrAppend(&text, " o", out_channels);
  if (groups > 1) absl::StrAppend(&text, " g", groups);
  if (channel_window > 1) absl::StrAppend(&text, " kc", channel_window);
  if (channel_stride > 1) absl::StrAppend(&text, " sc", channel_stride);
  absl::StrAppend(&text, AxesText("k", window), AxesText("s", stride));
  if (AxesText("d", dilation) != " d1") absl::StrAppend(&text, AxesText("d", dilation));
  if (padding == "EXPLICIT") {
    for (size_t i = 0; i + 1 < pads.size(); i += 2) {
      absl::StrAppend(&text, i == 0 ? " pad" : "x", pads[i], ".", pads[i + 1]);
    }
  } else {
    absl::StrAppend(&text, " ", absl::AsciiStrToLower(padding));
  }
  if (value_type != DT_INVALID) absl::StrAppend(&text, " in=", ShortTypeString(value_type));
  if (values != Values::kEighths) absl::StrAppend(&text, values == Values::kReal ? " real" : " special");
  if (seed != 1) absl::StrAppend(&text, " seed", seed);
  return text;
}

absl::StatusOr<Line> ParseLine(absl::string_view text) {
  const std::vector<std::string> tokens = absl::StrSplit(text, absl::ByAnyChar(" \t\n"), absl::SkipEmpty());
  if (tokens.size() < 4) {
    return absl::InvalidArgumentError(
        "A problem line is `OP TYPE LAYOUT SHAPE …`, for instance: AvgPool3DGrad f32 ndhwc 1x96x96x96x32 k3 "
        "s1 same");
  }
  Line line;
  line.op = tokens[0];
  if (FindOp(line.op) == nullptr) return UnknownOpError(line.op);
  line.type = DataTypeFromString(tokens[1]);
  if (line.type == DT_INVALID) return Wrong(tokens[1], "names no type; write f32, bf16, f16, f64, i8, …");
  line.layout = absl::AsciiStrToUpper(tokens[2]);
  if (line.layout != "NHWC" && line.layout != "NCHW" && line.layout != "NDHWC" && line.layout != "NCDHW") {
    return Wrong(tokens[2], "names no layout; write nhwc, nchw, ndhwc or ncdhw");
  }
  if (!ReadSizes(tokens[3], &line.shape) || line.shape.size() != line.layout.size()) {
    return Wrong(tokens[3], absl::StrCat("is no shape of ", line.layout, "; write ", line.layout.size(),
                                         " sizes, as in 1x8x8x8x2"));
  }
  line.window = line.stride = line.dilation = Ints(line.space_rank(), 1);
  for (size_t i = 4; i < tokens.size(); ++i) {
    if (absl::Status status = ReadToken(tokens[i], &line); !status.ok()) return status;
  }
  return line;
}

absl::StatusOr<PreparedCall> Prepare(const Line& line) {
  PreparedCall call;
  call.op = FindOp(line.op);
  if (call.op == nullptr) return UnknownOpError(line.op);
  RoleShapes shapes;
  shapes.in = line.shape;
  const int64_t channels = line.shape[line.layout.find('C')];
  shapes.filter = line.window;
  shapes.filter.push_back(channels / line.groups);
  shapes.filter.push_back(line.out_channels > 0 ? line.out_channels : channels);
  if (const Op* forward = ForwardOp(call.op); forward != nullptr && forward != call.op) {
    if (absl::Status status = InferOut(line, *forward, &shapes); !status.ok()) return status;
  }
  Random random(line.seed);
  for (const ArgDef& arg : call.op->inputs) {
    if (arg.role == Role::kNone) {
      return absl::UnimplementedError(absl::StrCat(line.op, " is no window op; run it with `vox op`."));
    }
    absl::StatusOr<Tensor> input = MakeInput(line, arg, shapes.of(arg.role), &random);
    if (!input.ok()) return input.status();
    call.inputs.push_back(*std::move(input));
  }
  if (absl::Status status = FillSlots(*call.op, "", Attributes(line, *call.op), &call.slots); !status.ok()) {
    return status;
  }
  return call;
}

}  // namespace voxgrad::driver
