// Where the checkout is that is under test.
#ifndef VOXGRAD_TESTS_CPP_SOURCE_DIR_H_
#define VOXGRAD_TESTS_CPP_SOURCE_DIR_H_

#include <string>

namespace voxgrad::test {

/// A path of the checkout: InSource("/tests/cpp/lines.txt"). One file alone knows the checkout's own, so that
/// the others are compiled to the same everywhere and a cache of compilations serves every copy.
std::string InSource(const std::string& path);

}  // namespace voxgrad::test

#endif  // VOXGRAD_TESTS_CPP_SOURCE_DIR_H_
