// Matrix products: every implementation against the reference, any number of threads.
#include "kernels/matmul/matmul.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <random>

#include "core/type_list.h"
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
  Exec exec({.only = implementation});
  MatMul(exec, p, a.data(), b.data(), out.data());
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
    for (const char* implementation :
         {"", "cpu/matrix-product-amx", "cpu/matrix-product-dots", "cpu/matrix-product"}) {
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

TEST(MatMul, EveryRemainderOfATile) {
  for (int64_t size = 1; size <= 35; ++size) {
    CheckProduct<float>(size, 36 - size, 9);
    CheckProduct<BFloat16>(size, 70 - 2 * size, size);
    CheckProduct<double>(3, size, 6);
  }
}

TEST(MatMul, LargeOnesInPieces) {
  CheckProduct<float>(131, 193, 1024);  // rows that would share a set of the cache
  CheckProduct<float>(233, 65, 515);    // more rows than a piece has, a part of a few elements
  CheckProduct<float>(16, 1100, 130);   // more columns
  CheckProduct<double>(250, 170, 257);
  CheckProduct<Half>(229, 161, 300);
  CheckProduct<BFloat16>(240, 210, 301);  // a pair with half of it missing
  CheckProduct<BFloat16>(5, 530, 1027);
}

TEST(MatMul, LongVectors) {
  for (const int64_t depth : {1, 500, 1027, 17'003}) {
    for (const int64_t size : {2, 531}) {
      CheckProduct<float>(1, size, depth);
      CheckProduct<float>(size, 1, depth);
      CheckProduct<double>(size, 1, depth);
      CheckProduct<BFloat16>(1, size, depth);
      CheckProduct<Half>(size, 1, depth);
    }
  }
}

TEST(MatMul, EveryProductOfABatch) {
  std::mt19937 random(3);
  for (const auto& [rows, columns, depth] : {std::array<int64_t, 3>{3, 5, 4}, {250, 40, 33}, {1, 17, 60}}) {
    const MatMulProblem p = {rows, columns, depth, true, false, DT_FLOAT};
    constexpr int64_t kCount = 19;
    const auto a = RandomMatrix<float>(kCount * rows * depth, &random);
    const auto b = RandomMatrix<float>(depth * columns, &random);  // of all of them
    std::vector<float> out(static_cast<size_t>(kCount * rows * columns)),
        one(static_cast<size_t>(rows * columns));
    const auto at = [&](int64_t i) -> MatMulOperands {
      return {a.data() + i * rows * depth, b.data(), out.data() + i * rows * columns};
    };
    for (const char* implementation : {"", "reference"}) {
      std::fill(out.begin(), out.end(), -1.0F);
      Exec exec({.only = implementation});
      MatMul(exec, p, {kCount, at});
      for (int64_t i = 0; i < kCount; ++i) {
        MatMul(exec, p, at(i).a, at(i).b, one.data());
        EXPECT_TRUE(std::equal(one.begin(), one.end(), out.begin() + i * rows * columns)) << rows << " " << i;
      }
    }
  }
}

TEST(MatMul, NothingToAddIsZero) {
  CheckProduct<float>(3, 4, 0);
  CheckProduct<float>(0, 4, 2);
  CheckProduct<Half>(3, 0, 2);
}

template <class T>
void CheckThreads(const MatMulProblem& p) {
  std::mt19937 random(5);
  std::normal_distribution<float> normal;
  std::vector<T> a(static_cast<size_t>(p.rows * p.depth)), b(static_cast<size_t>(p.depth * p.columns));
  for (auto* values : {&a, &b}) {
    for (T& value : *values) value = static_cast<T>(normal(random));
  }
  std::vector<std::vector<T>> results;
  for (const int threads : {1, 2, 5}) {
    SetNumThreads(threads);
    results.push_back(MatrixProduct(p, a, b, ""));
  }
  SetNumThreads(0);
  for (const size_t i : {1, 2}) {
    EXPECT_EQ(std::memcmp(results[0].data(), results[i].data(), results[0].size() * sizeof(T)), 0)
        << p.rows << "x" << p.depth << "x" << p.columns;
  }
}

TEST(MatMul, ThreadsDoNotChangeABit) {
  CheckThreads<float>({301, 517, 263, false, true, DT_FLOAT});
  CheckThreads<float>({301, 517, 263, true, false, DT_FLOAT});
  CheckThreads<float>({2, 2049, 2051, false, false, DT_FLOAT});
  CheckThreads<float>({1, 2049, 2051, false, true, DT_FLOAT});
  CheckThreads<float>({1, 700, 20'001, false, false, DT_FLOAT});
  CheckThreads<BFloat16>({3, 1, 300'001, false, true, DT_BFLOAT16});
  CheckThreads<float>({600, 40, 5'001, false, false, DT_FLOAT});
  CheckThreads<float>({16, 16, 300'001, true, false, DT_FLOAT});
  CheckThreads<BFloat16>({16, 16, 300'001, false, true, DT_BFLOAT16});
  CheckThreads<BFloat16>({301, 517, 263, false, false, DT_BFLOAT16});
  CheckThreads<double>({301, 217, 263, false, false, DT_DOUBLE});
}

}  // namespace
}  // namespace voxgrad
