// A connection: requests are read, judged and answered, one after another. Includes Boost.
#ifndef VOXGRAD_SERVER_CONNECTION_H_
#define VOXGRAD_SERVER_CONNECTION_H_

#include "server/core.h"

namespace voxgrad::server {

/// Serves the socket until one side has enough; keeps itself alive.
void StartConnection(boost::asio::ip::tcp::socket socket, Server::Core* core);

}  // namespace voxgrad::server

#endif  // VOXGRAD_SERVER_CONNECTION_H_
