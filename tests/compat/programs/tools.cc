// What programs take from TensorFlow besides graphs: statuses, texts, paths, locks, flags, shapes.
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "tensorflow/core/framework/partial_tensor_shape.h"
#include "tensorflow/core/framework/tensor_shape.h"
#include "tensorflow/core/framework/types.h"
#include "tensorflow/core/lib/core/errors.h"
#include "tensorflow/core/lib/core/status.h"
#include "tensorflow/core/lib/core/threadpool.h"
#include "tensorflow/core/lib/gtl/cleanup.h"
#include "tensorflow/core/lib/gtl/map_util.h"
#include "tensorflow/core/lib/io/path.h"
#include "tensorflow/core/lib/strings/numbers.h"
#include "tensorflow/core/lib/strings/str_util.h"
#include "tensorflow/core/lib/strings/strcat.h"
#include "tensorflow/core/lib/strings/stringprintf.h"
#include "tensorflow/core/platform/env.h"
#include "tensorflow/core/platform/logging.h"
#include "tensorflow/core/platform/mutex.h"
#include "tensorflow/core/platform/statusor.h"
#include "tensorflow/core/public/version.h"
#include "tensorflow/core/util/command_line_flags.h"
#include "tensorflow/core/util/env_var.h"

using namespace tensorflow;  // NOLINT(google-build-using-namespace)

static StatusOr<int> Parse(const string& text) {
  int32 value = 0;
  if (strings::safe_strto32(text, &value)) return value;
  return errors::InvalidArgument("'", text, "' is no number: ", text.size(), " letters");
}

static Status Sum(const string& a, const string& b, int* sum) {
  TF_ASSIGN_OR_RETURN(const int x, Parse(a));
  TF_ASSIGN_OR_RETURN(const int y, Parse(b));
  *sum = x + y;
  return OkStatus();
}

static void Statuses() {
  int sum = 0;
  std::cout << Sum("20", "22", &sum) << " " << sum << "\n";
  const Status bad = Sum("1", "two", &sum);
  std::cout << bad << "|" << bad.message() << "|" << static_cast<int>(bad.code()) << "\n";
  std::cout << (bad.code() == error::INVALID_ARGUMENT) << (error::NOT_FOUND == bad.code())
            << (bad.code() != error::OK) << (bad == errors::InvalidArgument("other")) << "\n";
  Status first;
  first.Update(errors::NotFound("first ", 1));
  first.Update(errors::Internal("second"));
  errors::AppendToMessage(&first, "and ", 2.5);
  std::cout << first << " " << errors::IsNotFound(first) << "\n";
}

static void Texts() {
  std::cout << strings::StrCat("a", 1, 2.5, StringPiece("c"), string("d"), true) << " "
            << strings::Printf("%03d %.2f", 7, 1.5) << "\n";
  string text = "q";
  strings::StrAppend(&text, 1, "z");
  strings::Appendf(&text, "%d", 5);
  const std::vector<string> parts = str_util::Split("a,b,,c", ',');
  std::cout << text << " " << parts.size() << " " << str_util::Join(parts, "-") << " "
            << str_util::Split("a b.c", " .").size() << " " << str_util::Lowercase("ABC") << "\n";
  StringPiece piece("prefix/name");
  std::cout << str_util::ConsumePrefix(&piece, "prefix/") << str_util::ConsumePrefix(&piece, "x")
            << str_util::ConsumeSuffix(&piece, "me") << " " << piece << " " << piece.size() << "\n";
  int64_t number = 0;
  float real = 0;
  double precise = 0;
  uint64 natural = 0;
  std::cout << strings::safe_strto64("-12", &number) << number << " " << strings::safe_strtof("1.5", &real)
            << real << " " << strings::safe_strtod("1e-3", &precise) << precise << " "
            << strings::safe_strtou64("-1", &natural) << strings::safe_strto64("12x", &number) << "\n";
  for (const char* path : {"a/b/c.pb", "/c", "c", "a/", ""}) {
    std::cout << "[" << io::Dirname(path) << "|" << io::Basename(path) << "|" << io::Extension(path) << "] ";
  }
  std::cout << io::JoinPath("a", "b/", "/c") << " " << io::JoinPath("", "x") << io::IsAbsolutePath("/x")
            << "\n";
}

