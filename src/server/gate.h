// Who may ask for what: judged from the head of a request, before a byte of its body is read.
//
// The server listens on loopback, but every web page that its user visits can send requests there too, and so
// can every program of the machine. The first are turned away by Host (a name that was bound to 127.0.0.1),
// Origin and Sec-Fetch-Site (a page of another site), the second by the token.
#ifndef VOXGRAD_SERVER_GATE_H_
#define VOXGRAD_SERVER_GATE_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace voxgrad::server {

struct RequestHead {
  std::string method;  // "POST"
  std::string target;  // "/api/infer"
  std::vector<std::pair<std::string, std::string>> fields;
  bool has_body = false;

  /// The value of a header; empty where it is missing.
  absl::string_view Field(absl::string_view name) const;
  int Count(absl::string_view name) const;
};

/// What a request asks for, or why it is turned away.
struct Verdict {
  enum class Kind { kRefuse, kFile, kRequest };
  Kind kind = Kind::kRefuse;
  int status = 400;
  std::string sentence;
  std::string path;          // the target without its query
  std::string content_type;  // of a request's body, without its parameters
};

struct Limits {
  uint32_t header_bytes = 16 << 10;
  uint64_t body_bytes = uint64_t{64} << 20;
  uint64_t value_bytes = uint64_t{1} << 30;  // of /api/value
  size_t connections = 512;
  int idle_seconds = 60;   // until a request's head must be there
  int body_seconds = 300;  // until its body must be
  int write_seconds = 60;  // until a client must have taken what was sent
};

class Gate {
 public:
  Gate(int port, std::string token);

  Verdict Judge(const RequestHead& head) const;

 private:
  /// Sets the refusal and says that it is one.
  bool Stranger(const RequestHead& head, Verdict* verdict) const;

  std::vector<std::string> hosts_;
  std::string token_;
};

/// Takes as long for a wrong first letter as for a wrong last one.
bool SameSecret(absl::string_view given, absl::string_view secret);

/// 128 random bits as hexadecimal digits.
std::string RandomToken();

}  // namespace voxgrad::server

#endif  // VOXGRAD_SERVER_GATE_H_
