#include "check/random_line.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace voxgrad::driver {
namespace {

const AttrDef* FindAttr(const Op& op, absl::string_view name) {
  const int i = op.AttrIndex(name);
  return i < 0 ? nullptr : &op.attrs[static_cast<size_t>(i)];
}

std::vector<DataType> AllTypes(const AttrDef& attr) {
  std::vector<DataType> types = attr.types;
  types.insert(types.end(), attr.extension_types.begin(), attr.extension_types.end());
  return types;
}

bool HasFilter(const Op& op) {
  const auto is_filter = [](const ArgDef& arg) { return arg.role == Role::kFilter; };
  return std::any_of(op.inputs.begin(), op.inputs.end(), is_filter) ||
         std::any_of(op.outputs.begin(), op.outputs.end(), is_filter);
}

/// Asks the op itself: whether it may pool over the channels stands in its checks, not in its table.
bool TakesDepthWindow(const Op& op, const WindowTraits& traits) {
  Line line;
  line.op = op.name;
  line.type = traits.types.front();
  line.layout = traits.layouts.front();
  line.shape = Ints(line.layout.size(), 1);
  line.shape[line.layout.find('C')] = 2;
  line.window = line.stride = line.dilation = Ints(line.space_rank(), 1);
  line.channel_window = line.channel_stride = 2;
  const absl::StatusOr<PreparedCall> call = Prepare(line);
  return call.ok() && call->Run().ok();
}

/// Sizes at which vector bodies, tails and borders meet.
int64_t RandomSize(Random* random) {
  constexpr int64_t kSizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 15, 16, 17, 31, 33};
  return random->OneIn(3) ? random->Int(1, 12) : kSizes[random->Int(0, 15)];
}

int64_t RandomChannels(Random* random) {
  constexpr int64_t kChannels[] = {1, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 32, 33};
  return kChannels[random->Int(0, 13)];
}

/// The place in the layout of axis i of space.
size_t Place(const Line& line, size_t i) { return line.layout[1] == 'C' ? i + 2 : i + 1; }

int64_t Reach(const Line& line, size_t i) { return (line.window[i] - 1) * line.dilation[i] + 1; }

/// Multiplications of the reference, roughly.
int64_t Work(const Line& line, const WindowTraits& traits) {
  int64_t work = 1;
  for (int64_t size : line.shape) work *= std::max<int64_t>(size, 1);
  for (size_t i = 0; i < line.space_rank(); ++i) {
    work *= std::min(line.window[i], std::max<int64_t>(line.shape[Place(line, i)], 1));
  }
  if (traits.convolves) work *= std::max<int64_t>(line.out_channels / line.groups, 1);
  return work;
}

/// Halves the largest size until the reference is quick.
void Shrink(const WindowTraits& traits, int64_t max_work, Line* line) {
  const size_t channel = line->layout.find('C');
  while (Work(*line, traits) > max_work) {
    Ints sizes = line->shape;
    if (line->groups > 1 || line->channel_window > 1) sizes[channel] = 0;  // it must stay a multiple
    const auto largest = std::max_element(sizes.begin(), sizes.end()) - sizes.begin();
    const auto widest = std::max_element(line->window.begin(), line->window.end());
    if (traits.convolves && *widest > sizes[static_cast<size_t>(largest)]) {
      *widest = (*widest + 1) / 2;  // a filter has as many taps as it has, also past the border
    } else if (sizes[static_cast<size_t>(largest)] > 1) {
      int64_t& size = line->shape[static_cast<size_t>(largest)];
      size = (size + 1) / 2;
    } else {
      return;
    }
  }
}

void DrawWindow(const WindowTraits& traits, Random* random, Line* line) {
  const bool cube = random->OneIn(2);
  for (size_t i = 0; i < line->space_rank(); ++i) {
    line->window[i] = random->OneIn(8) ? random->Int(5, 40) : random->Int(1, 5);
    line->stride[i] = random->OneIn(10) ? random->Int(4, 50) : random->Int(1, 3);
    if (traits.dilates && random->OneIn(4))
      line->dilation[i] = random->OneIn(6) ? random->Int(4, 30) : random->Int(2, 3);
    if (cube) line->window[i] = line->window[0];
    if (traits.convolves) line->window[i] = std::min<int64_t>(line->window[i], 9);
  }
}

void DrawChannels(const WindowTraits& traits, Random* random, Line* line) {
  int64_t& channels = line->shape[line->layout.find('C')];
  if (traits.convolves) {
    line->groups = random->OneIn(3) ? random->Int(2, 4) : 1;
    channels = line->groups * (line->groups > 1 && random->OneIn(2) ? 1 : RandomChannels(random));
    line->out_channels = line->groups * RandomChannels(random);
  } else if (traits.over_depth && random->OneIn(8)) {
    line->channel_window = line->channel_stride = random->Int(2, 5);
    channels = line->channel_window * random->Int(0, 4);
    line->window = line->stride = Ints(line->space_rank(), 1);
  } else if (random->OneIn(50)) {
    channels = 0;
  }
}

