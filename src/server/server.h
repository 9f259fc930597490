// Studio's HTTP server: one thread for the sockets, a few for the work, loopback only.
#ifndef VOXGRAD_SERVER_SERVER_H_
#define VOXGRAD_SERVER_SERVER_H_

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "absl/status/statusor.h"
#include "server/gate.h"
#include "studio/api.h"

namespace voxgrad::server {

/// Who does the work. All are called on worker threads, several at once.
struct Services {
  /// Any POST below /api/ but the two that follow.
  std::function<studio::Answer(const std::string& path, const nlohmann::json& body)> post;
  /// /api/run: `emit` takes one line at a time and may wait for the client to take it.
  std::function<void(const nlohmann::json& body, const std::atomic<bool>& cancel,
                     const std::function<void(const std::string& line)>& emit)>
      run;
  /// /api/value
  std::function<studio::Answer(const std::string& content_type, std::string body)> upload;
};

struct ServerOptions {
  /// 0 is any free one; without a number 7421 or one of the next.
  std::optional<int> port;
  Limits limits;
  int request_threads = 4;
  /// Runs at a time; those of one session follow each other.
  int run_threads = 4;
};

class Server {
 public:
  /// Takes the port, so that connections wait from here on.
  static absl::StatusOr<std::unique_ptr<Server>> Listen(Services services, const ServerOptions& options);
  ~Server();

  int port() const;
  const std::string& token() const;
  /// What a browser opens: "http://127.0.0.1:7421/#token=…", with `&open=` where a page is to be opened.
  std::string Address(const std::string& page = "") const;

  /// SIGINT and SIGTERM stop the server from here on; a second one ends the process.
  void StopOnSignals();
  /// Serves until it is stopped: runs are cancelled, other requests that have arrived are answered.
  void Run();
  /// From any thread.
  void Stop();

  struct Core;

 private:
  explicit Server(std::unique_ptr<Core> core);
  std::unique_ptr<Core> core_;
};

}  // namespace voxgrad::server

#endif  // VOXGRAD_SERVER_SERVER_H_
