// The answer of /api/run: lines that are sent while the run goes on. Includes Boost.
#ifndef VOXGRAD_SERVER_RUN_STREAM_H_
#define VOXGRAD_SERVER_RUN_STREAM_H_

#include <boost/beast/core/tcp_stream.hpp>
#include <nlohmann/json.hpp>

#include "server/core.h"

namespace voxgrad::server {

/// Takes the connection over, runs, and closes it at the end. A client that leaves cancels the run. Keeps
/// itself alive.
void StartRun(boost::beast::tcp_stream stream, nlohmann::json body, Server::Core* core);

}  // namespace voxgrad::server

#endif  // VOXGRAD_SERVER_RUN_STREAM_H_
