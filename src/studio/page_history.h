// What is kept of pages besides the pages: earlier versions, work that was not saved, what was deleted.
//
// All of it lies in the folder `.voxgrad`: versions/PAGE/000012.pbtxt, autosave/PAGE.json, uploads/NAME.npy
// and trash/, where PAGE is the page's path as one file name.
#ifndef VOXGRAD_STUDIO_PAGE_HISTORY_H_
#define VOXGRAD_STUDIO_PAGE_HISTORY_H_

#include <string>
#include <vector>

#include "studio/safe_folder.h"

namespace voxgrad::studio {

class PageHistory {
 public:
  explicit PageHistory(const SafeFolder* folder) : folder_(folder) {}

  /// For as long as the descriptor lives no one else changes pages in this folder.
  absl::StatusOr<Descriptor> Lock() const;

  struct Version {
    int64_t number = 0;
    FileInfo file;
  };
  /// Newest first, at most five.
  std::vector<Version> Versions(const std::string& page) const;
  absl::StatusOr<std::string> ReadVersion(const std::string& page, int64_t number) const;
  /// Keeps what the page held until now as its newest version, and five in all.
  absl::Status Keep(const std::string& page, absl::string_view content) const;

  absl::Status Autosave(const std::string& page, absl::string_view json) const;
  absl::StatusOr<std::string> ReadAutosave(const std::string& page) const;
  absl::StatusOr<FileInfo> AutosaveInfo(const std::string& page) const;
  void ForgetAutosave(const std::string& page) const;
  /// The pages of which there is an autosave.
  std::vector<std::pair<std::string, FileInfo>> Autosaves() const;

  /// Versions and autosave of a page that goes by another name now.
  void Rename(const std::string& page, const std::string& to) const;
  /// Moves the page to the trash. Its versions stay, for a page of the same name.
  absl::Status Trash(const std::string& page) const;

 private:
  /// A save that was cut off may leave one more.
  std::vector<Version> OnDisk(const std::string& page) const;

  const SafeFolder* folder_;
};

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_PAGE_HISTORY_H_
