// Matchers of statuses, for EXPECT_THAT of GoogleMock.
#ifndef VOXGRAD_UTIL_STATUS_MATCHERS_H_
#define VOXGRAD_UTIL_STATUS_MATCHERS_H_

#include <gtest/gtest-matchers.h>

#include <optional>
#include <ostream>
#include <string>
#include <type_traits>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "voxgrad/logging.h"

namespace voxgrad {
namespace testing {
namespace internal_status {

/// What is asked of the code and of the message.
class StatusIsMatcher {
 public:
  using CodeMatcher = ::testing::Matcher<absl::StatusCode>;
  using MessageMatcher = ::testing::Matcher<const std::string&>;

  explicit StatusIsMatcher(CodeMatcher code, std::optional<MessageMatcher> message = std::nullopt)
      : code_(std::move(code)), message_(std::move(message)) {}

  void DescribeTo(std::ostream* stream) const {
    *stream << "has a code that ";
    code_.DescribeTo(stream);
    if (!message_) return;
    *stream << ", and a message that ";
    message_->DescribeTo(stream);
  }
  void DescribeNegationTo(std::ostream* stream) const {
    *stream << "not: ";
    DescribeTo(stream);
  }
  template <class StatusType>
  bool MatchAndExplain(const StatusType& value, ::testing::MatchResultListener* listener) const {
    const absl::Status& status = ::voxgrad::internal::StatusOf(value);
    *listener << "which is " << status.ToString();
    return code_.Matches(status.code()) && (!message_ || message_->Matches(std::string(status.message())));
  }

 private:
  CodeMatcher code_;
  std::optional<MessageMatcher> message_;
};

/// Holds a value that matches another matcher.
template <class Inner>
class IsOkAndHoldsMatcher {
 public:
  explicit IsOkAndHoldsMatcher(Inner inner) : inner_(std::move(inner)) {}

  template <class Value>
  operator ::testing::Matcher<Value>() const {
    return ::testing::MakeMatcher(new Impl<Value>(inner_));
  }

 private:
  template <class Value>
  class Impl : public ::testing::MatcherInterface<Value> {
   public:
    using Held = typename std::decay_t<Value>::value_type;
    explicit Impl(const Inner& inner) : inner_(inner) {}
    void DescribeTo(std::ostream* stream) const override {
      *stream << "is OK and holds a value that ";
      inner_.DescribeTo(stream);
    }
    bool MatchAndExplain(Value value, ::testing::MatchResultListener* listener) const override {
      if (value.ok()) return inner_.MatchAndExplain(*value, listener);
      *listener << "which is " << value.status().ToString();
      return false;
    }

   private:
    ::testing::Matcher<const Held&> inner_;
  };
  Inner inner_;
};

}  // namespace internal_status

/// `EXPECT_THAT(session.Run({y}, &outputs), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("y")));`
template <class Code, class Message>
::testing::PolymorphicMatcher<internal_status::StatusIsMatcher> StatusIs(Code&& code, Message&& message) {
  using Matcher = internal_status::StatusIsMatcher;
  return ::testing::MakePolymorphicMatcher(Matcher(Matcher::CodeMatcher(std::forward<Code>(code)),
                                                   Matcher::MessageMatcher(std::forward<Message>(message))));
}
template <class Code>
::testing::PolymorphicMatcher<internal_status::StatusIsMatcher> StatusIs(Code&& code) {
  using Matcher = internal_status::StatusIsMatcher;
  return ::testing::MakePolymorphicMatcher(Matcher(Matcher::CodeMatcher(std::forward<Code>(code))));
}
inline ::testing::PolymorphicMatcher<internal_status::StatusIsMatcher> IsOk() {
  return StatusIs(absl::StatusCode::kOk);
}
template <class Inner>
internal_status::IsOkAndHoldsMatcher<std::decay_t<Inner>> IsOkAndHolds(Inner&& inner) {
  return internal_status::IsOkAndHoldsMatcher<std::decay_t<Inner>>(std::forward<Inner>(inner));
}

}  // namespace testing
}  // namespace voxgrad

#endif  // VOXGRAD_UTIL_STATUS_MATCHERS_H_
