// What Studio asks of the engine, as JSON in and out. Knows nothing of HTTP but its status numbers.
#ifndef VOXGRAD_STUDIO_API_H_
#define VOXGRAD_STUDIO_API_H_

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "studio/json.h"

namespace voxgrad::studio {

/// What goes back. Where `content_type` is empty it is `json`, else it is `bytes`.
struct Answer {
  int status = 200;
  Json json;
  std::string bytes;
  std::string content_type;
  std::vector<std::pair<std::string, std::string>> headers;
};

/// {"error": sentence} with its status; `argument` where one is at fault.
Answer ErrorAnswer(int status, const std::string& sentence, const std::string& argument = "");

/// An answer's JSON as it is sent: text that is not UTF-8 is mended instead of refused.
std::string JsonText(const Json& json);

/// All requests of docs/http-api.md but /api/run, /api/value and /api/pages/…. Every function may be called
/// from several threads at once, and none throws.
class Studio {
 public:
  /// `folder` is the one that pages lie in; a request's `path` is below it. Uploads that are not yet part of
  /// a page are kept in a folder of their own, which goes with this object.
  explicit Studio(std::string folder);
  ~Studio();
  Studio(const Studio&) = delete;
  Studio& operator=(const Studio&) = delete;

  /// `path` is that of the request: "/api/infer". 404 when there is no such request.
  Answer Post(const std::string& path, const NamedJson& body);

  /// /api/run: calls `emit` with one line of JSON (without its end of line) at a time, on the calling thread.
  /// Ends soon after `cancel` is set.
  void Run(const NamedJson& body, const std::atomic<bool>& cancel,
           const std::function<void(const std::string&)>& emit);

  /// /api/value: a .npy file or CSV text as the body.
  Answer Upload(const std::string& content_type, const std::string& body);

  /// The folder in which `upload:NAME` is the file NAME.npy.
  const std::string& upload_folder() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_API_H_
