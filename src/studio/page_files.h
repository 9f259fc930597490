// The pages below Studio's folder: listed, loaded, saved. All of /api/pages/….
#ifndef VOXGRAD_STUDIO_PAGE_FILES_H_
#define VOXGRAD_STUDIO_PAGE_FILES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "studio/api.h"
#include "studio/json.h"
#include "studio/page_history.h"
#include "studio/page_list.h"
#include "studio/safe_folder.h"
#include "studio/value_files.h"
#include "voxgrad/graph_def.h"

namespace voxgrad::studio {

/// Every function may be called from several threads at once.
class PageFiles {
 public:
  /// Uploads are the files NAME.npy of `upload_folder`.
  PageFiles(SafeFolder folder, std::string upload_folder, std::vector<BuiltInPage> gallery);

  /// `request` is that of the address: "/api/pages/load".
  Answer Post(const std::string& request, const NamedJson& body);

  /// Whether a client may name this page: a plain path below the folder that ends in .pbtxt or .pb and leads
  /// through no link. It need not exist.
  absl::Status CheckPath(const std::string& path) const;

 private:
  absl::StatusOr<Json> Load(const std::string& path, const NamedJson& body);
  absl::StatusOr<Json> Save(const std::string& path, const NamedJson& body);
  absl::StatusOr<Json> Autosave(const std::string& path, const NamedJson& body);
  absl::StatusOr<Json> Forget(const std::string& path, const NamedJson& body);
  absl::StatusOr<Json> LoadVersion(const std::string& path, const NamedJson& body);
  absl::StatusOr<Json> Rename(const std::string& path, const NamedJson& body);
  absl::StatusOr<Json> Delete(const std::string& path, const NamedJson& body);

  absl::StatusOr<NamedJson> PageOf(const std::string& path, const std::string& content) const;
  void DropAutosave(const std::string& path) const;
  void DropValues(const std::string& path, const std::vector<std::string>& gone) const;

  SafeFolder folder_;
  ValueFiles values_;
  PageHistory history_;
  PageList list_;
};

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_PAGE_FILES_H_
