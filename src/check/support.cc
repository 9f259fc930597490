#include "check/support.h"

#include "absl/strings/str_cat.h"
#include "check/check.h"
#include "check/line.h"
#include "check/random_line.h"
#include "ops/table/op.h"

namespace voxgrad::driver {
namespace {

using State = SupportCell::State;

/// A small problem in which every size differs, so that mixed-up axes show.
Line SmallLine(const Op& op, const WindowTraits& traits, DataType type, const std::string& layout,
               const std::string& padding) {
  Line line;
  line.op = op.name;
  line.type = type;
  line.layout = layout;
  line.padding = padding;
  const bool volume = layout.size() == 5;
  Ints space = volume ? Ints{7, 6, 5} : Ints{7, 6};
  for (size_t i = 0, next = 0; i < layout.size(); ++i) {
    line.shape.push_back(layout[i] == 'N' ? 2 : layout[i] == 'C' ? 4 : space[next++]);
  }
  line.window = volume ? Ints{2, 3, 2} : Ints{3, 2};
  line.stride = line.dilation = Ints(space.size(), 1);
  if (padding == "EXPLICIT") {
    for (size_t i = 0; i < space.size(); ++i) line.pads.insert(line.pads.end(), {1, i == 0 ? 0 : 1});
  }
  if (traits.convolves) line.out_channels = 6;
  return line;
}

class Table {
 public:
  explicit Table(const std::function<void(size_t)>& progress) : progress_(progress) {}

  void Add(const Op& op) {
    const std::optional<WindowTraits> traits = TraitsOf(op);
    if (!traits) return;
    for (const std::string& layout : traits->layouts) {
      for (size_t i = 0; i < traits->types.size(); ++i) {
        for (const std::string& padding : traits->paddings) {
          AddVariants(op, *traits, SmallLine(op, *traits, traits->types[i], layout, padding),
                      i >= traits->own_types);
        }
      }
    }
    AddSpecial(op, *traits);
    AddExcluded(op);
  }
  std::vector<SupportCell> take() { return std::move(cells_); }

 private:
  void AddVariants(const Op& op, const WindowTraits& traits, const Line& plain, bool extension) {
    RunLine(op, plain, "plain", extension);
    Line line = plain;
    line.stride = Ints(plain.space_rank(), 2);
    line.stride.back() = 3;
    RunLine(op, line, "strides", extension);
    if (traits.dilates) {
      line = plain;
      line.dilation = Ints(plain.space_rank(), 1);
      line.dilation.back() = 2;
      RunLine(op, line, "dilations", extension);
    }
    if (traits.convolves) {
      line = plain;
      line.groups = 2;
      RunLine(op, line, "groups", extension);
    }
  }

  /// What single ops have beyond the grid.
  void AddSpecial(const Op& op, const WindowTraits& traits) {
    for (const std::string& layout : traits.layouts) {
      const Line plain = SmallLine(op, traits, DT_FLOAT, layout, "SAME");
      for (DataType type : traits.value_types.empty() ? std::vector<DataType>() : traits.types) {
        for (DataType value_type : traits.value_types) {
          if (type == value_type) continue;
          Line line = plain;
          line.type = type;
          line.value_type = value_type;
          RunLine(op, line, "TInput other than T", false);
        }
      }
      if (traits.over_depth) {
        Line line = plain;
        line.window = Ints(plain.space_rank(), 1);
        line.channel_window = line.channel_stride = 2;
        RunLine(op, line, "window over the channels", false);
      }
      AddSizeVectors(op, plain);
    }
  }

  /// Size vectors in their other type, and without batch and channels.
  void AddSizeVectors(const Op& op, const Line& line) {
    for (size_t i = 0; i < op.inputs.size(); ++i) {
      const ArgDef& arg = op.inputs[i];
      if (!arg.sizes) continue;
      absl::StatusOr<PreparedCall> call = Prepare(line);
      if (!arg.type_attr.empty()) {
        if (call.ok()) {
          const auto sizes = call->inputs[i].values<int32_t>();
          const Ints wide(sizes.begin(), sizes.end());
          call->inputs[i] = Tensor::Of<int64_t>(absl::MakeConstSpan(wide), call->inputs[i].shape());
        }
        RunCall(NewCell(op, line, absl::StrCat("int64 ", arg.name), false), call);
      }
      if (arg.or_space_alone) {
        if (call.ok()) {
          const int64_t first = line.layout[1] == 'C' ? 2 : 1;
          const auto sizes =
              absl::MakeConstSpan(line.shape).subspan(static_cast<size_t>(first), line.space_rank());
          call->inputs[i] = Tensor::Sizes(sizes);
        }
        RunCall(NewCell(op, line, absl::StrCat(arg.name, " of height and width alone"), false), call);
      }
    }
  }

  void AddExcluded(const Op& op) {
    for (const AttrDef& attr : op.attrs) {
      for (const Exclusion& excluded : attr.excluded) {
        SupportCell cell;
        cell.op = op.name;
        if (attr.kind == AttrKind::kType) {
          cell.type = DataTypeFromString(excluded.value);
        } else {
          cell.layout = excluded.value;
        }
        cell.state = State::kExcluded;
        cell.reason = excluded.reason;
        cells_.push_back(cell);
      }
    }
  }

  static SupportCell NewCell(const Op& op, const Line& line, std::string variant, bool extension) {
    SupportCell cell;
    cell.op = op.name;
    cell.type = line.type;
    cell.extension = extension;
    cell.layout = line.layout;
    cell.padding = line.padding;
    cell.variant = std::move(variant);
    cell.line = line.Text();
    return cell;
  }

  void RunLine(const Op& op, const Line& line, std::string variant, bool extension) {
    RunCall(NewCell(op, line, std::move(variant), extension), Prepare(line));
  }

  void RunCall(SupportCell cell, const absl::StatusOr<PreparedCall>& call) {
    const absl::Status status = call.ok() ? CheckCall(*call) : call.status();
    if (!status.ok()) {
      cell.state = State::kEmpty;
      cell.reason = std::string(status.message());
    }
    cells_.push_back(std::move(cell));
    if (progress_) progress_(cells_.size());
  }

  const std::function<void(size_t)>& progress_;
  std::vector<SupportCell> cells_;
};

}  // namespace

std::vector<SupportCell> RunSupport(const std::function<void(size_t)>& progress) {
  Table table(progress);
  for (const Op& op : OpTable()) table.Add(op);
  return table.take();
}

}  // namespace voxgrad::driver
