// Headers of .npy files as Python's literals. tests/python/test_npy.py asks NumPy itself.
#include "core/npy_header.h"

#include <gtest/gtest.h>

#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"

namespace voxgrad {
namespace {

std::string Read(const std::string& text, bool python2 = true) {
  const absl::StatusOr<NpyHeader> header = ParseNpyHeader(text, python2);
  if (!header.ok()) return std::string(header.status().message());
  return header->descr + (header->fortran_order ? " columns " : " rows ") + absl::StrJoin(header->shape, ",");
}

TEST(NpyHeaders, InEveryWayOfWriting) {
  for (const std::string text : {
           "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }      \n",
           "{'descr': '<f4', 'fortran_order':  True, 'shape': (2, 3)}",
           "{'descr':'<f4','fortran_order':True,'shape':(2,3)}",
           "{\"shape\": (0x2, 3), u'fortran_order' :\tTrue,\n # why\n r'descr': '''<f4'''}\n\n",
           "  ({'shape': ((2), (3),), 'des' 'cr': ('<f4'), 'fortran_order': (True)})",
           "{'shape': (9,), 'shape': (2, 3), 'descr': '<f4', 'fortran_order': True}",
           "{'shape': (2L, 3 L), 'descr': '<f4', 'fortran_order': True}",
           "{'shape': (+2, 0b1_1), 'descr': '<f4', 'fortran_order': True}",
       }) {
    EXPECT_EQ(Read(text), "<f4 columns 2,3") << text;
  }
  EXPECT_EQ(Read("{'descr': '|b1', 'fortran_order': False, 'shape': ()}"), "|b1 rows ");
}

TEST(NpyHeaders, OfNoPython) {
  const std::string good = "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3)}";
  const auto with = [&](const std::string& from, const std::string& to) {
    return absl::StrReplaceAll(good, {{from, to}});
  };
  EXPECT_EQ(Read(with("}", "")), "its header is no dictionary of Python's");
  EXPECT_EQ(Read(with("True", "true")), "its fortran_order is neither True nor False");
  EXPECT_EQ(Read(with("(2, 3)", "(02, 3)")), "its header is no dictionary of Python's");
  EXPECT_EQ(Read(with("(2, 3)", "(2 3)")), "its header is no dictionary of Python's");
  EXPECT_EQ(Read(with("(2, 3)", "(2_, 3)")), "its header is no dictionary of Python's");
  EXPECT_EQ(Read(with("(2, 3)", "(99999999999999999999,)")), "its header is no dictionary of Python's");
  EXPECT_EQ(Read(with("(2, 3)", "(2L, 3)"), /*python2=*/false), "its header is no dictionary of Python's");
  EXPECT_EQ(Read(with("'<f4'", "b'<f4'")), "its header is no dictionary of Python's");
  EXPECT_EQ(Read(good + " 1"), "its header is no dictionary of Python's");
  EXPECT_EQ(Read(std::string(100000, '(')), "its header is no dictionary of Python's");
  EXPECT_EQ(Read(with("True", "1")), "its fortran_order is neither True nor False");
  EXPECT_EQ(Read(with("(2, 3)", "[2, 3]")), "its shape is no tuple");
  EXPECT_EQ(Read(with("(2, 3)", "(x, 3)")), "its shape is no tuple of integers");
  EXPECT_EQ(Read(with("(2, 3)", "(True, 3)")), "its shape is no tuple of integers");
  EXPECT_EQ(Read("{'descr': x, " + good.substr(1)), "its header is no dictionary of Python's");
  EXPECT_EQ(Read(with("(2, 3)", "(3)")), "its shape is no tuple");
  EXPECT_EQ(Read(with("(2, 3)", "('2', 3)")), "its shape is no tuple of integers");
  EXPECT_EQ(Read(with("'<f4'", "[('a', '<f4')]")), "its type is no name of one");
  EXPECT_EQ(Read(with("'shape'", "'size'")),
            "its header has a key besides `descr`, `fortran_order` and `shape`");
  EXPECT_EQ(Read(with("'shape': (2, 3)", "")), "its header has no `shape`");
}

}  // namespace
}  // namespace voxgrad
