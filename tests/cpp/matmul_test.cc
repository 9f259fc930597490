// Matrix products: every implementation against the reference, any number of threads.
#include "kernels/math/matmul.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/type_list.h"
#include "kernels/list.h"
#include "voxgrad/threads.h"

namespace voxgrad {
namespace {

template <class T>
std::vector<T> RandomMatrix(int64_t count, std::mt19937* random) {
  std::vector<T> values(static_cast<size_t>(count));
  for (T& value : values) value = T(static_cast<int>((*random)() % 17) - 8);  // products add up exactly
  return values;
}

template <class T>
std::vector<T> MatrixProduct(const MatMulProblem& p, const std::vector<T>& a, const std::vector<T>& b,
                             const std::string& implementation) {
  std::vector<T> out(static_cast<size_t>(p.rows * p.columns));
  ScopedKernelChoice choice(implementation);
  MatMul(p, a.data(), b.data(), out.data());
  return out;
}

template <class T>
void CheckProduct(int64_t rows, int64_t columns, int64_t depth) {
  std::mt19937 random(static_cast<unsigned>(rows * 7 + columns * 5 + depth));
  for (int transposed = 0; transposed < 4; ++transposed) {
    const MatMulProblem p = {
        rows, columns, depth, (transposed & 1) != 0, (transposed & 2) != 0, DataTypeToEnum<T>::value};
    const auto a = RandomMatrix<T>(rows * depth, &random);
    const auto b = RandomMatrix<T>(depth * columns, &random);
    const auto wanted = MatrixProduct(p, a, b, "reference");
    for (const char* implementation : {"", "cpu-dots", "cpu", "eigen-avx2", "eigen"}) {
      const auto given = MatrixProduct(p, a, b, implementation);
      for (size_t i = 0; i < wanted.size(); ++i) {
        ASSERT_TRUE(given[i] == wanted[i]) << implementation << " " << rows << "x" << depth << "x" << columns
                                           << " " << transposed << " at " << i;
      }
    }
  }
}

TEST(MatMul, EveryImplementationIsTheReference) {
  for (int64_t rows : {1, 2, 7, 130}) {
    for (int64_t columns : {1, 3, 17, 259}) {
      for (int64_t depth : {1, 5, 33}) {
        CheckProduct<float>(rows, columns, depth);
        CheckProduct<double>(rows, columns, depth);
        CheckProduct<Half>(rows, columns, depth);
        CheckProduct<BFloat16>(rows, columns, depth);
        CheckProduct<int32_t>(rows, columns, depth);
      }
    }
  }
}

TEST(MatMul, LargeOnesOnPanels) {
  CheckProduct<float>(131, 193, 1024);  // rows that would share a set of the cache
  CheckProduct<double>(150, 170, 257);
  CheckProduct<Half>(129, 161, 300);
  CheckProduct<BFloat16>(140, 210, 301);  // a pair with half of it missing
}

TEST(MatMul, NothingToAddIsZero) {
  CheckProduct<float>(3, 4, 0);
  CheckProduct<float>(0, 4, 2);
  CheckProduct<Half>(3, 0, 2);
}

TEST(MatMul, ThreadsDoNotChangeABit) {
  std::mt19937 random(5);
  std::normal_distribution<float> normal;
  const MatMulProblem p = {301, 517, 263, false, true, DT_FLOAT};
  std::vector<float> a(301 * 263), b(517 * 263);
  for (auto* values : {&a, &b}) {
    for (float& value : *values) value = normal(random);
  }
  std::vector<std::vector<float>> results;
  for (int threads : {1, 2, 5}) {
    SetNumThreads(threads);
    results.push_back(MatrixProduct(p, a, b, ""));
  }
  SetNumThreads(0);
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(results[0], results[2]);
}

}  // namespace
}  // namespace voxgrad
