#include "server/static_files.h"

#include <algorithm>
#include <map>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "server/assets.h"

namespace voxgrad::server {
namespace {

using studio::Answer;

const EmbeddedFile* Find(absl::string_view path) {
  for (const EmbeddedFile& file : EmbeddedFiles()) {
    if (path == file.path) return &file;
  }
  return nullptr;
}

absl::string_view Content(const EmbeddedFile& file) {
  return {file.begin, static_cast<size_t>(file.end - file.begin)};
}

std::string TypeOf(absl::string_view path) {
  static const std::map<absl::string_view, const char*> types = {
      {"html", "text/html; charset=utf-8"},
      {"js", "text/javascript; charset=utf-8"},
      {"css", "text/css; charset=utf-8"},
      {"json", "application/json"},
      {"svg", "image/svg+xml"},
      {"png", "image/png"},
      {"webp", "image/webp"},
      {"woff2", "font/woff2"},
      {"txt", "text/plain; charset=utf-8"},
      {"pbtxt", "text/plain; charset=utf-8"},
  };
  const auto type = types.find(path.substr(path.rfind('.') + 1));
  return type == types.end() ? "application/octet-stream" : type->second;
}

Answer Words(int status, const std::string& text) {
  Answer answer;
  answer.status = status;
  answer.bytes = absl::StrCat(text, "\n");
  answer.content_type = "text/plain; charset=utf-8";
  return answer;
}

}  // namespace

Answer StaticFile(const std::string& path) {
  const EmbeddedFile* file = Find(path == "/" ? "/index.html" : path);
  if (file == nullptr && path == "/") {
    return Words(
        503,
        "This build of Voxgrad has no page: npm was not there when it was configured. Install Node.js 20 "
        "or newer and configure again.");
  }
  if (file == nullptr) return Words(404, absl::StrCat("There is no ", path, "."));
  Answer answer;
  answer.bytes = std::string(Content(*file));
  answer.content_type = TypeOf(file->path);
  // The build puts a hash into the names of what lies in assets: under such a name nothing ever changes.
  answer.headers.emplace_back("Cache-Control", absl::StartsWith(path, "/assets/")
                                                   ? "public, max-age=31536000, immutable"
                                                   : "no-store");
  return answer;
}

std::vector<studio::BuiltInPage> GalleryPages() {
  std::vector<studio::BuiltInPage> pages;
  for (const EmbeddedFile& file : EmbeddedFiles()) {
    const absl::string_view path = file.path;
    if (!absl::StartsWith(path, "/gallery/") || !studio::IsPageName(path)) continue;
    studio::BuiltInPage page = {std::string(path.substr(1)), Content(file), ""};
    for (const char* ending : {".png", ".svg", ".webp"}) {
      const std::string picture = absl::StrCat(path.substr(0, path.rfind('.')), ending);
      if (Find(picture)) page.picture = picture;
    }
    pages.push_back(std::move(page));
  }
  std::sort(pages.begin(), pages.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return pages;
}

const std::vector<std::pair<const char*, const char*>>& SafetyHeaders() {
  static const std::vector<std::pair<const char*, const char*>> headers = {
      {"Content-Security-Policy",
       "default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'; "
       "frame-ancestors 'none'; require-trusted-types-for 'script'"},
      {"X-Content-Type-Options", "nosniff"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
  };
  return headers;
}

}  // namespace voxgrad::server
