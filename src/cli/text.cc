#include "cli/text.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"

namespace voxgrad::cli {
namespace {

int64_t NowNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

size_t TerminalWidth(int file) {
  winsize size = {};
  return isatty(file) && ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 0;
}

}  // namespace

size_t Width(absl::string_view text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string PadRight(absl::string_view text, size_t width) {
  return absl::StrCat(text, std::string(width - std::min(width, Width(text)), ' '));
}

std::string PadLeft(absl::string_view text, size_t width) {
  return absl::StrCat(std::string(width - std::min(width, Width(text)), ' '), text);
}

std::vector<std::string> Wrap(absl::string_view text, size_t width) {
  std::vector<std::string> lines(1);
  for (absl::string_view word : absl::StrSplit(text, ' ', absl::SkipEmpty())) {
    if (!lines.back().empty() && Width(lines.back()) + 1 + Width(word) > width) lines.emplace_back();
    absl::StrAppend(&lines.back(), lines.back().empty() ? "" : " ", word);
  }
  return lines;
}

std::string Paragraph(absl::string_view head, size_t indent, absl::string_view text) {
  std::string result;
  const size_t width = TextWidth();
  for (const std::string& line : Wrap(text, std::max<size_t>(width - std::min(width, indent), 30))) {
    absl::StrAppend(&result, PadRight(result.empty() ? head : "", indent), line, "\n");
  }
  return result;
}

size_t TextWidth() {
  const size_t width = TerminalWidth(STDOUT_FILENO);
  return width == 0 ? 120 : std::clamp<size_t>(width, 60, 120);
}

std::string Columns::Text(size_t indent) const {
  std::vector<size_t> widths(sides_.size(), 0);
  for (const auto& row : rows_) {
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], Width(row[i]));
  }
  std::string text;
  for (const auto& row : rows_) {
    std::string line(indent, ' ');
    for (size_t i = 0; i < row.size(); ++i) {
      if (i > 0) line += "  ";
      line += sides_[i] == 'r' ? PadLeft(row[i], widths[i]) : PadRight(row[i], widths[i]);
    }
    absl::StrAppend(&text, line.substr(0, line.find_last_not_of(' ') + 1), "\n");
  }
  return text;
}

std::string Columns::Markdown() const {
  std::string text;
  for (size_t r = 0; r < rows_.size(); ++r) {
    for (const std::string& cell : rows_[r]) absl::StrAppend(&text, "| ", cell, " ");
    text += "|\n";
    if (r > 0) continue;
    for (char side : sides_) text += side == 'r' ? "|--:" : "|:--";
    text += "|\n";
  }
  return text;
}

std::string ShortNumber(double value) {
  if (value == 0 || !std::isfinite(value)) return absl::StrFormat("%g", value);
  const int digits = static_cast<int>(std::floor(std::log10(std::abs(value))));
  if (digits < -3 || digits > 8) return absl::StrFormat("%.3g", value);
  return absl::StrFormat("%.*f", std::max(0, 2 - digits), value);
}

std::string BytesText(double bytes) {
  constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  size_t unit = 0;
  for (; bytes >= 1024 && unit < 4; ++unit) bytes /= 1024;
  return unit == 0 ? absl::StrFormat("%.0f B", bytes) : absl::StrFormat("%.1f %s", bytes, kUnits[unit]);
}

std::string SecondsText(double seconds) {
  if (seconds < 1e-3) return absl::StrCat(ShortNumber(seconds * 1e6), " µs");
  if (seconds < 1) return absl::StrCat(ShortNumber(seconds * 1e3), " ms");
  return absl::StrCat(ShortNumber(seconds), " s");
}

std::string CountText(int64_t count) {
  std::string text = absl::StrCat(count);
  for (auto at = static_cast<int64_t>(text.size()) - 3; at > 0; at -= 3)
    text.insert(static_cast<size_t>(at), ",");
  return text;
}

Progress::Progress() : terminal_(isatty(STDERR_FILENO) == 1), next_ns_(NowNs() + 1'000'000'000) {}

void Progress::Show(absl::string_view text) {
  if (!terminal_ || NowNs() < next_ns_) return;
  next_ns_ = NowNs() + 100'000'000;
  ShowNow(text);
}

void Progress::ShowNow(absl::string_view text) {
  if (!terminal_) return;
  const size_t width = std::max<size_t>(TerminalWidth(STDERR_FILENO), 20);
  const std::string cut(text.substr(0, width - 1));
  std::fprintf(stderr, "\r\033[K%s", cut.c_str());
  std::fflush(stderr);
  shown_ = true;
}

void Progress::Clear() {
  if (shown_) std::fprintf(stderr, "\r\033[K");
  shown_ = false;
}

}  // namespace voxgrad::cli
