// Where Studio keeps what was uploaded, as long as it runs.
#ifndef VOXGRAD_STUDIO_UPLOAD_FOLDER_H_
#define VOXGRAD_STUDIO_UPLOAD_FOLDER_H_

#include <string>

#include "absl/status/status.h"
#include "studio/safe_folder.h"

namespace voxgrad::studio {

/// A folder of this object's own below the system's temporary one, removed with it. Folders of the same user
/// whose Studio is gone, as after a kill -9, are removed when a new one is made: each holds a lock on its own
/// while it lives. Only what has the mark of such a folder in it is removed.
class UploadFolder {
 public:
  UploadFolder();
  ~UploadFolder();
  UploadFolder(const UploadFolder&) = delete;
  UploadFolder& operator=(const UploadFolder&) = delete;

  /// Empty when no folder could be made.
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  Descriptor lock_{-1};
};

/// Whether so many bytes more may lie in a folder of uploads: at most a quarter of the memory, together.
absl::Status CheckRoom(const std::string& folder, size_t bytes);

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_UPLOAD_FOLDER_H_
