// Text that lines up in a terminal.
#ifndef VOXGRAD_CLI_TEXT_H_
#define VOXGRAD_CLI_TEXT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace voxgrad::cli {

/// Columns that the text takes: letters, not bytes.
size_t Width(absl::string_view text);

/// The text filled up with blanks on the right, or on the left.
std::string PadRight(absl::string_view text, size_t width);
std::string PadLeft(absl::string_view text, size_t width);

/// Broken between words into lines of at most `width` columns.
std::vector<std::string> Wrap(absl::string_view text, size_t width);

/// Wrapped, each line behind `indent` blanks, the first behind `head` instead (padded to the indent).
std::string Paragraph(absl::string_view head, size_t indent, absl::string_view text);

/// The columns that output is laid out for: 120, or the terminal's if it has fewer.
size_t TextWidth();

/// Rows with columns as wide as their widest cell.
class Columns {
 public:
  /// One letter a column: 'l' or 'r', the side to which it is set.
  explicit Columns(std::string sides) : sides_(std::move(sides)) {}
  void Row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  std::string Text(size_t indent = 0) const;
  /// As a table of Markdown; the first row is its head.
  std::string Markdown() const;

 private:
  std::string sides_;
  std::vector<std::vector<std::string>> rows_;
};

/// "512 B", "1.5 MiB".
std::string BytesText(double bytes);
/// "12.3 µs", "4.56 ms", "1.2 s".
std::string SecondsText(double seconds);
/// A number with three digits that matter.
std::string ShortNumber(double value);
/// 1234567 as "1,234,567".
std::string CountText(int64_t count);

/// A line on standard error that is written over and over, from the second second on; nothing where that is
/// no terminal.
class Progress {
 public:
  Progress();
  ~Progress() { Clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void Show(absl::string_view text);
  /// At once, however short the time.
  void ShowNow(absl::string_view text);
  void Clear();

 private:
  const bool terminal_;
  int64_t next_ns_;
  bool shown_ = false;
};

}  // namespace voxgrad::cli

#endif  // VOXGRAD_CLI_TEXT_H_
