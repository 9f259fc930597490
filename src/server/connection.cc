#include "server/connection.h"

#include <algorithm>
#include <array>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <tuple>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/body.h"
#include "server/run_stream.h"
#include "server/static_files.h"

namespace voxgrad::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;
using studio::Answer;
using studio::ErrorAnswer;

constexpr size_t kBufferBytes = 128 << 10;
// A client that is turned away while it sends reads the answer only if what it sends is taken meanwhile.
constexpr size_t kDrainBytes = 16 << 20;
constexpr int kDrainSeconds = 5;

/// The answer of a request as it is sent, made on a worker. Whatever goes wrong, there is one.
Answer Finished(const std::function<Answer()>& make) {
  Answer answer;
  try {
    answer = make();
    if (answer.content_type.empty()) answer.bytes = studio::JsonText(answer.json);
  } catch (const std::bad_alloc&) {
    answer = ErrorAnswer(500, "There is not enough memory for that.");
    answer.bytes = studio::JsonText(answer.json);
  } catch (const std::exception& error) {
    answer = ErrorAnswer(500, absl::StrCat("The request failed: ", error.what(), "."));
    answer.bytes = studio::JsonText(answer.json);
  }
  if (answer.content_type.empty()) answer.content_type = "application/json";
  return answer;
}

/// A header must end where its line does.
std::string OneLine(std::string value) {
  for (char& c : value) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  return value;
}

using HeadParser = http::request_parser<http::empty_body>;
using BodyParser = http::request_parser<http::string_body>;

class Connection : public Client, public std::enable_shared_from_this<Connection> {
 public:
  Connection(asio::ip::tcp::socket socket, Server::Core* core) : stream_(std::move(socket)), core_(core) {
    core_->Add(this);
  }
  ~Connection() override { core_->Remove(this); }

  void Start() {
    error_code ignored;
    std::ignore = stream_.socket().set_option(asio::ip::tcp::no_delay(true), ignored);
    ReadHead();
  }

  void End() override {
    if (idle_since_ || draining_) Close();
  }
  void Close() override { stream_.close(); }
  std::optional<std::chrono::steady_clock::time_point> IdleSince() const override { return idle_since_; }

 private:
  void ReadHead() {
    if (core_->ending) return Close();
    idle_since_ = std::chrono::steady_clock::now();
    head_only_ = false;
    head_parser_ = std::make_unique<HeadParser>();
    head_parser_->header_limit(core_->limits.header_bytes);
    head_parser_->body_limit(std::numeric_limits<uint64_t>::max());  // follows from what is asked for
    stream_.expires_after(std::chrono::seconds(core_->limits.idle_seconds));
    http::async_read_header(stream_, buffer_, *head_parser_,
                            [self = shared_from_this()](error_code error, size_t) { self->OnHead(error); });
  }

  void OnHead(error_code error) {
    idle_since_.reset();
    if (error == http::error::header_limit || error == http::error::buffer_overflow)
      return Refuse(431, absl::StrCat("Headers may have ", core_->limits.header_bytes, " bytes in all."));
    if (error && error != http::error::end_of_stream && error != http::error::partial_message &&
        error.category() == make_error_code(http::error::end_of_stream).category())
      return Refuse(400, absl::StrCat("This is no HTTP request: ", error.message(), "."));
    if (error) return Close();
    const RequestHead head = Head();
    verdict_ = core_->gate->Judge(head);
    head_only_ = head.method == "HEAD";
    keep_alive_ = head_parser_->get().keep_alive();
    switch (verdict_.kind) {
      case Verdict::Kind::kRefuse:
        return Refuse(verdict_.status, verdict_.sentence);
      case Verdict::Kind::kFile:
        return Respond(StaticFile(verdict_.path));
      case Verdict::Kind::kRequest:
        return ReadBody(head);
    }
  }

  RequestHead Head() const {
    const auto& message = head_parser_->get();
    RequestHead head;
    head.method = std::string(message.method_string());
    head.target = std::string(message.target());
    for (const auto& field : message) head.fields.emplace_back(field.name_string(), field.value());
    head.has_body = head_parser_->chunked() || head_parser_->content_length().value_or(0) > 0;
    return head;
  }

  void ReadBody(const RequestHead& head) {
    const uint64_t most =
        verdict_.path == "/api/value" ? core_->limits.value_bytes : core_->limits.body_bytes;
    if (head_parser_->content_length().value_or(0) > most) return RefuseBody(most);
    if (absl::EqualsIgnoreCase(head.Field("Expect"), "100-continue")) {
      go_on_ = {http::status::continue_, 11};
      stream_.expires_after(std::chrono::seconds(core_->limits.write_seconds));
      http::async_write(stream_, go_on_, [self = shared_from_this(), most](error_code error, size_t) {
        error ? self->Close() : self->ReadRest(most);
      });
      return;
    }
    ReadRest(most);
  }

