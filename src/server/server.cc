#include "server/server.h"

#include <fcntl.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <tuple>
#include <vector>

#include "absl/strings/str_cat.h"
#include "page/pages/page_file.h"
#include "server/connection.h"
#include "server/core.h"

namespace voxgrad::server {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr int kFirstPort = 7421;
constexpr int kPortsTried = 20;
constexpr auto kEndPatience = std::chrono::seconds(5);

/// The port that is taken then, or 0.
int TakePort(tcp::acceptor* acceptor, int port, error_code* error) {
  const tcp::endpoint endpoint(asio::ip::address_v4::loopback(), static_cast<unsigned short>(port));
  std::ignore = acceptor->close(*error);
  std::ignore = acceptor->open(endpoint.protocol(), *error);
  // The browser that is started from here would hold the port for as long as it lives.
  if (!*error) fcntl(acceptor->native_handle(), F_SETFD, FD_CLOEXEC);
  // For the minute in which the system remembers the last server's connections. SO_REUSEPORT would let two
  // servers share a port.
  if (!*error) std::ignore = acceptor->set_option(asio::socket_base::reuse_address(true), *error);
  if (!*error) std::ignore = acceptor->bind(endpoint, *error);
  if (!*error) std::ignore = acceptor->listen(asio::socket_base::max_listen_connections, *error);
  return *error ? 0 : acceptor->local_endpoint(*error).port();
}

absl::Status TakeAnyOf(tcp::acceptor* acceptor, const std::optional<int>& wanted, int* port) {
  error_code error;
  if (wanted) {
    *port = TakePort(acceptor, *wanted, &error);
  } else {
    for (int k = 0; k < kPortsTried && *port == 0; ++k) *port = TakePort(acceptor, kFirstPort + k, &error);
    if (*port == 0) *port = TakePort(acceptor, 0, &error);
  }
  if (*port != 0) return absl::OkStatus();
  if (error == asio::error::address_in_use)
    return absl::UnavailableError(
        absl::StrCat("Port ", wanted.value_or(kFirstPort),
                     " is taken by another program; name another one, or 0 for any."));
  return absl::UnavailableError(
      absl::StrCat("Port ", wanted.value_or(kFirstPort), " cannot be used: ", error.message(), "."));
}

}  // namespace

void Server::Core::Accept() {
  acceptor.async_accept([this](error_code error, tcp::socket socket) {
    if (ending) return;
    if (error) {
      // Most likely no descriptors are left: wait until some are.
      deadline.expires_after(std::chrono::milliseconds(100));
      deadline.async_wait([this](error_code) {
        if (!ending) Accept();
      });
      return;
    }
    if (clients.size() >= limits.connections) {
      // The one that has been idle for longest makes room; it may come again.
      const auto longest =
          std::min_element(clients.begin(), clients.end(), [](const Client* a, const Client* b) {
            constexpr auto kBusy = std::chrono::steady_clock::time_point::max();
            return a->IdleSince().value_or(kBusy) < b->IdleSince().value_or(kBusy);
          });
      (*longest)->IdleSince() ? (*longest)->Close() : static_cast<void>(socket.close(error));
    }
    if (socket.is_open()) StartConnection(std::move(socket), this);
    Accept();
  });
}

void Server::Core::End() {
  if (ending) return;
  ending = true;
  error_code ignored;
  std::ignore = acceptor.close(ignored);
  std::ignore = signals.cancel(ignored);
  std::ignore = signals.clear(ignored);
  deadline.cancel();
  const std::vector<Client*> all(clients.begin(), clients.end());
  for (Client* client : all) client->End();
  if (clients.empty()) return;
  deadline.expires_after(kEndPatience);
  deadline.async_wait([this](error_code error) {
    if (error) return;
    const std::vector<Client*> left(clients.begin(), clients.end());
    for (Client* client : left) client->Close();
  });
}

Server::Server(std::unique_ptr<Core> core) : core_(std::move(core)) {}
Server::~Server() = default;

absl::StatusOr<std::unique_ptr<Server>> Server::Listen(Services services, const ServerOptions& options) {
  auto core = std::make_unique<Core>(std::move(services), options);
  if (absl::Status status = TakeAnyOf(&core->acceptor, options.port, &core->port); !status.ok())
    return status;
  core->gate = std::make_unique<Gate>(core->port, core->token);
  return std::unique_ptr<Server>(new Server(std::move(core)));
}

int Server::port() const { return core_->port; }
const std::string& Server::token() const { return core_->token; }

std::string Server::Address(const std::string& page) const {
  const std::string open = page.empty() ? "" : absl::StrCat("&open=", FileName(page));
  return absl::StrCat("http://127.0.0.1:", port(), "/#token=", token(), open);
}

void Server::StopOnSignals() {
  core_->signals.add(SIGINT);
  core_->signals.add(SIGTERM);
  core_->signals.async_wait([core = core_.get()](error_code error, int) {
    if (!error) core->End();
  });
}

void Server::Run() {
  core_->Accept();
  core_->io.run();
}

void Server::Stop() {
  asio::post(core_->io, [core = core_.get()] { core->End(); });
}

}  // namespace voxgrad::server
