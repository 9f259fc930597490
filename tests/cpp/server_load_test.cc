// A server under attack or load: clients that hold, flood, leave or do not read.
#include <latch>
#include <mutex>
#include <set>

#include "absl/strings/match.h"
#include "server/workers.h"
#include "server_client.h"

namespace voxgrad {
namespace {

using test::Ask;
using test::Socket;
using test::TestServer;

server::Services Plain() {
  server::Services services;
  services.post = [](const std::string&, const nlohmann::json&) {
    studio::Answer answer;
    answer.json = {{"good", true}};
    return answer;
  };
  return services;
}

bool Answers(const TestServer& server) {
  return Ask(server, server.Request("/api/infer", "{}")).body == R"({"good":true})";
}

/// Sends a piece again and again until the server has enough, at most 64 MB; the answer's status.
int Flood(const TestServer& server, const std::string& begin, const std::string& piece) {
  Socket socket(server.port());
  socket.Send(begin);
  size_t sent = 0;
  while (sent < (size_t{64} << 20) && socket.Send(piece)) sent += piece.size();
  EXPECT_LT(sent, size_t{64} << 20) << "the server took it all";
  return socket.ReadReply().status;
}

server::ServerOptions SmallBodies() {
  server::ServerOptions options;
  options.limits.body_bytes = 1 << 20;
  return options;
}

TEST(ServerLoad, IdleConnectionsDoNotStall) {
  const TestServer server(Plain());
  std::vector<Socket> idle;
  for (int k = 0; k < 70; ++k) idle.emplace_back(server.port());
  for (int k = 0; k < 70; k += 2) idle[static_cast<size_t>(k)].Send("POST /api/infer HTTP/1.1\r\nHost: ");
  EXPECT_TRUE(Answers(server));
}

TEST(ServerLoad, TheLongestIdleMakesRoom) {
  server::ServerOptions options;
  options.limits.connections = 8;
  const TestServer server(Plain(), options);
  Socket first(server.port());
  first.Send(server.Request("/api/infer", "{}"));
  EXPECT_EQ(first.ReadReply().status, 200);
  std::vector<Socket> idle;
  for (int k = 0; k < 30; ++k) {
    idle.emplace_back(server.port());
    ASSERT_TRUE(Answers(server)) << k;
  }
  EXPECT_EQ(first.ReadToEnd(), "");  // closed, not forgotten
}

TEST(ServerLoad, EndlessBodies) {
  const TestServer server(Plain(), SmallBodies());
  const std::string chunked = server.Head("/api/infer") + "Transfer-Encoding: chunked\r\n\r\n";
  const std::string chunk = "4000\r\n" + std::string(0x4000, ' ') + "\r\n";
  EXPECT_EQ(Flood(server, chunked, chunk), 413);
  EXPECT_EQ(Flood(server, chunked, "ffffffffffffff\r\n"), 413);
  EXPECT_EQ(Flood(server, chunked + "1;", std::string(4096, 'x')), 413);  // an extension without end
  EXPECT_EQ(Ask(server, server.Head("/api/infer") + "Content-Length: 1048577\r\n\r\n").status, 413);
  EXPECT_EQ(Ask(server, server.Head("/api/infer") + "Content-Length: 99999999999999999999\r\n\r\n").status,
            400);
  EXPECT_EQ(Ask(server, server.Head("/api/infer") + "Content-Length: -1\r\n\r\n").status, 400);
  EXPECT_TRUE(Answers(server));
}

TEST(ServerLoad, EndlessHeads) {
  const TestServer server(Plain());
  EXPECT_EQ(Flood(server, "POST /api/infer HTTP/1.1\r\nX-A: ", std::string(4096, 'a')), 431);
  EXPECT_EQ(Flood(server, "POST /", std::string(4096, 'a')), 431);
  std::string many = "POST /api/infer HTTP/1.1\r\n";
  for (int k = 0; k < 200000; ++k) absl::StrAppend(&many, "X-", k, ": 1\r\n");
  EXPECT_EQ(Ask(server, many + "\r\n").status, 431);
  EXPECT_TRUE(Answers(server));
}

TEST(ServerLoad, WhatIsNoHttp) {
  const TestServer server(Plain());
  EXPECT_EQ(Ask(server, "\x16\x03\x01\x02 hello\r\n\r\n").status, 400);
  EXPECT_EQ(Ask(server, "POST /api/infer HTTP/9.9\r\n\r\n").status, 400);
  EXPECT_EQ(Ask(server, server.Head("/api/infer") + "Bad Header\r\n\r\n").status, 400);
  EXPECT_TRUE(Answers(server));
}

TEST(ServerLoad, AnUnfinishedHeadIsGivenUp) {
  server::ServerOptions options;
  options.limits.idle_seconds = 1;
  const TestServer server(Plain(), options);
  Socket slow(server.port());
  slow.Send("POST /api/infer HT");
  EXPECT_EQ(slow.ReadToEnd(), "");  // ends, although nothing more is sent
}

TEST(ServerLoad, ARunIsCancelledWhenItsClientLeaves) {
  std::latch started(1), ended(1);
  server::Services services = Plain();
  services.run = [&](const nlohmann::json&, const std::atomic<bool>& cancel, const auto& emit) {
    emit("{}");
    started.count_down();
    while (!cancel) std::this_thread::yield();
    ended.count_down();
  };
  const TestServer server(services);
  Socket socket(server.port());
  socket.Send(server.Request("/api/run", "{}"));
  started.wait();
  EXPECT_TRUE(Answers(server));  // meanwhile
  socket.Close();
  ended.wait();
}

TEST(ServerLoad, ARunIsCancelledWhenItsClientDoesNotRead) {
  std::latch ended(1);
  std::atomic<int64_t> emitted = 0;
  server::Services services = Plain();
  services.run = [&](const nlohmann::json&, const std::atomic<bool>& cancel, const auto& emit) {
    const std::string line(1 << 16, 'x');
    while (!cancel) {
      emit(line);
      emitted += 1 << 16;
    }
    ended.count_down();
  };
  server::ServerOptions options;
  options.limits.write_seconds = 1;
  const TestServer server(services, options);
  Socket socket(server.port());
  socket.Send(server.Request("/api/run", "{}"));
  ended.wait();
  // What the system's buffers take, and a few MB that wait here: the run did not go on without its reader.
  EXPECT_LT(emitted, int64_t{64} << 20);
}

TEST(ServerLoad, AClientThatLeavesWhileItsRunWaitsHoldsUpNoOne) {
  std::latch first(1), go(1), last(1);
  server::Services services = Plain();
  services.run = [&](const nlohmann::json& body, const std::atomic<bool>& cancel, const auto&) {
    if (body["name"] == "first") {
      first.count_down();
      go.wait();
    }
    while (body["name"] == "left" && !cancel) std::this_thread::yield();
    if (body["name"] == "last") last.count_down();
  };
  const TestServer server(services);
  Socket a(server.port()), left(server.port()), b(server.port());
  a.Send(server.Request("/api/run", R"({"session": "s", "name": "first"})"));
  first.wait();
  left.Send(server.Request("/api/run", R"({"session": "s", "name": "left"})"));
  left.ReadUntil("\r\n\r\n");
  left.Close();
  b.Send(server.Request("/api/run", R"({"session": "s", "name": "last"})"));
  b.ReadUntil("\r\n\r\n");
  go.count_down();
  last.wait();
}

TEST(ServerLoad, RunsOfASessionFollowEachOtherAndOthersDoNotWait) {
  std::latch both(2);
  std::mutex mutex;
  std::set<std::string> running;
  server::Services services = Plain();
  services.run = [&](const nlohmann::json& body, const std::atomic<bool>&, const auto&) {
    const std::string session = body["session"];
    {
      const std::lock_guard lock(mutex);
      EXPECT_TRUE(running.insert(session).second) << "two runs of " << session << " at once";
    }
    if (body["meet"]) both.arrive_and_wait();
    const std::lock_guard lock(mutex);
    running.erase(session);
  };
  const TestServer server(services);
  std::vector<Socket> sockets;
  for (int k = 0; k < 10; ++k) {
    for (const char* session : {"a", "b"}) {
      sockets.emplace_back(server.port());
      sockets.back().Send(server.Request("/api/run", absl::StrCat("{\"session\":\"", session, "\",\"meet\":",
                                                                  k == 0 ? "true" : "false", "}")));
    }
  }
  for (Socket& socket : sockets) EXPECT_TRUE(absl::EndsWith(socket.ReadToEnd(), "0\r\n\r\n"));
}

TEST(ServerLoad, TwentyClientsWhileRunsGoOn) {
  std::latch started(4);
  server::Services services = Plain();
  services.run = [&](const nlohmann::json&, const std::atomic<bool>& cancel, const auto&) {
    started.count_down();
    while (!cancel) std::this_thread::yield();
  };
  const TestServer server(services);
  std::vector<Socket> runs;
  for (int k = 0; k < 4; ++k) {
    runs.emplace_back(server.port());
    runs.back().Send(server.Request("/api/run", absl::StrCat("{\"session\":\"", k, "\"}")));
  }
  started.wait();
  std::atomic<int> good = 0;
  std::vector<std::thread> clients;
  for (int k = 0; k < 20; ++k) {
    clients.emplace_back([&] {
      Socket socket(server.port());
      for (int i = 0; i < 50; ++i) {
        socket.Send(server.Request("/api/infer", "{}"));
        if (socket.ReadReply().body == R"({"good":true})") ++good;
      }
    });
  }
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(good, 20 * 50);
}

TEST(ServerLoad, StoppingCancelsRunsAndAnswersWhatArrived) {
  std::latch running(1), asked(1), stopping(1);
  server::Services services = Plain();
  services.post = [&](const std::string&, const nlohmann::json&) {
    asked.count_down();
    stopping.wait();
    studio::Answer answer;
    answer.json = {{"late", true}};
    return answer;
  };
  services.run = [&](const nlohmann::json&, const std::atomic<bool>& cancel, const auto& emit) {
    running.count_down();
    while (!cancel) std::this_thread::yield();
    emit("last");
    stopping.count_down();
  };
  TestServer server(services);
  Socket idle(server.port()), run(server.port()), post(server.port());
  run.Send(server.Request("/api/run", "{}"));
  post.Send(server.Request("/api/save", "{}"));
  running.wait();
  asked.wait();
  server.Stop();
  EXPECT_TRUE(absl::EndsWith(run.ReadToEnd(), "5\r\nlast\n\r\n0\r\n\r\n"));
  EXPECT_EQ(post.ReadReply().body, R"({"late":true})");
  EXPECT_EQ(idle.ReadToEnd(), "");
}

TEST(ServerLoad, WorkersFinishWhatWasSubmitted) {
  std::atomic<int> done = 0;
  {
    server::Workers workers(3);
    for (int k = 0; k < 1000; ++k) workers.Submit(k % 2 ? "" : absl::StrCat(k % 10), [&] { ++done; });
  }
  EXPECT_EQ(done, 1000);
}

}  // namespace
}  // namespace voxgrad
