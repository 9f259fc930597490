#include "ops/table/op.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/nearest.h"
#include "ops/table/op_list.h"

namespace voxgrad {
namespace {

template <class Defs>
int IndexOf(const Defs& defs, absl::string_view name) {
  for (size_t i = 0; i < defs.size(); ++i) {
    if (defs[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

std::vector<Op> BuildTable() {
  std::vector<Op> table;
  for (const OpListEntry& entry : OpList()) {
    OpBuilder builder(entry.name);
    entry.define(builder);
    table.push_back(std::move(builder).Build(entry.file));
  }
  std::sort(table.begin(), table.end(), [](const Op& a, const Op& b) { return a.name < b.name; });
  return table;
}

}  // namespace

int Op::InputIndex(absl::string_view input) const { return IndexOf(inputs, input); }
int Op::AttrIndex(absl::string_view attr) const { return IndexOf(attrs, attr); }

OpBuilder& OpBuilder::group(std::string group) {
  op_.group = std::move(group);
  return *this;
}

OpBuilder& OpBuilder::doc(std::string summary, std::string description) {
  op_.summary = std::move(summary);
  op_.description = std::move(description);
  return *this;
}

OpBuilder& OpBuilder::input(std::string name, DataType type, std::string doc) {
  ArgDef arg;
  arg.name = std::move(name);
  arg.doc = std::move(doc);
  arg.type = type;
  op_.inputs.push_back(std::move(arg));
  last_arg_ = &op_.inputs.back();
  return *this;
}

OpBuilder& OpBuilder::input(std::string name, std::string type_attr, std::string doc) {
  input(std::move(name), DT_INVALID, std::move(doc));
  last_arg_->type_attr = std::move(type_attr);
  return *this;
}

OpBuilder& OpBuilder::output(std::string name, std::string type_attr, std::string doc) {
  ArgDef arg;
  arg.name = std::move(name);
  arg.doc = std::move(doc);
  arg.type_attr = std::move(type_attr);
  op_.outputs.push_back(std::move(arg));
  last_arg_ = &op_.outputs.back();
  return *this;
}

OpBuilder& OpBuilder::output(std::string name, DataType type, std::string doc) {
  output(std::move(name), std::string(), std::move(doc));
  last_arg_->type = type;
  return *this;
}

OpBuilder& OpBuilder::inputs(std::string name, std::string number_attr, std::string type_attr,
                             std::string doc) {
  input(std::move(name), std::move(type_attr), std::move(doc));
  last_arg_->number_attr = std::move(number_attr);
  return *this;
}

OpBuilder& OpBuilder::inputs(std::string name, std::string number_attr, DataType type, std::string doc) {
  input(std::move(name), type, std::move(doc));
  last_arg_->number_attr = std::move(number_attr);
  return *this;
}

OpBuilder& OpBuilder::outputs(std::string name, std::string number_attr, std::string type_attr,
                              std::string doc) {
  output(std::move(name), std::move(type_attr), std::move(doc));
  last_arg_->number_attr = std::move(number_attr);
  return *this;
}

OpBuilder& OpBuilder::inputs_of(std::string name, std::string type_list_attr, std::string doc) {
  input(std::move(name), std::string(), std::move(doc));
  last_arg_->type_list_attr = std::move(type_list_attr);
  return *this;
}

OpBuilder& OpBuilder::outputs_of(std::string name, std::string type_list_attr, std::string doc) {
  output(std::move(name), std::string(), std::move(doc));
  last_arg_->type_list_attr = std::move(type_list_attr);
  return *this;
}

OpBuilder& OpBuilder::ref() {
  last_arg_->is_ref = true;
  return *this;
}

OpBuilder& OpBuilder::ref_unset() {
  last_arg_->may_be_unset = true;
  return ref();
}

OpBuilder& OpBuilder::on_host() {
  last_arg_->on_host = true;
  return *this;
}

OpBuilder& OpBuilder::domain(Domain domain) {
  last_arg_->domain = domain;
  return *this;
}

OpBuilder& OpBuilder::role(Role role) {
  last_arg_->role = role;
  return *this;
}

OpBuilder& OpBuilder::sizes_of(Role role, bool or_space_alone) {
  last_arg_->sizes = true;
  last_arg_->or_space_alone = or_space_alone;
  return on_host().role(role);
}

OpBuilder& OpBuilder::attr(AttrDef attr) {
  op_.attrs.push_back(std::move(attr));
  return *this;
}

OpBuilder& OpBuilder::attr(std::string name, AttrKind kind, std::string doc, Attribute default_value) {
  AttrDef attr;
  attr.name = std::move(name);
  attr.kind = kind;
  attr.doc = std::move(doc);
  attr.default_value = std::move(default_value);
  return this->attr(std::move(attr));
}

OpBuilder& OpBuilder::number(std::string name, int64_t least) {
  attr(std::move(name), AttrKind::kInt, "");
  op_.attrs.back().min_value = least;
  return *this;
}

OpBuilder& OpBuilder::type(std::string name, std::vector<DataType> types, Attribute default_value) {
  AttrDef attr;
  attr.name = std::move(name);
  attr.kind = AttrKind::kType;
  attr.types = std::move(types);
  attr.default_value = std::move(default_value);
  return this->attr(std::move(attr));
}

OpBuilder& OpBuilder::types(std::string name, int64_t least) {
  attr(std::move(name), AttrKind::kTypes, "");
  op_.attrs.back().min_count = least;
  return *this;
}

OpBuilder& OpBuilder::also(std::vector<DataType> extension_types) {
  op_.attrs.back().extension_types = std::move(extension_types);
  return *this;
}

OpBuilder& OpBuilder::without(std::string value, std::string reason) {
  op_.attrs.back().excluded.push_back({std::move(value), std::move(reason)});
  return *this;
}

OpBuilder& OpBuilder::internal() {
  op_.internal = true;
  return *this;
}

OpBuilder& OpBuilder::stateful() {
  op_.stateful = true;
  return *this;
}

OpBuilder& OpBuilder::sets_results() {
  op_.sets_results = true;
  return *this;
}

OpBuilder& OpBuilder::no_gradient() {
  op_.no_gradient = true;
  return *this;
}

OpBuilder& OpBuilder::cpp_class(std::string name) {
  op_.cpp_name = std::move(name);
  return *this;
}

OpBuilder& OpBuilder::cpp_arg(std::string name) {
  last_arg_->cpp_name = std::move(name);
  return *this;
}

OpBuilder& OpBuilder::cpp_attr(std::string name) {
  op_.attrs.back().cpp_name = std::move(name);
  return *this;
}

OpBuilder& OpBuilder::gradient_of(std::string op) {
  op_.gradient_of = std::move(op);
  return *this;
}

OpBuilder& OpBuilder::infer(absl::Status (*infer)(Infer&)) {
  op_.infer = infer;
  return *this;
}

OpBuilder& OpBuilder::run(void (*run)(Run&)) {
  op_.run = run;
  return *this;
}

OpBuilder& OpBuilder::gradient(absl::Status (*gradient)(Grad&)) {
  op_.gradient = gradient;
  return *this;
}

OpBuilder& OpBuilder::example(std::string text, std::vector<std::pair<std::string, std::string>> arguments,
                              std::vector<std::string> results) {
  op_.example = {std::move(text), std::move(arguments), std::move(results)};
  return *this;
}

Op OpBuilder::Build(std::string file) && {
  op_.file = std::move(file);
  if (op_.cpp_name.empty()) op_.cpp_name = op_.name;
  for (const auto* args : {&op_.inputs, &op_.outputs}) {
    for (const ArgDef& arg : *args) op_.has_lists |= arg.is_list();
  }
  return std::move(op_);
}

const std::vector<Op>& OpTable() {
  static const std::vector<Op>* table = new std::vector<Op>(BuildTable());
  return *table;
}

const Op* FindOp(absl::string_view name) {
  const auto& table = OpTable();
  const auto found = std::lower_bound(table.begin(), table.end(), name,
                                      [](const Op& op, absl::string_view n) { return op.name < n; });
  return found != table.end() && found->name == name ? &*found : nullptr;
}

absl::Status UnknownOpError(absl::string_view name) {
  std::vector<std::string> names;
  for (const Op& op : OpTable()) names.push_back(op.name);
  const std::string nearest = Nearest(name, names);
  return absl::NotFoundError(absl::StrCat(
      "No op is called ", name, ".", nearest.empty() ? "" : absl::StrCat(" Did you mean ", nearest, "?")));
}

}  // namespace voxgrad