static void Flagged() {
  int32 width = 1;
  int64_t big = 2;
  bool verbose = false, quiet = true;
  string name = "none";
  float rate = 0;
  const std::vector<Flag> flags = {Flag("width", &width, "columns"),  Flag("big", &big, "a number"),
                                   Flag("verbose", &verbose, "more"), Flag("quiet", &quiet, "less"),
                                   Flag("name", &name, "who"),        Flag("rate", &rate, "how much")};
  std::vector<string> words = {"program",    "--width=5",  "rest",      "--verbose",        "--quiet=false",
                               "--name=x=y", "--rate=0.5", "--other=1", "--big=12345678901"};
  std::vector<char*> argv;
  for (string& word : words) argv.push_back(&word[0]);
  argv.push_back(nullptr);
  int argc = static_cast<int>(words.size());
  std::cout << Flags::Parse(&argc, argv.data(), flags) << " " << width << " " << big << " " << verbose
            << quiet << " " << name << " " << rate << " left " << argc << " " << argv[1] << " " << argv[2]
            << "\n";
  std::vector<string> wrong = {"program", "--width=many"};
  std::vector<char*> wrong_argv = {&wrong[0][0], &wrong[1][0], nullptr};
  argc = 2;
  std::cout << Flags::Parse(&argc, wrong_argv.data(), flags) << " " << width << "\n";
  std::cout << Flags::Usage("program", flags);
}

static void Threads() {
  mutex lock;
  int64_t sum = 0;
  {
    thread::ThreadPool pool(Env::Default(), "numbers", 3);
    std::cout << pool.NumThreads() << " " << pool.CurrentThreadId() << "\n";
    for (int i = 1; i <= 10; ++i) {
      pool.Schedule([&, i] {
        mutex_lock held(lock);
        sum += i;
      });
    }
  }
  std::cout << sum << "\n";
  thread::ThreadPool pool(Env::Default(), "parts", 2);
  pool.ParallelFor(1000, 1000, [&](int64_t begin, int64_t end) {
    mutex_lock held(lock);
    for (int64_t i = begin; i < end; ++i) sum += i;
  });
  std::cout << sum << "\n";
}

static void Shapes() {
  TensorShape shape({2, 3});
  shape.AppendShape({1, 2});
  shape.AppendShape(TensorShape({5}));
  std::cout << shape << " " << shape.num_elements() << "\n";
  shape.AppendShape({});
  PartialTensorShape partial({-1, 3});
  partial.AppendShape({-1, 4});
  std::cout << shape.dims() << " " << partial << " " << shape.AppendShapeWithStatus({int64_t{1} << 61}).ok()
            << "\n";
}

int main() {
  Statuses();
  Texts();
  Flagged();
  Threads();
  Shapes();
  std::map<string, int> map = {{"a", 1}};
  std::cout << gtl::FindWithDefault(map, "b", 5) << *gtl::FindOrNull(map, "a")
            << (gtl::FindOrNull(map, "b") == nullptr) << gtl::InsertOrUpdate(&map, "a", 2) << map["a"]
            << "\n";
  auto last = gtl::MakeCleanup([] { std::cout << "the end\n"; });
  bool flag = false;
  int64_t number = 0;
  std::cout << ReadBoolFromEnvVar("VOXGRAD_NO_SUCH", true, &flag).ok() << flag
            << ReadInt64FromEnvVar("VOXGRAD_NO_SUCH", 4, &number).ok() << number << " "
            << (TF_GRAPH_DEF_VERSION > 1000) << "\n";
  LOG_IF(INFO, false) << "not said";
  LOG_EVERY_N(INFO, 2) << "said to the other stream";
  VLOG(2) << "not said";
  CHECK_LT(1, 2) << "never";
  return 0;
}
