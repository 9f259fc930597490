#include "server/studio_services.h"

#include <memory>

#include "absl/strings/match.h"
#include "server/static_files.h"
#include "studio/page_files.h"

namespace voxgrad::server {
namespace {

using studio::Answer;
using studio::ErrorAnswer;

struct App {
  explicit App(const studio::SafeFolder& folder)
      : engine(folder.path()), pages(folder, engine.upload_folder(), GalleryPages()) {}

  /// Whatever a request names lies in the folder: the engine opens files by path.
  absl::Status CheckPath(const nlohmann::json& body) const {
    const auto path = body.find("path");
    if (path == body.end() || !path->is_string() || path->get_ref<const std::string&>().empty())
      return absl::OkStatus();
    return pages.CheckPath(path->get<std::string>());
  }

  Answer Post(const std::string& path, const nlohmann::json& body) {
    if (absl::StartsWith(path, "/api/pages/")) return pages.Post(path, body);
    if (absl::Status status = CheckPath(body); !status.ok())
      return ErrorAnswer(400, std::string(status.message()), "path");
    return engine.Post(path, body);
  }

  void Run(const nlohmann::json& body, const std::atomic<bool>& cancel,
           const std::function<void(const std::string&)>& emit) {
    if (absl::Status status = CheckPath(body); !status.ok()) {
      emit(studio::JsonText({{"event", "error"}, {"message", std::string(status.message())}}));
      return;
    }
    engine.Run(body, cancel, emit);
  }

  studio::Studio engine;
  studio::PageFiles pages;
};

}  // namespace

Services StudioServices(const studio::SafeFolder& folder) {
  const auto app = std::make_shared<App>(folder);
  return {
      .post = [app](const std::string& path, const nlohmann::json& body) { return app->Post(path, body); },
      .run = [app](const nlohmann::json& body, const std::atomic<bool>& cancel,
                   const std::function<void(const std::string&)>& emit) { app->Run(body, cancel, emit); },
      .upload = [app](const std::string& type,
                      const std::string& body) { return app->engine.Upload(type, body); },
  };
}

}  // namespace voxgrad::server
