// Another library that does the same work: a child process that is asked for times.
#ifndef VOXGRAD_BENCH_PEERS_H_
#define VOXGRAD_BENCH_PEERS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bench/workloads.h"

namespace voxgrad::driver {

/// How long to measure in one go.
struct Effort {
  int threads = 1;
  int runs = 3;  // at least
  double seconds = 0.2;
};

/// Runs `python script library`, which reads a request a line and answers each with a line. It is started
/// again after it died.
class Peer {
 public:
  Peer(std::vector<std::string> command, std::string library)
      : command_(std::move(command)), library_(std::move(library)) {}
  ~Peer() { Stop(); }
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  /// Fails when the library is not there.
  absl::Status Start();

  const std::string& library() const { return library_; }  // "tensorflow"
  const std::string& title() const { return title_; }      // "TensorFlow 2.21.0"

  /// The answer to a request, a line each.
  absl::StatusOr<std::string> Ask(const std::string& request);
  /// Seconds of several runs of what a request describes. Unimplemented where the library refuses it, Aborted
  /// where it died.
  absl::StatusOr<std::vector<double>> Time(const std::string& request);
  absl::StatusOr<std::vector<double>> Time(const BenchCell& cell, const Effort& effort);

 private:
  absl::StatusOr<std::string> ReadLine(int timeout_ms);
  absl::Status Died();
  void Stop();

  std::vector<std::string> command_;
  std::string library_, title_, unread_;
  int socket_ = -1;
  int process_ = 0;
};

/// The request for one cell, as the child reads it.
std::string PeerRequest(const BenchCell& cell, const Effort& effort);

}  // namespace voxgrad::driver

#endif  // VOXGRAD_BENCH_PEERS_H_
