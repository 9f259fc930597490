// What the test of an op declares to the tests that walk over all ops, so that a new op is in none of their
// lists:
//
//   //! call Xlogy x=double[2,3] y=double[3]      a call that it accepts, besides the random ones
//   //! line SumPool3D f32 ndhwc 1x3x4x5x2 k2 s2 same    a problem line, for the ops that these can name
//   //! unrecorded Xlogy: why no answer of TensorFlow's is recorded
//   //! deviation Xlogy: what TensorFlow answers, what Voxgrad does, and why; docs/tensorflow.md shows it
//
// in any file of tests/cpp. A line that begins with none of these words goes on with the one before.
// tools/voxgen/declared.py reads the same.
#ifndef VOXGRAD_TESTS_DECLARED_H_
#define VOXGRAD_TESTS_DECLARED_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "ops/table/op.h"
#include "source_dir.h"

namespace voxgrad::test {

struct Declaration {
  std::string word;
  std::string text;  // with the op's name in front
};

inline std::vector<Declaration> DeclarationsOf(const std::filesystem::path& path) {
  std::vector<Declaration> declarations;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    absl::string_view text = line;
    if (!absl::ConsumePrefix(&text, "//! ")) continue;
    const std::pair<std::string, std::string> words = absl::StrSplit(text, absl::MaxSplits(' ', 1));
    if (words.first == "call" || words.first == "line" || words.first == "unrecorded" ||
        words.first == "deviation") {
      declarations.push_back({words.first, words.second});
    } else if (declarations.empty()) {
      ADD_FAILURE() << path << ": `" << line << "` begins with no word of tests/cpp/declared.h";
    } else {
      absl::StrAppend(&declarations.back().text, " ", absl::StripLeadingAsciiWhitespace(text));
    }
  }
  return declarations;
}

/// All texts of that word, of all files.
inline std::vector<std::string> Declared(const std::string& word) {
  static const std::vector<Declaration>* all = [] {
    auto* list = new std::vector<Declaration>();
    for (const auto& entry : std::filesystem::directory_iterator(test::InSource("/tests/cpp"))) {
      if (entry.path().extension() != ".cc") continue;
      for (Declaration& declaration : DeclarationsOf(entry.path())) list->push_back(std::move(declaration));
    }
    return list;
  }();
  std::vector<std::string> texts;
  for (const Declaration& declaration : *all) {
    if (declaration.word == word) texts.push_back(declaration.text);
  }
  std::sort(texts.begin(), texts.end());  // a folder has no order of its own
  return texts;
}

/// The test of an op, where it declares: tests/cpp/xlogy_test.cc of src/ops/elementwise/xlogy.cc.
inline std::string TestFileOf(const Op& op) {
  return absl::StrCat("tests/cpp/", std::filesystem::path(op.file).stem().string(), "_test.cc");
}

}  // namespace voxgrad::test

#endif  // VOXGRAD_TESTS_DECLARED_H_
