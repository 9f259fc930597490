// Which pages there are: those of the folder and those of the gallery.
#ifndef VOXGRAD_STUDIO_PAGE_LIST_H_
#define VOXGRAD_STUDIO_PAGE_LIST_H_

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "studio/json.h"
#include "studio/page_history.h"
#include "studio/safe_folder.h"

namespace voxgrad::studio {

/// A page of the gallery, part of the executable.
struct BuiltInPage {
  std::string path;  // "gallery/xor.pbtxt"
  absl::string_view content;
  std::string picture;  // "/gallery/xor.png", or empty
};

class PageList {
 public:
  PageList(const SafeFolder* folder, const PageHistory* history, std::vector<BuiltInPage> gallery)
      : folder_(folder), history_(history), gallery_(std::move(gallery)) {}

  /// The answer of /api/pages/list.
  Json Describe();

  /// Null where the gallery has no such page.
  const BuiltInPage* FindBuiltIn(absl::string_view path) const;

 private:
  struct Entry {
    std::string path;
    FileInfo file;
    bool unsaved = false;
  };
  /// True when there were too many to list them all.
  bool Collect(std::vector<Entry>* entries) const;
  /// The page's own words about itself; read once for each state of the file.
  std::string About(const std::string& path, const FileInfo& file);
  Json Gallery() const;

  const SafeFolder* folder_;
  const PageHistory* history_;
  const std::vector<BuiltInPage> gallery_;
  std::mutex mutex_;  // of what follows
  struct Said {
    uint64_t bytes;
    int64_t modified_ms;
    std::string about;
  };
  std::map<std::string, Said> said_;
};

/// Whether a file of that name is one that Studio opens and saves.
bool IsPageName(absl::string_view path);

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_PAGE_LIST_H_
