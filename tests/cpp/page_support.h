// Pages for tests, written in a line.
#ifndef VOXGRAD_TESTS_PAGE_SUPPORT_H_
#define VOXGRAD_TESTS_PAGE_SUPPORT_H_

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "page/pages/page.h"
#include "page/pages/page_file.h"
#include "source_dir.h"
#include "support.h"

namespace voxgrad::test {

inline const std::string kPages = test::InSource("/tests/pages/");

inline GraphDef Parse(const std::string& text) { return Must(ParsePage(text), text); }

inline std::shared_ptr<const Page> MakePage(const std::string& text, const std::string& folder = "/nowhere") {
  return std::make_shared<const Page>(Parse(text), folder);
}

/// A constant of a tensor whose text begins with its dtype.
inline std::string Const(const std::string& name, const std::string& tensor) {
  return absl::StrCat("node { name: '", name, "' op: 'Const' attr { key: 'value' value { tensor { ", tensor,
                      " } } } attr { key: 'dtype' value { type: ", tensor.substr(7, tensor.find(' ', 8) - 7),
                      " } } } ");
}

inline std::string Unary(const std::string& op, const std::string& name, const std::string& input) {
  return absl::StrCat("node { name: '", name, "' op: '", op, "' input: '", input, "' } ");
}

inline std::vector<std::string> ProblemTexts(const Page& page) {
  std::vector<std::string> texts;
  for (const ImportProblem& problem : page.import().problems) texts.emplace_back(problem.status.message());
  return texts;
}

/// A new folder, gone at the end.
class Folder {
 public:
  Folder() {
    std::string name = ::testing::TempDir() + "/pageXXXXXX";
    path_ = mkdtemp(name.data());
  }
  ~Folder() { EXPECT_EQ(std::system(("rm -r '" + path_ + "'").c_str()), 0); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace voxgrad::test

#endif  // VOXGRAD_TESTS_PAGE_SUPPORT_H_
