#include "server/run_stream.h"

#include <array>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http.hpp>
#include <condition_variable>
#include <exception>
#include <mutex>

#include "absl/strings/str_cat.h"
#include "server/static_files.h"

namespace voxgrad::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;

// What may wait for a client that reads slowly; then the run waits.
constexpr size_t kMostPending = size_t{4} << 20;

class RunStream : public Client, public std::enable_shared_from_this<RunStream> {
 public:
  RunStream(beast::tcp_stream stream, nlohmann::json body, Server::Core* core)
      : stream_(std::move(stream)), body_(std::move(body)), core_(core) {
    core_->Add(this);
  }
  ~RunStream() override { core_->Remove(this); }

  void Start() {
    Watch();
    WriteHead();
    const auto session = body_.find("session");
    const std::string key = session != body_.end() && session->is_string() ? session->get<std::string>() : "";
    core_->runs.Submit(key,
                       [self = shared_from_this(), working = asio::make_work_guard(core_->io)]() mutable {
                         self->Work();
                         // Handed over: the io thread is the one that lets go of it last.
                         asio::post(working.get_executor(), [self = std::move(self)] {
                           self->finished_ = true;
                           self->Pump();
                         });
                       });
  }

  void End() override { Cancel(); }
  void Close() override {
    Cancel();
    gone_ = true;
    stream_.close();
  }
  std::optional<std::chrono::steady_clock::time_point> IdleSince() const override { return std::nullopt; }

 private:
  /// On a worker.
  void Work() {
    if (cancel_) return;
    try {
      core_->services.run(body_, cancel_, [this](const std::string& line) { Emit(line); });
    } catch (const std::exception& error) {
      const std::string sentence = absl::StrCat("The run failed: ", error.what(), ".");
      Emit(studio::JsonText({{"event", "error"}, {"message", sentence}}));
    }
  }

  /// On a worker. Waits while the client does not keep up.
  void Emit(const std::string& line) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [this] { return pending_.size() < kMostPending || cancel_; });
    absl::StrAppend(&pending_, line, "\n");
    if (posted_) return;
    posted_ = true;
    lock.unlock();
    asio::post(core_->io, [self = shared_from_this()] { self->Pump(); });
  }

  void Cancel() {
    {
      const std::lock_guard lock(mutex_);
      cancel_ = true;
    }
    room_.notify_all();
  }

  /// A client sends nothing while it is answered: what this read sees is that it leaves.
  void Watch() {
    stream_.expires_never();
    stream_.async_read_some(asio::buffer(scrap_), [self = shared_from_this()](error_code error, size_t) {
      if (!error) return self->Watch();
      self->Close();
    });
  }

  auto Written() {
    return [self = shared_from_this()](error_code error, size_t) {
      self->writing_ = false;
      if (error) self->Close();
      self->Pump();
    };
  }

  void WriteHead() {
    head_.result(http::status::ok);
    head_.version(11);
    head_.set(http::field::content_type, "application/x-ndjson");
    head_.set(http::field::cache_control, "no-store");
    for (const auto& [name, value] : SafetyHeaders()) head_.set(name, value);
    head_.keep_alive(false);
    head_.chunked(true);
    writing_ = true;
    stream_.expires_after(std::chrono::seconds(core_->limits.write_seconds));
    http::async_write_header(stream_, serializer_, Written());
  }

  /// Sends what has come together, and the end when there will be no more.
  void Pump() {
    if (writing_ || gone_) return;
    {
      const std::lock_guard lock(mutex_);
      posted_ = false;
      sent_.swap(pending_);
      pending_.clear();
    }
    room_.notify_all();
    if (sent_.empty() && !finished_) return;
    writing_ = true;
    stream_.expires_after(std::chrono::seconds(core_->limits.write_seconds));
    if (!sent_.empty()) {
      asio::async_write(stream_, http::make_chunk(asio::buffer(sent_)), Written());
      return;
    }
    asio::async_write(stream_, http::make_chunk_last(), [self = shared_from_this()](error_code, size_t) {
      // All that the client sent has been read, so that closing does not take the end of the answer away.
      self->Close();
    });
  }

  beast::tcp_stream stream_;
  const nlohmann::json body_;
  Server::Core* core_;
  http::response<http::empty_body> head_;
  http::response_serializer<http::empty_body> serializer_{head_};
  std::array<char, 4096> scrap_;
  std::string sent_;
  bool writing_ = false, finished_ = false, gone_ = false;

  std::mutex mutex_;
  std::condition_variable room_;
  std::string pending_;  // under the mutex
  bool posted_ = false;  // under the mutex: Pump is on its way
  std::atomic<bool> cancel_ = false;
};

}  // namespace

void StartRun(beast::tcp_stream stream, nlohmann::json body, Server::Core* core) {
  std::make_shared<RunStream>(std::move(stream), std::move(body), core)->Start();
}

}  // namespace voxgrad::server
