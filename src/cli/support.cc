// vox support: the table of what works.
#include "check/support.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "cli/command.h"
#include "cli/text.h"

namespace voxgrad::cli {
namespace {

using Cell = driver::SupportCell;
using State = Cell::State;

constexpr char kNone[] = "·";

/// What stands in the table for all cells that a condition picks.
template <class Picks>
std::string Sum(const std::vector<Cell>& cells, const Picks& picks) {
  std::string text = kNone;
  for (const Cell& cell : cells) {
    if (!picks(cell)) continue;
    if (cell.state == State::kEmpty) return "-";
    text = cell.extension ? "ok+" : "ok";
  }
  return text;
}

template <class Key>
std::vector<std::string> Distinct(const std::vector<Cell>& cells, const Key& key) {
  std::vector<std::string> list;
  for (const Cell& cell : cells) {
    const std::string value = key(cell);
    if (!value.empty() && std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
  }
  return list;
}

bool OnGrid(const Cell& cell) {
  return cell.variant == "plain" || cell.variant == "strides" || cell.variant == "dilations" ||
         cell.variant == "groups";
}

/// Types in the order in which people look for them, as far as they occur.
std::vector<DataType> TypesOf(const std::vector<Cell>& cells) {
  std::vector<DataType> types;
  for (DataType type : {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64,
                        DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_QINT8}) {
    const auto has = [type](const Cell& cell) { return cell.type == type; };
    if (std::any_of(cells.begin(), cells.end(), has)) types.push_back(type);
  }
  return types;
}

/// An excluded type is so in every layout; an excluded layout in the types that are excluded with it, if any
/// are.
bool IsExcluded(const std::vector<Cell>& cells, const std::string& op, const std::string& layout,
                DataType type) {
  bool by_type = false, by_layout = false, any_type = false;
  for (const Cell& cell : cells) {
    if (cell.op != op || cell.state != State::kExcluded) continue;
    any_type = any_type || cell.type != DT_INVALID;
    by_type = by_type || cell.type == type;
    by_layout = by_layout || cell.layout == layout;
  }
  return by_type || (by_layout && !any_type);
}

/// Op and layout by type; every padding and variant is behind a cell.
Columns TypeTable(const std::vector<Cell>& cells, bool repeat_names) {
  const std::vector<DataType> types = TypesOf(cells);
  Columns table(std::string(types.size() + 2, 'l'));
  std::vector<std::string> head = {"op", "layout"};
  for (DataType type : types) head.push_back(ShortTypeString(type));
  table.Row(head);
  for (const std::string& op : Distinct(cells, [](const Cell& cell) { return cell.op; })) {
    std::string name = op;
    for (const std::string& layout :
         Distinct(cells, [&](const Cell& cell) { return cell.op == op ? cell.layout : ""; })) {
      std::vector<std::string> row = {name, layout};
      for (DataType type : types) {
        const auto picks = [&](const Cell& cell) {
          return cell.op == op && cell.type == type && cell.layout == layout && OnGrid(cell);
        };
        row.push_back(IsExcluded(cells, op, layout, type) ? "excluded" : Sum(cells, picks));
      }
      table.Row(row);
      if (!repeat_names) name.clear();
    }
  }
  return table;
}

/// Op by padding and variant; every type and layout is behind a cell.
Columns VariantTable(const std::vector<Cell>& cells) {
  const std::vector<std::string> paddings = {"SAME", "VALID", "EXPLICIT"};
  const std::vector<std::string> variants = {"strides", "dilations", "groups"};
  Columns table("llllllllr");
  std::vector<std::string> head = {"op"};
  head.insert(head.end(), paddings.begin(), paddings.end());
  head.insert(head.end(), variants.begin(), variants.end());
  head.push_back("cells run");
  table.Row(head);
  for (const std::string& op : Distinct(cells, [](const Cell& cell) { return cell.op; })) {
    std::vector<std::string> row = {op};
    const auto add = [&](const auto& picks) {
      const std::string text =
          Sum(cells, [&](const Cell& cell) { return cell.op == op && OnGrid(cell) && picks(cell); });
      row.push_back(text == "ok+" ? "ok" : text);
    };
    for (const std::string& padding : paddings)
      add([&](const Cell& cell) { return cell.padding == padding; });
    for (const std::string& variant : variants)
      add([&](const Cell& cell) { return cell.variant == variant; });
    row.push_back(absl::StrCat(std::count_if(cells.begin(), cells.end(), [&](const Cell& cell) {
      return cell.op == op && cell.state != State::kExcluded;
    })));
    table.Row(row);
  }
  return table;
}

/// What single ops have beyond the grid.
Columns SpecialTable(const std::vector<Cell>& cells) {
  Columns table("llrl");
  table.Row({"op", "with", "cells run", ""});
  for (const std::string& op : Distinct(cells, [](const Cell& cell) { return cell.op; })) {
    for (const std::string& variant : Distinct(
             cells, [&](const Cell& cell) { return cell.op == op && !OnGrid(cell) ? cell.variant : ""; })) {
      const auto picks = [&](const Cell& cell) { return cell.op == op && cell.variant == variant; };
      table.Row(
          {op, variant, absl::StrCat(std::count_if(cells.begin(), cells.end(), picks)), Sum(cells, picks)});
    }
  }
  return table;
}

struct Counts {
  size_t ran = 0, empty = 0, excluded = 0;
};

Counts Count(const std::vector<Cell>& cells) {
  Counts counts;
  for (const Cell& cell : cells) {
    counts.ran += cell.state != State::kExcluded;
    counts.empty += cell.state == State::kEmpty;
    counts.excluded += cell.state == State::kExcluded;
  }
  return counts;
}

std::string Reasons(const std::vector<Cell>& cells, const std::string& bullet) {
  std::string text;
  for (const Cell& cell : cells) {
    if (cell.state == State::kOk) continue;
    const std::string what =
        cell.state == State::kEmpty
            ? absl::StrCat("- ", cell.line, ": ", cell.reason)
            : absl::StrCat("excluded: ", cell.op, " with ",
                           cell.layout.empty() ? DataTypeString(cell.type) : cell.layout, ", ", cell.reason);
    text += Paragraph(bullet, Width(bullet), what);
  }
  return text;
}

std::string TotalText(const Counts& counts) {
  return absl::StrCat(CountText(static_cast<int64_t>(counts.ran)), " cells ran, ", counts.empty, " empty, ",
                      counts.excluded, " excluded");
}

void PrintText(const std::vector<Cell>& cells) {
  std::printf(
      "Types, by op and layout; each cell ran with every padding, strides, dilations and groups.\n"
      "ok+: an extension, TensorFlow does not list the type. %s: the op does not have it.\n\n%s\n",
      kNone, TypeTable(cells, /*repeat_names=*/false).Text(2).c_str());
  std::printf("Paddings and the rest, by op; each cell ran in every type and layout.\n\n%s\n",
              VariantTable(cells).Text(2).c_str());
  std::printf("And\n\n%s\n", SpecialTable(cells).Text(2).c_str());
  std::printf("%s\n%s.\n", Reasons(cells, "  ").c_str(), TotalText(Count(cells)).c_str());
}

void PrintMarkdown(const std::vector<Cell>& cells) {
  std::printf(
      "Each cell ran with every padding, strides, dilations and groups. `ok+`: an extension, TensorFlow does "
      "not list the type. `%s`: the op does not have it.\n\n%s\n",
      kNone, TypeTable(cells, /*repeat_names=*/true).Markdown().c_str());
  std::printf("Each cell ran in every type and layout.\n\n%s\n", VariantTable(cells).Markdown().c_str());
  std::printf("%s\n%s\n%s.\n", SpecialTable(cells).Markdown().c_str(), Reasons(cells, "- ").c_str(),
              TotalText(Count(cells)).c_str());
}

void PrintJson(const std::vector<Cell>& cells) {
  constexpr const char* kStates[] = {"ok", "empty", "excluded"};
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Cell& cell : cells) {
    nlohmann::ordered_json json = {{"op", cell.op}, {"state", kStates[static_cast<size_t>(cell.state)]}};
    if (cell.type != DT_INVALID) json["type"] = DataTypeString(cell.type);
    if (cell.extension) json["extension"] = true;
    if (!cell.layout.empty()) json["layout"] = cell.layout;
    if (!cell.padding.empty()) json["padding"] = cell.padding;
    if (!cell.variant.empty()) json["variant"] = cell.variant;
    if (!cell.line.empty()) json["line"] = cell.line;
    if (!cell.reason.empty()) json["reason"] = cell.reason;
    list.push_back(json);
  }
  std::printf("%s\n", list.dump(1).c_str());
}

}  // namespace

int Support(const Words& words) {
  Arguments arguments(words);
  const bool json = arguments.Flag("--json");
  const bool markdown = arguments.Flag("--markdown");
  Words rest;
  if (absl::Status status = arguments.Rest(&rest); !status.ok())
    return UsageError("support", status.message());
  if (!rest.empty()) return UsageError("support", absl::StrCat("`", rest[0], "` is not understood."));
  Progress progress;
  const std::vector<Cell> cells =
      driver::RunSupport([&](size_t ran) { progress.Show(absl::StrCat(ran, " cells ran …")); });
  progress.Clear();
  if (json) {
    PrintJson(cells);
  } else if (markdown) {
    PrintMarkdown(cells);
  } else {
    PrintText(cells);
  }
  return Count(cells).empty == 0 ? 0 : 1;
}

}  // namespace voxgrad::cli
