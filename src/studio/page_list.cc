#include "studio/page_list.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "page/pages/page_file.h"
#include "studio/page_json.h"

namespace voxgrad::studio {
namespace {

// Studio may be started in a home folder: the list ends somewhere.
constexpr size_t kMostPages = 1000;
constexpr size_t kMostFolders = 2000;
constexpr int kDeepest = 8;
constexpr uint64_t kLargestRead = 1 << 18;  // a page with larger text is listed without its words

std::string AboutOf(absl::string_view content) {
  const absl::StatusOr<GraphDef> def = ParsePage(content);
  if (!def.ok()) return "";
  const NamedJson page = GraphDefToPage(*def, "");
  const auto about = page.find("about");
  return about != page.end() && about->is_string() ? about->get<std::string>() : "";
}

/// "max_pool3d_grad" of "gallery/max_pool3d_grad.pbtxt", as words.
std::string Title(absl::string_view path) {
  std::string stem = NamePart(path);
  stem = absl::StrReplaceAll(stem.substr(0, stem.rfind('.')), {{"_", " "}, {"-", " "}});
  if (!stem.empty()) stem[0] = absl::ascii_toupper(static_cast<unsigned char>(stem[0]));
  return stem;
}

}  // namespace

bool IsPageName(absl::string_view path) {
  const std::string name = NamePart(path);
  return (absl::EndsWith(name, ".pbtxt") && name.size() > 6) ||
         (absl::EndsWith(name, ".pb") && name.size() > 3);
}

const BuiltInPage* PageList::FindBuiltIn(absl::string_view path) const {
  const auto at = std::find_if(gallery_.begin(), gallery_.end(),
                               [&](const BuiltInPage& page) { return page.path == path; });
  return at == gallery_.end() ? nullptr : &*at;
}

bool PageList::Collect(std::vector<Entry>* entries) const {
  struct Folder {
    std::string path;
    int depth;
  };
  // By breadth: where the list is cut, what lies near the top is in it.
  std::vector<Folder> folders = {{"", 0}};
  for (size_t k = 0; k < folders.size(); ++k) {
    const Folder folder = folders[k];
    for (FileInfo& file : folder_->List(folder.path)) {
      const std::string path = folder.path.empty() ? file.name : absl::StrCat(folder.path, "/", file.name);
      if (!SafeFolder::CheckName(path).ok()) continue;
      if (file.folder) {
        if (folder.depth == kDeepest || file.name == "node_modules") continue;
        if (folders.size() == kMostFolders) return true;
        folders.push_back({path, folder.depth + 1});
      } else if (IsPageName(path)) {
        if (entries->size() == kMostPages) return true;
        entries->push_back({path, std::move(file)});
      }
    }
  }
  return false;
}

std::string PageList::About(const std::string& path, const FileInfo& file) {
  if (file.bytes > kLargestRead) return "";
  {
    const std::lock_guard lock(mutex_);
    const auto known = said_.find(path);
    if (known != said_.end() && known->second.bytes == file.bytes &&
        known->second.modified_ms == file.modified_ms)
      return known->second.about;
  }
  const absl::StatusOr<std::string> content = folder_->Read(path);
  std::string about = content.ok() ? AboutOf(*content) : "";
  const std::lock_guard lock(mutex_);
  if (said_.size() > 2 * kMostPages) said_.clear();
  said_[path] = {file.bytes, file.modified_ms, about};
  return about;
}

Json PageList::Gallery() const {
  Json pages = Json::array();
  for (const BuiltInPage& page : gallery_) {
    // The first line of several is the title.
    const std::string words = AboutOf(page.content);
    const size_t line = words.find('\n');
    const bool titled = line != std::string::npos;
    const std::string about(absl::StripAsciiWhitespace(titled ? words.substr(line) : words));
    pages.push_back({{"path", page.path},
                     {"title", titled ? words.substr(0, line) : Title(page.path)},
                     {"about", about},
                     {"picture", page.picture}});
  }
  return pages;
}

Json PageList::Describe() {
  std::vector<Entry> entries;
  const bool cut = Collect(&entries);
  for (auto& [page, file] : history_->Autosaves()) {
    if (IsPageName(page) && !folder_->Info(page).ok()) entries.push_back({page, std::move(file), true});
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.file.modified_ms > b.file.modified_ms; });
  Json pages = Json::array();
  for (const Entry& entry : entries) {
    pages.push_back({{"path", entry.path},
                     {"bytes", entry.file.bytes},
                     {"modified", entry.file.modified_ms},
                     {"about", entry.unsaved ? "" : About(entry.path, entry.file)},
                     {"unsaved", entry.unsaved}});
  }
  return {{"folder", folder_->path()}, {"pages", pages}, {"gallery", Gallery()}, {"cut", cut}};
}

}  // namespace voxgrad::studio
