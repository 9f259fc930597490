// NumPy's files: what is written is read, what NumPy writes in other ways is too, and broken files are
// refused.
#include "core/npy.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "check/check.h"
#include "check/random_values.h"
#include "core/literal.h"
#include "core/type_list.h"

namespace voxgrad {
namespace {

class Npy : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("voxgrad_npy_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string Path(const std::string& name) const { return (folder_ / name).string(); }

  /// A file with this dictionary and these bytes, as NumPy lays it out.
  std::string Write(const std::string& dictionary, const std::string& data, int version = 1) const {
    std::string header = dictionary;
    const size_t start = version == 1 ? 10 : 12;
    header.resize((start + header.size() + 1 + 63) / 64 * 64 - start, ' ');
    header.back() = '\n';
    const std::string path = Path("file.npy");
    std::ofstream file(path, std::ios::binary);
    file << "\x93NUMPY" << static_cast<char>(version) << '\0';
    for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
      file.put(static_cast<char>(header.size() >> (8 * i) & 0xff));
    file << header << data;
    return path;
  }

  static std::string Shown(const absl::StatusOr<Tensor>& tensor) {
    return tensor.ok() ? TensorLiteral(*tensor, 100) : "error: " + std::string(tensor.status().message());
  }

  std::filesystem::path folder_;
};

TEST_F(Npy, EveryTypeComesBack) {
  driver::Random random(1);
  for (DataType type : TypeEnums(RealTypes())) {
    for (const TensorShape& shape :
         {TensorShape({2, 3, 4}), TensorShape({5}), TensorShape({}), TensorShape({3, 0})}) {
      const auto tensor = driver::RandomTensor(type, shape, driver::Values::kEighths, &random);
      ASSERT_TRUE(tensor.ok());
      const std::string path = Path("a.npy");
      ASSERT_TRUE(WriteNpy(path, *tensor).ok());
      EXPECT_EQ((std::filesystem::file_size(path) - tensor->TotalBytes()) % 64, 0u);
      const auto read = ReadNpy(path);
      ASSERT_TRUE(read.ok()) << read.status();
      EXPECT_TRUE(driver::SameBits(*read, *tensor)) << DataTypeString(type) << shape.DebugString();
    }
  }
}

TEST_F(Npy, FortranOrder) {
  const std::string data("\1\2\3\4\5\6", 6);  // columns first: [[1,3,5],[2,4,6]]
  EXPECT_EQ(Shown(ReadNpy(Write("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }", data))),
            "uint8[2,3]:1,3,5,2,4,6");
  EXPECT_EQ(Shown(ReadNpy(Write("{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3), }", data))),
            "uint8[2,3]:1,2,3,4,5,6");
}

TEST_F(Npy, BigEndian) {
  EXPECT_EQ(Shown(ReadNpy(Write("{'descr': '>i2', 'fortran_order': False, 'shape': (2,), }",
                                std::string("\0\1\1\0", 4)))),
            "int16[2]:1,256");
  EXPECT_EQ(Shown(ReadNpy(Write("{'descr': '>f4', 'fortran_order': False, 'shape': (1,), }",
                                std::string("\x3f\x80\0\0", 4)))),
            "float[1]:1");
}

TEST_F(Npy, VersionsAndBFloat16) {
  for (int version : {1, 2, 3}) {
    EXPECT_EQ(Shown(ReadNpy(Write("{'descr': '<V2', 'fortran_order': False, 'shape': (1,), }",
                                  std::string("\x80\x3f", 2), version))),
              "bfloat16[1]:1");
  }
}

TEST_F(Npy, RefusesWhatIsBroken) {
  const std::string good = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }";
  const auto expect = [](const absl::StatusOr<Tensor>& read, const std::string& sentence) {
    EXPECT_FALSE(read.ok());
    EXPECT_NE(Shown(read).find(sentence), std::string::npos) << Shown(read);
  };
  expect(ReadNpy(Path("nothing.npy")), "No such file");
  expect(ReadNpy(folder_.string()), "it is a folder");
  expect(ReadNpy(Write(good, std::string(15, '\0'))), "it is too short for [2,2]");
  expect(ReadNpy(Write("{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }", std::string(8, '\0'))),
         "its type '<c8' is none that the ops take");
  expect(ReadNpy(Write("{'descr': '<f4', 'shape': (1,), }", std::string(4, '\0'))),
         "its header has no `fortran_order`");
  expect(ReadNpy(Write("{'descr': '<f4', 'fortran_order': False, }", "")), "its header has no `shape`");
  expect(ReadNpy(Write("{'descr': '<f4', 'fortran_order': False, 'shape': (x,), }", "")), "its shape");
  expect(ReadNpy(Write("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }", "")), "its shape");
  expect(ReadNpy(Write("{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904, 8), }", "")),
         "its shape");
  expect(ReadNpy(Write("{'descr': '<f4', 'fortran_order': False, 'shape': (2305843009213693952,), }", "")),
         "it is too short");
  std::ofstream(Path("text.npy")) << "1,2,3 and more";
  expect(ReadNpy(Path("text.npy")), "it is no .npy file");
  std::ofstream(Path("empty.npy")).flush();
  expect(ReadNpy(Path("empty.npy")), "it is no .npy file");
  EXPECT_FALSE(WriteNpy(Path("no/such/folder.npy"), Tensor()).ok());
}

/// Every file that ends too early is refused, wherever that is.
TEST_F(Npy, CutAnywhere) {
  const std::string path = Path("whole.npy");
  ASSERT_TRUE(WriteNpy(path, Tensor::Of<float>({1, 2, 3, 4}, {2, 2})).ok());
  std::ifstream file(path, std::ios::binary);
  const std::string whole((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  for (size_t length = 0; length < whole.size(); ++length) {
    std::ofstream(Path("cut.npy"), std::ios::binary) << whole.substr(0, length);
    EXPECT_FALSE(ReadNpy(Path("cut.npy")).ok()) << length;
  }
}

}  // namespace
}  // namespace voxgrad