/// Makes the window fit where the op refuses one that does not: with VALID and explicit padding.
void FitWindow(const WindowTraits& traits, Random* random, Line* line) {
  const bool is_explicit = line->padding == "EXPLICIT";
  for (size_t i = 0; i < line->space_rank(); ++i) {
    const int64_t in = line->shape[Place(*line, i)];
    int64_t padded = in;
    if (is_explicit) {
      // A pooling window must hold more than padding, so each side is smaller than it.
      const int64_t most = traits.convolves ? 4 : std::min<int64_t>(line->window[i] - 1, 4);
      line->pads.push_back(random->Int(0, most));
      line->pads.push_back(random->Int(0, most));
      padded += line->pads[2 * i] + line->pads[2 * i + 1];
    }
    while (line->dilation[i] > 1 && Reach(*line, i) > padded) --line->dilation[i];
    if (Reach(*line, i) <= padded) continue;
    line->window[i] = std::max<int64_t>(is_explicit ? std::min(in, padded) : padded, 1);
    if (is_explicit && !traits.convolves) line->pads[2 * i] = line->pads[2 * i + 1] = 0;
  }
}

Line Draw(const Op& op, const WindowTraits& traits, int64_t max_work, bool smooth, Random* random) {
  Line line;
  line.op = op.name;
  line.type = smooth ? DT_DOUBLE : random->Pick(traits.types);
  line.layout = random->Pick(traits.layouts);
  for (size_t i = 0; i < line.layout.size(); ++i) line.shape.push_back(RandomSize(random));
  line.shape[0] = !smooth && random->OneIn(40) ? 0 : random->Int(1, 3);
  line.shape[line.layout.find('C')] = RandomChannels(random);
  line.window = line.stride = line.dilation = Ints(line.space_rank(), 1);
  DrawWindow(traits, random, &line);
  DrawChannels(traits, random, &line);
  line.padding = random->Pick(traits.paddings);
  if (line.channel_window > 1 && line.padding == "EXPLICIT") line.padding = "VALID";
  Shrink(traits, max_work, &line);
  if (!smooth && line.padding == "SAME" && random->OneIn(40)) line.shape[Place(line, 0)] = 0;
  if (line.padding != "SAME") FitWindow(traits, random, &line);
  if (!traits.value_types.empty() && !smooth && random->OneIn(2))
    line.value_type = random->Pick(traits.value_types);
  line.seed = static_cast<uint64_t>(random->Int(1, 999));
  const int64_t kind = random->Int(0, 5);
  line.values = smooth || kind == 0 ? Values::kReal : kind == 1 ? Values::kSpecial : Values::kEighths;
  if (smooth) {
    for (int64_t& size : line.shape) size = std::max<int64_t>(size, 1);
    int64_t& channels = line.shape[line.layout.find('C')];
    channels = std::max(channels, line.channel_window);
  }
  return line;
}

}  // namespace

std::optional<WindowTraits> TraitsOf(const Op& op) {
  WindowTraits traits;
  const AttrDef* format = FindAttr(op, "data_format");
  const AttrDef* padding = FindAttr(op, "padding");
  const AttrDef* type = op.outputs.empty() ? nullptr : FindAttr(op, op.outputs[0].type_attr);
  if (format == nullptr || padding == nullptr || type == nullptr || op.outputs[0].role == Role::kNone)
    return {};
  traits.types = AllTypes(*type);
  traits.own_types = type->types.size();
  traits.layouts = format->choices;
  traits.paddings = padding->choices;
  traits.convolves = HasFilter(op);
  traits.dilates = FindAttr(op, "dilations") != nullptr;
  for (const ArgDef& arg : op.inputs) {
    if (arg.role == Role::kNone) return {};
    if (!arg.sizes && arg.type_attr != type->name)
      traits.value_types = AllTypes(*FindAttr(op, arg.type_attr));
  }
  traits.over_depth = !traits.convolves && TakesDepthWindow(op, traits);
  return traits;
}

Line RandomLine(const Op& op, const WindowTraits& traits, int64_t max_work, Random* random) {
  return Draw(op, traits, max_work, /*smooth=*/false, random);
}

Line RandomSmoothLine(const Op& op, const WindowTraits& traits, Random* random) {
  return Draw(op, traits, /*max_work=*/20'000, /*smooth=*/true, random);
}

}  // namespace voxgrad::driver
