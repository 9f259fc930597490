// Reading JSON from outside: every wrong kind is a sentence that says where it stands.
#ifndef VOXGRAD_STUDIO_JSON_READER_H_
#define VOXGRAD_STUDIO_JSON_READER_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "studio/json.h"

namespace voxgrad::studio {

/// One object of a request. Reads leave their target alone when the field is missing or null; the first wrong
/// one is kept as the status. Nothing of the JSON but its texts is copied, however deep it is.
class JsonReader {
 public:
  /// `where` names the object in sentences: "page.blocks.x".
  JsonReader(const NamedJson& json, std::string where);

  bool ok() const { return status_.ok(); }
  const absl::Status& status() const { return status_; }
  void Fail(absl::Status status) {
    if (status_.ok()) status_ = std::move(status);
  }

  bool Has(const char* field) const { return Find(field) != nullptr; }
  JsonReader& Text(const char* field, std::string* to);
  JsonReader& Text(const char* field, std::optional<std::string>* to);
  JsonReader& Flag(const char* field, bool* to);
  JsonReader& Number(const char* field, double* to);
  JsonReader& Number(const char* field, std::optional<double>* to);
  /// An integer of [least, most].
  JsonReader& Integer(const char* field, int64_t least, int64_t most, int64_t* to);
  JsonReader& Integers(const char* field, int64_t least, int64_t most, std::vector<int64_t>* to);
  JsonReader& Strings(const char* field, std::vector<std::string>* to);
  JsonReader& Texts(const char* field, std::map<std::string, std::string>* to);
  /// The object or list under a name, or null; a value of another kind is an error.
  const NamedJson* Object(const char* field);
  const NamedJson* List(const char* field);
  /// The error for a field that must be there.
  void Require(const char* field, const char* what);

  std::string Where(const std::string& field) const { return where_.empty() ? field : where_ + "." + field; }

 private:
  const NamedJson* Find(const char* field) const;
  void Wrong(const std::string& field, const NamedJson& value, const std::string& right);

  const NamedJson& json_;
  std::string where_;
  absl::Status status_;
};

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_JSON_READER_H_
