// LOG, VLOG, CHECK and DCHECK as TensorFlow programs know them. The macros have no prefix, so only headers
// under tensorflow/ and programs that want them include this one.
#ifndef VOXGRAD_LOGGING_H_
#define VOXGRAD_LOGGING_H_

#include <atomic>
#include <memory>
#include <ostream>
#include <string>
#include <type_traits>

#include "absl/base/log_severity.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "voxgrad/export.h"

namespace voxgrad {
namespace internal {

/// One line for the standard error stream, written when it is destroyed.
/// TF_CPP_MIN_LOG_LEVEL=1 hides INFO, 2 WARNING too, 3 ERROR too.
class VOXGRAD_API LogMessage {
 public:
  LogMessage(const char* file, int line, absl::LogSeverity severity);
  LogMessage(const LogMessage&) = delete;
  LogMessage& operator=(const LogMessage&) = delete;
  ~LogMessage();
  std::ostream& stream();

 protected:
  void Write() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The last line of a process.
class VOXGRAD_API FatalMessage : public LogMessage {
 public:
  FatalMessage(const char* file, int line) : LogMessage(file, line, absl::LogSeverity::kFatal) {}
  FatalMessage(const char* file, int line, const std::string& failure) : FatalMessage(file, line) {
    stream() << "Check failed: " << failure << " ";
  }
  [[noreturn]] ~FatalMessage();
};

/// Makes `condition ? (void)0 : stream << …` a void expression.
struct Voidify {
  void operator&(std::ostream&) const {}
};

/// TF_CPP_MAX_VLOG_LEVEL, 0 when not set.
VOXGRAD_API int MaxVlogLevel();

template <class T, class = void>
struct IsStreamable : std::false_type {};
template <class T>
struct IsStreamable<T, std::void_t<decltype(std::declval<std::ostream&>() << std::declval<const T&>())>>
    : std::true_type {};

template <class T>
void Print(std::ostream& stream, const T& value) {
  if constexpr (std::is_same<T, std::nullptr_t>::value) {
    stream << "(null)";
  } else if constexpr (std::is_same<T, signed char>::value || std::is_same<T, unsigned char>::value) {
    stream << static_cast<int>(value);
  } else if constexpr (IsStreamable<T>::value) {
    stream << value;
  } else if constexpr (std::is_enum<T>::value) {
    stream << static_cast<long long>(value);
  } else {
    stream << "(a value)";
  }
}

/// What a comparison says when it fails: "a == b (1 vs. 2)".
class VOXGRAD_API Comparison {
 public:
  explicit Comparison(const char* expression);
  ~Comparison();
  template <class A, class B>
  std::unique_ptr<std::string> Text(const A& a, const B& b) {
    Print(stream(), a);
    stream() << " vs. ";
    Print(stream(), b);
    return Finish();
  }

 private:
  std::ostream& stream();
  std::unique_ptr<std::string> Finish();
  struct State;
  std::unique_ptr<State> state_;
};

// Sizes are compared with plain numbers all the time; the sign is the caller's business.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-compare"
#define VOXGRAD_COMPARISON(NAME, OP)                                                         \
  template <class A, class B>                                                                \
  std::unique_ptr<std::string> Check##NAME(const A& a, const B& b, const char* expression) { \
    return a OP b ? nullptr : Comparison(expression).Text(a, b);                             \
  }
VOXGRAD_COMPARISON(EQ, ==)
VOXGRAD_COMPARISON(NE, !=)
VOXGRAD_COMPARISON(LT, <)
VOXGRAD_COMPARISON(LE, <=)
VOXGRAD_COMPARISON(GT, >)
VOXGRAD_COMPARISON(GE, >=)
#undef VOXGRAD_COMPARISON
#pragma GCC diagnostic pop

// NOLINTNEXTLINE(bugprone-return-const-ref-from-parameter): read within the same expression
inline const absl::Status& StatusOf(const absl::Status& status) { return status; }
template <class T>
const absl::Status& StatusOf(const absl::StatusOr<T>& value) {
  return value.status();
}
/// "Run() is OK (NOT_FOUND: …)", or null when it is.
VOXGRAD_API std::unique_ptr<std::string> CheckOk(const absl::Status& status, const char* expression);

template <class T>
T&& CheckNotNull(const char* file, int line, const char* expression, T&& value) {
  if (value == nullptr) FatalMessage(file, line).stream() << "'" << expression << "' Must be non NULL";
  return static_cast<T&&>(value);
}

}  // namespace internal
}  // namespace voxgrad

// NOLINTBEGIN(bugprone-macro-parentheses)
#define VOXGRAD_LOG_AT(SEVERITY) ::voxgrad::internal::LogMessage(__FILE__, __LINE__, SEVERITY).stream()
#define VOXGRAD_LOG_INFO VOXGRAD_LOG_AT(::absl::LogSeverity::kInfo)
#define VOXGRAD_LOG_WARNING VOXGRAD_LOG_AT(::absl::LogSeverity::kWarning)
#define VOXGRAD_LOG_ERROR VOXGRAD_LOG_AT(::absl::LogSeverity::kError)
#define VOXGRAD_LOG_FATAL ::voxgrad::internal::FatalMessage(__FILE__, __LINE__).stream()
#define VOXGRAD_LOG_QFATAL VOXGRAD_LOG_FATAL
#ifdef NDEBUG
#define VOXGRAD_LOG_DFATAL VOXGRAD_LOG_ERROR
#define VOXGRAD_DEBUG_ONLY while (false)
#else
#define VOXGRAD_LOG_DFATAL VOXGRAD_LOG_FATAL
#define VOXGRAD_DEBUG_ONLY
#endif

