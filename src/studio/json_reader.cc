#include "studio/json_reader.h"

#include <cmath>
#include <limits>

#include "absl/strings/str_cat.h"

namespace voxgrad::studio {

JsonReader::JsonReader(const NamedJson& json, std::string where) : json_(json), where_(std::move(where)) {
  if (!json.is_object()) {
    status_ = absl::InvalidArgumentError(absl::StrCat(where_.empty() ? "The request" : where_, " is ",
                                                      json.type_name(), "; it must be an object."));
  }
}

const NamedJson* JsonReader::Find(const char* field) const {
  if (!json_.is_object()) return nullptr;
  const auto found = json_.find(field);
  return found == json_.end() || found->is_null() ? nullptr : &*found;
}

void JsonReader::Wrong(const std::string& field, const NamedJson& value, const std::string& right) {
  const std::string came = value.is_number() ? value.dump() : absl::StrCat("of the kind ", value.type_name());
  Fail(absl::InvalidArgumentError(absl::StrCat(Where(field), " is ", came, "; it must be ", right, ".")));
}

JsonReader& JsonReader::Text(const char* field, std::string* to) {
  if (const NamedJson* value = Find(field)) {
    value->is_string() ? void(*to = value->get_ref<const std::string&>()) : Wrong(field, *value, "a text");
  }
  return *this;
}

JsonReader& JsonReader::Text(const char* field, std::optional<std::string>* to) {
  if (Has(field)) Text(field, &to->emplace());
  return *this;
}

JsonReader& JsonReader::Flag(const char* field, bool* to) {
  if (const NamedJson* value = Find(field)) {
    value->is_boolean() ? void(*to = value->get<bool>()) : Wrong(field, *value, "true or false");
  }
  return *this;
}

JsonReader& JsonReader::Number(const char* field, double* to) {
  if (const NamedJson* value = Find(field)) {
    value->is_number() ? void(*to = value->get<double>()) : Wrong(field, *value, "a number");
  }
  return *this;
}

JsonReader& JsonReader::Number(const char* field, std::optional<double>* to) {
  if (Has(field)) Number(field, &to->emplace());
  return *this;
}

namespace {

/// A whole number of the range, however it is written: 2 or 2.0.
bool ReadInteger(const NamedJson& value, int64_t least, int64_t most, int64_t* to) {
  if (!value.is_number()) return false;
  const double number = value.get<double>();
  if (!(number >= static_cast<double>(least) && number <= static_cast<double>(most))) return false;
  if (std::floor(number) != number) return false;
  *to = value.is_number_float() ? static_cast<int64_t>(number) : value.get<int64_t>();
  return *to >= least && *to <= most;
}

std::string RangeText(int64_t least, int64_t most) {
  return absl::StrCat("a whole number from ", least, " to ", most);
}

}  // namespace

JsonReader& JsonReader::Integer(const char* field, int64_t least, int64_t most, int64_t* to) {
  const NamedJson* value = Find(field);
  if (value != nullptr && !ReadInteger(*value, least, most, to)) Wrong(field, *value, RangeText(least, most));
  return *this;
}

JsonReader& JsonReader::Integers(const char* field, int64_t least, int64_t most, std::vector<int64_t>* to) {
  const NamedJson* list = List(field);
  if (list == nullptr) return *this;
  to->clear();
  for (const NamedJson& value : *list) {
    int64_t number = 0;
    if (!ReadInteger(value, least, most, &number)) Wrong(field, value, "of " + RangeText(least, most));
    to->push_back(number);
  }
  return *this;
}

JsonReader& JsonReader::Strings(const char* field, std::vector<std::string>* to) {
  const NamedJson* list = List(field);
  if (list == nullptr) return *this;
  to->clear();
  for (const NamedJson& value : *list) {
    value.is_string() ? to->push_back(value.get_ref<const std::string&>()) : Wrong(field, value, "of texts");
  }
  return *this;
}

JsonReader& JsonReader::Texts(const char* field, std::map<std::string, std::string>* to) {
  const NamedJson* object = Object(field);
  if (object == nullptr) return *this;
  for (const auto& [name, value] : object->items()) {
    if (!value.is_string()) {
      Wrong(absl::StrCat(field, ".", name), value, "a text");
    } else {
      (*to)[name] = value.get_ref<const std::string&>();
    }
  }
  return *this;
}

const NamedJson* JsonReader::Object(const char* field) {
  const NamedJson* value = Find(field);
  if (value == nullptr || value->is_object()) return value;
  Wrong(field, *value, "an object");
  return nullptr;
}

const NamedJson* JsonReader::List(const char* field) {
  const NamedJson* value = Find(field);
  if (value == nullptr || value->is_array()) return value;
  Wrong(field, *value, "a list");
  return nullptr;
}

void JsonReader::Require(const char* field, const char* what) {
  if (Has(field)) return;
  Fail(absl::InvalidArgumentError(absl::StrCat(Where(field), " is missing; it is ", what, ".")));
}

}  // namespace voxgrad::studio