  void ReadRest(uint64_t most) {
    body_parser_ = std::make_unique<BodyParser>(std::move(*head_parser_));
    body_parser_->body_limit(most);
    stream_.expires_after(std::chrono::seconds(core_->limits.body_seconds));
    http::async_read(
        stream_, buffer_, *body_parser_, [self = shared_from_this(), most](error_code error, size_t) {
          if (error == http::error::body_limit || error == http::error::buffer_overflow)
            return self->RefuseBody(most);
          if (error && error != http::error::partial_message &&
              error.category() == make_error_code(http::error::end_of_stream).category())
            return self->Refuse(400, absl::StrCat("The body cannot be read: ", error.message(), "."));
          if (error) return self->Close();
          self->Dispatch();
        });
  }

  void RefuseBody(uint64_t most) {
    Refuse(413, absl::StrCat("A body of ", verdict_.path, " may have ", most, " bytes."));
  }

  void Dispatch() {
    auto body = std::make_shared<std::string>(std::move(body_parser_->get().body()));
    body_parser_.reset();
    const Services& services = core_->services;
    if (verdict_.path == "/api/value") {
      Work([&services, body, type = verdict_.content_type] {
        return services.upload(type, std::move(*body));
      });
      return;
    }
    auto run = verdict_.path == "/api/run" ? std::make_shared<nlohmann::json>() : nullptr;
    Work(
        [&services, body, run, path = verdict_.path] {
          absl::StatusOr<nlohmann::json> json = ParseBody(*body);
          body->clear();
          if (!json.ok()) return ErrorAnswer(400, std::string(json.status().message()));
          if (run == nullptr) return services.post(path, *json);
          *run = *std::move(json);
          return Answer();
        },
        run);
  }

  /// Makes the answer on a worker and sends it; or, where `run` was read without an error, begins the run.
  void Work(std::function<Answer()> make, std::shared_ptr<nlohmann::json> run = nullptr) {
    core_->requests.Submit("", [self = shared_from_this(), make = std::move(make), run = std::move(run),
                                working = asio::make_work_guard(core_->io)]() mutable {
      auto answer = std::make_shared<Answer>(Finished(make));
      make = nullptr;
      // Handed over: the io thread is the one that lets go of it last.
      asio::post(working.get_executor(), [self = std::move(self), answer, run] {
        if (run == nullptr || answer->status != 200) return self->Respond(std::move(*answer));
        StartRun(std::move(self->stream_), std::move(*run), self->core_);
      });
    });
  }

  void Respond(Answer answer) {
    response_ = {};
    response_.version(11);
    response_.result(static_cast<unsigned>(answer.status));
    response_.set(http::field::content_type, answer.content_type);
    response_.set(http::field::cache_control, "no-store");
    for (const auto& [name, value] : SafetyHeaders()) response_.set(name, value);
    for (auto& [name, value] : answer.headers) response_.set(name, OneLine(std::move(value)));
    response_.keep_alive(keep_alive_ && !core_->ending);
    response_.content_length(answer.bytes.size());
    if (!head_only_) response_.body() = std::move(answer.bytes);
    stream_.expires_after(std::chrono::seconds(core_->limits.write_seconds));
    http::async_write(stream_, response_, [self = shared_from_this()](error_code error, size_t) {
      if (error) return self->Close();
      if (self->response_.keep_alive()) return self->ReadHead();
      self->Drain(kDrainBytes);
    });
  }

  /// Turns the request away without reading its body; the connection cannot be used after that.
  void Refuse(int status, const std::string& sentence) {
    keep_alive_ = false;
    Respond(Finished([&] { return ErrorAnswer(status, sentence); }));
  }

  /// Takes what the client still sends, up to a point: closing at once would take the answer away from it.
  void Drain(size_t left) {
    error_code ignored;
    if (!draining_) {
      draining_ = true;
      std::ignore = stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
      stream_.expires_after(std::chrono::seconds(kDrainSeconds));
    }
    if (left == 0 || core_->ending) return Close();
    stream_.async_read_some(asio::buffer(scrap_),
                            [self = shared_from_this(), left](error_code error, size_t got) {
                              if (error) return self->Close();
                              self->Drain(left - std::min(left, got));
                            });
  }

  beast::tcp_stream stream_;
  Server::Core* core_;
  beast::flat_buffer buffer_{kBufferBytes};
  std::unique_ptr<HeadParser> head_parser_;
  std::unique_ptr<BodyParser> body_parser_;
  http::response<http::empty_body> go_on_;
  http::response<http::string_body> response_;
  std::array<char, 16384> scrap_;
  Verdict verdict_;
  bool keep_alive_ = false;
  bool head_only_ = false;
  bool draining_ = false;
  std::optional<std::chrono::steady_clock::time_point> idle_since_;
};

}  // namespace

void StartConnection(asio::ip::tcp::socket socket, Server::Core* core) {
  std::make_shared<Connection>(std::move(socket), core)->Start();
}

}  // namespace voxgrad::server
