// A server on a thread of its own, and clients that may misbehave: plain sockets, no HTTP library.
#ifndef VOXGRAD_TESTS_SERVER_CLIENT_H_
#define VOXGRAD_TESTS_SERVER_CLIENT_H_

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <thread>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "server/server.h"
#include "support.h"

namespace voxgrad::test {

inline constexpr int kPatience = 60;  // seconds until a test gives up; nothing here takes that long by itself

class TestServer {
 public:
  explicit TestServer(server::Services services, server::ServerOptions options = {}) {
    options.port = 0;
    server_ = Must(server::Server::Listen(std::move(services), options));
    thread_ = std::thread([this] { server_->Run(); });
  }
  ~TestServer() { Stop(); }

  void Stop() {
    if (!thread_.joinable()) return;
    server_->Stop();
    thread_.join();
  }
  int port() const { return server_->port(); }
  const std::string& token() const { return server_->token(); }
  std::string host() const { return absl::StrCat("127.0.0.1:", port()); }

  /// The head of a good POST, without the empty line that ends it.
  std::string Head(const std::string& path) const {
    return absl::StrCat("POST ", path, " HTTP/1.1\r\nHost: ", host(), "\r\nX-Voxgrad-Token: ", token(),
                        "\r\nContent-Type: application/json\r\n");
  }
  std::string Request(const std::string& path, const std::string& body) const {
    return absl::StrCat(Head(path), "Content-Length: ", body.size(), "\r\n\r\n", body);
  }

 private:
  std::unique_ptr<server::Server> server_;
  std::thread thread_;
};

struct Reply {
  int status = 0;  // 0: none came
  std::string head, body;
};

class Socket {
 public:
  explicit Socket(int port) : number_(socket(AF_INET, SOCK_STREAM, 0)) {
    const timeval patience = {kPatience, 0};
    setsockopt(number_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    setsockopt(number_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(number_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  }
  ~Socket() { Close(); }
  Socket(Socket&& other) noexcept : number_(other.number_), read_(std::move(other.read_)) {
    other.number_ = -1;
  }

  void Close() {
    if (number_ >= 0) close(number_);
    number_ = -1;
  }

  /// False once the server has closed the connection.
  bool Send(const std::string& text) {
    size_t sent = 0;
    while (sent < text.size()) {
      const ssize_t n = send(number_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
      if (n <= 0) return false;
      sent += static_cast<size_t>(n);
    }
    return true;
  }

  /// What has been read up to and with `end`; empty where the connection ended before.
  std::string ReadUntil(const std::string& end) {
    size_t at;
    while ((at = read_.find(end)) == std::string::npos) {
      if (!More()) return "";
    }
    return Take(at + end.size());
  }
  std::string ReadBytes(size_t count) {
    while (read_.size() < count && More()) {
    }
    return Take(std::min(count, read_.size()));
  }
  std::string ReadToEnd() {
    while (More()) {
    }
    return Take(read_.size());
  }

  Reply ReadReply() {
    Reply reply;
    reply.head = ReadUntil("\r\n\r\n");
    if (reply.head.size() < 12) return reply;
    reply.status = std::atoi(reply.head.c_str() + 9);
    const size_t length = reply.head.find("Content-Length: ");
    if (length != std::string::npos)
      reply.body = ReadBytes(static_cast<size_t>(std::atoll(reply.head.c_str() + length + 16)));
    return reply;
  }

  /// One chunk of a body in chunks; empty at its end.
  std::string ReadChunk() {
    const size_t size = std::strtoul(ReadUntil("\r\n").c_str(), nullptr, 16);
    return ReadBytes(size + 2).substr(0, size);
  }

 private:
  bool More() {
    char block[65536];
    const ssize_t n = recv(number_, block, sizeof(block), 0);
    if (n > 0) read_.append(block, static_cast<size_t>(n));
    return n > 0;
  }
  std::string Take(size_t count) {
    std::string text = read_.substr(0, count);
    read_.erase(0, count);
    return text;
  }

  int number_;
  std::string read_;
};

/// A request on a connection of its own.
inline Reply Ask(const TestServer& server, const std::string& request) {
  Socket socket(server.port());
  socket.Send(request);
  return socket.ReadReply();
}

}  // namespace voxgrad::test

#endif  // VOXGRAD_TESTS_SERVER_CLIENT_H_
