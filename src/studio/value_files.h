// Values that lie beside a page: where they go when it is saved, and those that were sent and not saved yet.
#ifndef VOXGRAD_STUDIO_VALUE_FILES_H_
#define VOXGRAD_STUDIO_VALUE_FILES_H_

#include <set>
#include <string>

#include "absl/status/status.h"
#include "studio/json.h"
#include "studio/safe_folder.h"
#include "voxgrad/graph_def.h"

namespace voxgrad::studio {

class ValueFiles {
 public:
  /// Uploads are the files NAME.npy of `upload_folder`, which goes with the process.
  ValueFiles(const SafeFolder* folder, std::string upload_folder)
      : folder_(folder), upload_folder_(std::move(upload_folder)) {}

  const std::string& upload_folder() const { return upload_folder_; }

  /// Large values of a page that is about to be written at `path` go to PAGE.data; what it names already lies
  /// in `from_folder`. No file that is there is changed.
  absl::Status PutBeside(const std::string& path, const std::string& from_folder, GraphDef* def) const;

  /// The files of PAGE.data that a page at `path` names, by their names in it.
  static std::set<std::string> NamedBy(const std::string& path, const GraphDef& def);
  /// Removes one of them.
  void Drop(const std::string& path, const std::string& name) const;

  /// Keeps the uploads of an autosaved page (JSON) where a crash leaves them.
  absl::Status Keep(const NamedJson& page) const;
  /// Puts those that are missing back to the uploads.
  void Restore(const NamedJson& page) const;
  void DropKept() const;

 private:
  const SafeFolder* folder_;
  std::string upload_folder_;
};

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_VALUE_FILES_H_
