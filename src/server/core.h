// What the connections of a server share. Includes Boost: for the server's own files only.
#ifndef VOXGRAD_SERVER_CORE_H_
#define VOXGRAD_SERVER_CORE_H_

#include <utility>  // asio of Boost 1.74 forgets it in C++20

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "server/gate.h"
#include "server/server.h"
#include "server/workers.h"

namespace voxgrad::server {

/// One that holds a socket. All of it lives on the io thread.
class Client {
 public:
  virtual ~Client() = default;
  /// Answers what has arrived, then goes.
  virtual void End() = 0;
  /// Goes at once.
  virtual void Close() = 0;
  /// Since when it waits for a request; nothing while it has one.
  virtual std::optional<std::chrono::steady_clock::time_point> IdleSince() const = 0;
};

struct Server::Core {
  Core(Services services, const ServerOptions& options)
      : services(std::move(services)),
        limits(options.limits),
        token(RandomToken()),
        requests(options.request_threads),
        runs(options.run_threads) {}

  // io takes the last clients with it, when the timer is gone already.
  ~Core() { ending = false; }

  void Add(Client* client) { clients.insert(client); }
  void Remove(Client* client) noexcept {
    clients.erase(client);
    boost::system::error_code ignored;
    if (ending && clients.empty()) deadline.cancel(ignored);
  }

  void Accept();
  void End();

  const Services services;
  const Limits limits;
  const std::string token;
  std::unique_ptr<Gate> gate;  // once the port is known
  int port = 0;

  std::set<Client*> clients;
  bool ending = false;
  boost::asio::io_context io{1};
  boost::asio::ip::tcp::acceptor acceptor{io};
  boost::asio::signal_set signals{io};
  boost::asio::steady_timer deadline{io};
  // Behind io: they end first, and post to it until then.
  Workers requests;
  Workers runs;
};

}  // namespace voxgrad::server

#endif  // VOXGRAD_SERVER_CORE_H_
