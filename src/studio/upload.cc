#include "studio/upload.h"

#include <sys/stat.h>

#include <atomic>
#include <cstdio>
#include <functional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "core/content_hash.h"
#include "core/npy.h"
#include "studio/answer.h"
#include "studio/page_value.h"
#include "studio/upload_folder.h"
#include "voxgrad/util/env.h"

namespace voxgrad::studio {
namespace {

/// So many elements are text that one can go on typing in.
constexpr int64_t kMostShown = 256;

/// A file is named by what it holds: the same value sent twice, or kept over a restart, is the same file.
absl::Status WriteFile(const std::string& folder, const std::string& name, size_t bytes,
                       const std::function<absl::Status(const std::string&)>& write) {
  static std::atomic<uint64_t> count = 0;
  const std::string path = absl::StrCat(folder, "/", name, ".npy");
  const std::string fresh = absl::StrCat(path, ".", ++count, ".new");
  struct stat there;
  if (stat(path.c_str(), &there) == 0) return absl::OkStatus();
  absl::Status status = CheckRoom(folder, bytes);
  if (status.ok()) status = write(fresh);
  if (status.ok() && std::rename(fresh.c_str(), path.c_str()) != 0)
    status = absl::UnavailableError("The value cannot be kept.");
  if (!status.ok()) std::remove(fresh.c_str());
  return status;
}

bool ReadRow(absl::string_view line, std::vector<float>* row) {
  row->clear();
  const bool commas = line.find_first_of(",;\t") != absl::string_view::npos;
  const auto add = [&](absl::string_view cell) {
    float number = 0;
    const bool good = absl::SimpleAtof(absl::StripAsciiWhitespace(cell), &number);
    row->push_back(number);
    return good;
  };
  for (absl::string_view cell : absl::StrSplit(line, absl::ByAnyChar(commas ? ",;\t" : " "))) {
    if (!commas && cell.empty()) continue;
    if (!add(cell)) return false;
  }
  return true;
}

Answer ValueAnswer(const Tensor& tensor, const std::string& file) {
  Answer answer;
  answer.json["dtype"] = DataTypeString(tensor.dtype());
  answer.json["shape"] = absl::StrJoin(tensor.shape().dim_sizes(), ",");
  if (file.empty()) {
    answer.json["text"] = NestedText(tensor, tensor.NumElements());
  } else {
    answer.json["file"] = file;
  }
  return answer;
}

}  // namespace

absl::StatusOr<std::string> KeepUpload(const std::string& folder, const Tensor& tensor) {
  const absl::string_view bytes(static_cast<const char*>(tensor.data()), tensor.TotalBytes());
  const std::string name =
      ContentHash(absl::StrCat(ContentHash(bytes), tensor.dtype(), tensor.shape().DebugString()));
  const absl::Status status = WriteFile(folder, name, tensor.TotalBytes(),
                                        [&](const std::string& path) { return WriteNpy(path, tensor); });
  if (!status.ok()) return status;
  return absl::StrCat("upload:", name);
}

absl::StatusOr<Tensor> ParseCsv(const std::string& text) {
  std::vector<float> values, row;
  size_t columns = 0;
  int64_t rows = 0, number = 0, lines = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    line = absl::StripAsciiWhitespace(line);
    ++number;
    if (line.empty()) continue;
    if (!ReadRow(line, &row)) {
      if (++lines == 1) continue;  // the names of the columns
      return absl::InvalidArgumentError(
          absl::StrCat("Line ", number, " of the CSV text holds something that is no number."));
    }
    ++lines;
    if (rows == 0) columns = row.size();
    if (row.size() != columns) {
      return absl::InvalidArgumentError(absl::StrCat("Line ", number, " of the CSV text has ", row.size(),
                                                     " numbers, but the lines before it have ", columns,
                                                     "."));
    }
    values.insert(values.end(), row.begin(), row.end());
    ++rows;
  }
  if (rows == 0) return absl::InvalidArgumentError("The CSV text holds no numbers.");
  const auto width = static_cast<int64_t>(columns);
  const TensorShape shape =
      rows == 1 || width == 1 ? TensorShape({rows * width}) : TensorShape({rows, width});
  return Tensor::Of<float>(values, shape);
}

Answer UploadValue(const std::string& folder, const std::string& content_type, const std::string& body) {
  if (absl::StartsWith(content_type, "text/csv")) {
    const absl::StatusOr<Tensor> tensor = ParseCsv(body);
    if (!tensor.ok()) return StatusAnswer(tensor.status());
    if (tensor->NumElements() <= kMostShown) return ValueAnswer(*tensor, "");
    const absl::StatusOr<std::string> file = KeepUpload(folder, *tensor);
    return file.ok() ? ValueAnswer(*tensor, *file) : StatusAnswer(file.status());
  }
  const std::string name = ContentHash(body);
  const std::string path = absl::StrCat(folder, "/", name, ".npy");
  const absl::Status status = WriteFile(folder, name, body.size(), [&](const std::string& fresh) {
    return WriteStringToFile(Env::Default(), fresh, body);
  });
  if (!status.ok()) return StatusAnswer(status);
  const absl::StatusOr<Tensor> tensor = ReadNpy(path);
  const bool small = tensor.ok() && tensor->NumElements() <= kMostShown;
  if (!tensor.ok() || small) std::remove(path.c_str());
  if (tensor.ok()) return ValueAnswer(*tensor, small ? "" : absl::StrCat("upload:", name));
  // The sentence begins with a path that means nothing to the sender.
  return ErrorAnswer(400, absl::StrCat("The file cannot be read: ",
                                       absl::StrReplaceAll(tensor.status().message(), {{path + ": ", ""}})));
}

}  // namespace voxgrad::studio
