// The HTTP of Studio's server: who is let in, what answers carry, how connections are kept.
#include <latch>

#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "server/body.h"
#include "server_client.h"

namespace voxgrad {
namespace {

using test::Ask;
using test::Reply;
using test::Socket;
using test::TestServer;

/// Tells what arrived.
server::Services Echo() {
  server::Services services;
  services.post = [](const std::string& path, const nlohmann::json& body) {
    studio::Answer answer;
    if (path == "/api/throw") throw std::runtime_error("the reason");
    if (path == "/api/bytes") {
      answer.bytes = std::string("\0\1\2", 3);
      answer.content_type = "application/octet-stream";
      answer.headers = {{"X-Voxgrad-Slice", "{\"width\": 3}\r\nX-Evil: 1"}};
      return answer;
    }
    answer.json = {{"path", path}, {"body", body}};
    return answer;
  };
  services.run = [](const nlohmann::json& body, const std::atomic<bool>&, const auto& emit) {
    for (int k = 0; k < body["lines"].get<int>(); ++k) emit(absl::StrCat("{\"line\":", k, "}"));
  };
  services.upload = [](const std::string& type, std::string body) {
    studio::Answer answer;
    answer.json = {{"type", type}, {"bytes", body.size()}};
    return answer;
  };
  return services;
}

TEST(ServerHttp, AnswersWhoHasTheToken) {
  const TestServer server(Echo());
  const Reply reply = Ask(server, server.Request("/api/infer", R"({"a": [1, 2]})"));
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.body, R"({"path":"/api/infer","body":{"a":[1,2]}})");
  EXPECT_TRUE(absl::StrContains(reply.head, "Content-Type: application/json\r\n")) << reply.head;
  EXPECT_TRUE(absl::StrContains(reply.head, "Cache-Control: no-store\r\n")) << reply.head;
}

TEST(ServerHttp, EveryAnswerCarriesTheSafetyHeaders) {
  const TestServer server(Echo());
  const std::string get = absl::StrCat("GET /none HTTP/1.1\r\nHost: ", server.host(), "\r\n\r\n");
  for (const std::string& request :
       {server.Request("/api/infer", "{}"), get, std::string("GET / HTTP/1.1\r\n\r\n")}) {
    const Reply reply = Ask(server, request);
    for (const char* header : {"Content-Security-Policy: default-src 'self';", "frame-ancestors 'none'",
                               "X-Content-Type-Options: nosniff", "Cross-Origin-Resource-Policy: same-origin",
                               "Referrer-Policy: no-referrer"})
      EXPECT_TRUE(absl::StrContains(reply.head, header)) << reply.head;
    EXPECT_FALSE(absl::StrContains(reply.head, "Access-Control")) << reply.head;
  }
}

TEST(ServerHttp, TurnsStrangersAway) {
  const TestServer server(Echo());
  const std::string good = server.Request("/api/infer", "{}");
  const std::string port = absl::StrCat(server.port());
  const auto with = [&](const std::string& from, const std::string& to) {
    const std::string changed = absl::StrReplaceAll(good, {{from, to}});
    EXPECT_NE(changed, good) << from;
    return Ask(server, changed).status;
  };
  const auto plus = [&](const std::string& header) {
    return with("Content-Length", header + "\r\nContent-Length");
  };
  EXPECT_EQ(Ask(server, good).status, 200);

  EXPECT_EQ(with("Host: 127.0.0.1:" + port, "Host: evil.example:" + port), 403);
  EXPECT_EQ(with("Host: 127.0.0.1:" + port, "Host: 127.0.0.1"), 403);
  EXPECT_EQ(with("Host: 127.0.0.1:" + port, "Host: 127.0.0.1:1"), 403);
  EXPECT_EQ(with("Host: 127.0.0.1:" + port + "\r\n", ""), 403);
  EXPECT_EQ(plus("Host: 127.0.0.1:" + port), 403);  // two of them
  EXPECT_EQ(with("Host: 127.0.0.1:" + port, "Host: localhost:" + port), 200);

  EXPECT_EQ(plus("Origin: http://evil.example"), 403);
  EXPECT_EQ(plus("Origin: null"), 403);
  EXPECT_EQ(plus("Origin: https://127.0.0.1:" + port), 403);
  EXPECT_EQ(plus("Origin: http://127.0.0.1:1"), 403);
  EXPECT_EQ(plus("Origin: http://127.0.0.1:" + port), 200);

  EXPECT_EQ(plus("Sec-Fetch-Site: cross-site"), 403);
  EXPECT_EQ(plus("Sec-Fetch-Site: same-site"), 403);
  EXPECT_EQ(plus("Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document"), 403);
  EXPECT_EQ(plus("Sec-Fetch-Site: same-origin"), 200);

  EXPECT_EQ(with("X-Voxgrad-Token: " + server.token(), "X-Voxgrad-Token: " + std::string(32, '0')), 401);
  EXPECT_EQ(with(server.token(), server.token() + "0"), 401);
  EXPECT_EQ(with("X-Voxgrad-Token: " + server.token() + "\r\n", ""), 401);
  EXPECT_EQ(with("X-Voxgrad-Token", "Cookie"), 401);

  EXPECT_EQ(with("application/json", "text/plain"), 415);
  EXPECT_EQ(with("Content-Type: application/json\r\n", ""), 415);
  EXPECT_EQ(with("application/json", "Application/JSON; charset=utf-8"), 200);
  EXPECT_EQ(plus("Content-Encoding: gzip"), 415);
  EXPECT_EQ(with("POST", "GET"), 405);
  EXPECT_EQ(with("POST", "OPTIONS"), 405);
  EXPECT_EQ(with("POST /api/infer", "POST /index.html"), 405);
}

TEST(ServerHttp, ALinkElsewhereMayOpenThePageButNotEmbedIt) {
  const TestServer server(Echo());
  const std::string get =
      absl::StrCat("GET / HTTP/1.1\r\nHost: ", server.host(), "\r\nSec-Fetch-Site: cross-site\r\n");
  EXPECT_EQ(Ask(server, get + "\r\n").status, 403);
  EXPECT_EQ(Ask(server, get + "Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: iframe\r\n\r\n").status, 403);
  EXPECT_NE(Ask(server, get + "Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n\r\n").status, 403);
}

TEST(ServerHttp, TheTokenIsRandom) {
  const TestServer a(Echo()), b(Echo());
  EXPECT_EQ(a.token().size(), 32u);
  EXPECT_NE(a.token(), b.token());
  EXPECT_TRUE(server::SameSecret("abc", "abc"));
  for (const char* other : {"abd", "xbc", "ab", "abcd", ""}) EXPECT_FALSE(server::SameSecret(other, "abc"));
}

TEST(ServerHttp, ErrorsAreSentences) {
  const TestServer server(Echo());
  const auto error = [&](const std::string& path, const std::string& body) {
    return Ask(server, server.Request(path, body));
  };
  EXPECT_EQ(error("/api/throw", "{}").status, 500);
  EXPECT_EQ(error("/api/throw", "{}").body, R"({"error":"The request failed: the reason."})");
  EXPECT_EQ(error("/api/x", "{").body, R"({"error":"The body is no JSON from byte 2 on."})");
  EXPECT_EQ(error("/api/x", "{").status, 400);
  EXPECT_EQ(error("/api/x", "").status, 400);
  EXPECT_EQ(error("/api/x", "[1]").body, R"({"error":"The body must be a JSON object, not array."})");
  EXPECT_EQ(error("/api/x", "{\"a\": \"\xff\"}").status, 400);
  EXPECT_EQ(error("/api/x", "{\"a\": 1e999}").status, 400);
  EXPECT_EQ(error("/api/run", "{").status, 400);
}

TEST(ServerHttp, DeepJsonIsRefusedAndBracketsInTextsDoNotCount) {
  const auto nested = [](int depth) {
    return absl::StrCat("{\"a\":", std::string(static_cast<size_t>(depth), '['),
                        std::string(static_cast<size_t>(depth), ']'), "}");
  };
  EXPECT_TRUE(server::ParseBody(nested(99)).ok());
  EXPECT_FALSE(server::ParseBody(nested(100)).ok());
  EXPECT_FALSE(server::ParseBody(nested(1000000)).ok());
  EXPECT_TRUE(server::ParseBody(absl::StrCat("{\"a\": \"\\\"", std::string(1000, '['), "\\\\\"}")).ok());
}

TEST(ServerHttp, BytesAndHeadersOfAnAnswer) {
  const TestServer server(Echo());
  const Reply reply = Ask(server, server.Request("/api/bytes", "{}"));
  EXPECT_EQ(reply.body, std::string("\0\1\2", 3));
  EXPECT_TRUE(absl::StrContains(reply.head, "X-Voxgrad-Slice: {\"width\": 3}  X-Evil: 1\r\n")) << reply.head;
}

TEST(ServerHttp, AConnectionServesManyRequests) {
  const TestServer server(Echo());
  Socket socket(server.port());
  for (int k = 0; k < 50; ++k) {
    ASSERT_TRUE(socket.Send(server.Request("/api/infer", absl::StrCat("{\"k\":", k, "}"))));
    ASSERT_EQ(socket.ReadReply().body, absl::StrCat("{\"path\":\"/api/infer\",\"body\":{\"k\":", k, "}}"));
  }
  // Sent ahead of the answers, they are answered in order.
  std::string both;
  for (int k = 0; k < 5; ++k) both += server.Request("/api/infer", absl::StrCat("{\"k\":", k, "}"));
  socket.Send(both);
  for (int k = 0; k < 5; ++k)
    EXPECT_EQ(socket.ReadReply().body, absl::StrCat("{\"path\":\"/api/infer\",\"body\":{\"k\":", k, "}}"));
}

TEST(ServerHttp, BodiesInPieces) {
  const TestServer server(Echo());
  Socket bytewise(server.port());
  for (const char c : server.Request("/api/infer", "{\"a\": 1}")) bytewise.Send(std::string(1, c));
  EXPECT_EQ(bytewise.ReadReply().status, 200);
  EXPECT_EQ(Ask(server, server.Head("/api/x") +
                            "Transfer-Encoding: chunked\r\n\r\n4\r\n{\"a\"\r\n3\r\n:1}\r\n0\r\n\r\n")
                .body,
            R"({"path":"/api/x","body":{"a":1}})");
  // Curl asks before it sends a large body.
  Socket polite(server.port());
  polite.Send(server.Head("/api/x") + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n");
  EXPECT_EQ(polite.ReadReply().status, 100);
  polite.Send("{}");
  EXPECT_EQ(polite.ReadReply().status, 200);
}

TEST(ServerHttp, Uploads) {
  const TestServer server(Echo());
  const std::string values(3000000, 'x');
  const auto send = [&](const std::string& type) {
    return Ask(server,
               absl::StrReplaceAll(server.Request("/api/value", values), {{"application/json", type}}));
  };
  EXPECT_EQ(send("application/octet-stream").body, R"({"type":"application/octet-stream","bytes":3000000})");
  EXPECT_EQ(send("text/csv; charset=utf-8").body, R"({"type":"text/csv","bytes":3000000})");
  EXPECT_EQ(send("application/json").status, 415);
}

TEST(ServerHttp, HeadHasNoBody) {
  const TestServer server(Echo());
  Socket socket(server.port());
  socket.Send(absl::StrCat("HEAD /none HTTP/1.1\r\nHost: ", server.host(), "\r\nConnection: close\r\n\r\n"));
  const std::string all = socket.ReadToEnd();
  EXPECT_TRUE(absl::StartsWith(all, "HTTP/1.1 404 ")) << all;
  EXPECT_TRUE(absl::EndsWith(all, "\r\n\r\n")) << all;
}

TEST(ServerHttp, ARunIsAStreamOfLines) {
  const TestServer server(Echo());
  Socket socket(server.port());
  socket.Send(server.Request("/api/run", R"({"session": "s", "lines": 200000})"));
  const std::string head = socket.ReadUntil("\r\n\r\n");
  EXPECT_TRUE(absl::StrContains(head, "Content-Type: application/x-ndjson\r\n")) << head;
  EXPECT_TRUE(absl::StrContains(head, "Transfer-Encoding: chunked\r\n")) << head;
  std::string lines, expected;
  for (std::string chunk; !(chunk = socket.ReadChunk()).empty();) lines += chunk;
  for (int k = 0; k < 200000; ++k) absl::StrAppend(&expected, "{\"line\":", k, "}\n");
  EXPECT_EQ(lines.size(), expected.size());
  EXPECT_TRUE(lines == expected);
  EXPECT_EQ(socket.ReadToEnd(), "");
}

TEST(ServerHttp, ATakenPortIsASentenceAndTheNextIsFound) {
  const TestServer server(Echo());
  server::ServerOptions options;
  options.port = server.port();
  const absl::Status status = server::Server::Listen(Echo(), options).status();
  EXPECT_EQ(status.message(), absl::StrCat("Port ", server.port(),
                                           " is taken by another program; name another one, or 0 for any."));
  const auto a = test::Must(server::Server::Listen(Echo(), {})),
             b = test::Must(server::Server::Listen(Echo(), {}));
  EXPECT_NE(a->port(), b->port());
  EXPECT_EQ(
      a->Address("sub/my page.pbtxt"),
      absl::StrCat("http://127.0.0.1:", a->port(), "/#token=", a->token(), "&open=sub%2fmy%20page.pbtxt"));
}

}  // namespace
}  // namespace voxgrad