#define LOG(SEVERITY) VOXGRAD_LOG_##SEVERITY
#define LOG_IF(SEVERITY, CONDITION) \
  !(CONDITION) ? static_cast<void>(0) : ::voxgrad::internal::Voidify() & LOG(SEVERITY)
// The number of the visit decides; each use of the macro counts its own.
#define VOXGRAD_LOG_VISIT(SEVERITY, CONDITION)                             \
  LOG_IF(SEVERITY, [&] {                                                   \
    static std::atomic<unsigned> visits(0);                                \
    const unsigned visit = visits.fetch_add(1, std::memory_order_relaxed); \
    return CONDITION;                                                      \
  }())
#define LOG_EVERY_N(SEVERITY, N) VOXGRAD_LOG_VISIT(SEVERITY, visit % static_cast<unsigned>(N) == 0)
#define LOG_FIRST_N(SEVERITY, N) VOXGRAD_LOG_VISIT(SEVERITY, visit < static_cast<unsigned>(N))
#define VLOG_IS_ON(LEVEL) ((LEVEL) <= ::voxgrad::internal::MaxVlogLevel())
#define VLOG(LEVEL) LOG_IF(INFO, VLOG_IS_ON(LEVEL))
#define DVLOG(LEVEL) VOXGRAD_DEBUG_ONLY VLOG(LEVEL)

// A loop that never comes around: `if (a) CHECK(b); else …` means what it says.
#define CHECK(CONDITION)                        \
  while (__builtin_expect(!(CONDITION), false)) \
  ::voxgrad::internal::FatalMessage(__FILE__, __LINE__, #CONDITION).stream()
#define VOXGRAD_CHECK_THAT(FAILURE)            \
  while (const auto voxgrad_failure = FAILURE) \
  ::voxgrad::internal::FatalMessage(__FILE__, __LINE__, *voxgrad_failure).stream()
#define VOXGRAD_CHECK_OP(NAME, OP, A, B) \
  VOXGRAD_CHECK_THAT(::voxgrad::internal::Check##NAME(A, B, #A " " #OP " " #B))
#define CHECK_EQ(A, B) VOXGRAD_CHECK_OP(EQ, ==, A, B)
#define CHECK_NE(A, B) VOXGRAD_CHECK_OP(NE, !=, A, B)
#define CHECK_LT(A, B) VOXGRAD_CHECK_OP(LT, <, A, B)
#define CHECK_LE(A, B) VOXGRAD_CHECK_OP(LE, <=, A, B)
#define CHECK_GT(A, B) VOXGRAD_CHECK_OP(GT, >, A, B)
#define CHECK_GE(A, B) VOXGRAD_CHECK_OP(GE, >=, A, B)
#define CHECK_OK(STATUS) \
  VOXGRAD_CHECK_THAT(::voxgrad::internal::CheckOk(::voxgrad::internal::StatusOf(STATUS), #STATUS))
#define CHECK_NOTNULL(POINTER) ::voxgrad::internal::CheckNotNull(__FILE__, __LINE__, #POINTER, POINTER)

#define QCHECK(CONDITION) CHECK(CONDITION)
#define QCHECK_EQ(A, B) CHECK_EQ(A, B)
#define QCHECK_NE(A, B) CHECK_NE(A, B)
#define QCHECK_LT(A, B) CHECK_LT(A, B)
#define QCHECK_LE(A, B) CHECK_LE(A, B)
#define QCHECK_GT(A, B) CHECK_GT(A, B)
#define QCHECK_GE(A, B) CHECK_GE(A, B)
#define QCHECK_OK(STATUS) CHECK_OK(STATUS)

#define DCHECK(CONDITION) VOXGRAD_DEBUG_ONLY CHECK(CONDITION)
#define DCHECK_EQ(A, B) VOXGRAD_DEBUG_ONLY CHECK_EQ(A, B)
#define DCHECK_NE(A, B) VOXGRAD_DEBUG_ONLY CHECK_NE(A, B)
#define DCHECK_LT(A, B) VOXGRAD_DEBUG_ONLY CHECK_LT(A, B)
#define DCHECK_LE(A, B) VOXGRAD_DEBUG_ONLY CHECK_LE(A, B)
#define DCHECK_GT(A, B) VOXGRAD_DEBUG_ONLY CHECK_GT(A, B)
#define DCHECK_GE(A, B) VOXGRAD_DEBUG_ONLY CHECK_GE(A, B)
#define DCHECK_OK(STATUS) VOXGRAD_DEBUG_ONLY CHECK_OK(STATUS)
// NOLINTEND(bugprone-macro-parentheses)

#endif  // VOXGRAD_LOGGING_H_
