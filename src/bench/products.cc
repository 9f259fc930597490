#include "bench/products.h"

#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "check/random_values.h"
#include "ops/table/invoke.h"

namespace voxgrad::driver {
namespace {

/// The shape of an operand of that many rows and columns, as it lies in memory.
std::vector<int64_t> MatrixSizes(int64_t batch, int64_t rows, int64_t columns, bool transposed) {
  if (transposed) std::swap(rows, columns);
  if (batch == 1) return {rows, columns};
  return {batch, rows, columns};
}

}  // namespace

double BenchProduct::flops() const {
  return 2.0 * static_cast<double>(batch) * static_cast<double>(rows) * static_cast<double>(depth) *
         static_cast<double>(columns);
}

std::string BenchProduct::Name() const {
  const std::string one = absl::StrCat(rows, "×", depth, "×", columns);
  return batch == 1 ? one : absl::StrCat(batch, " of ", one);
}

const std::vector<BenchProduct>& BenchProducts() {
  static const auto* const kProducts = new std::vector<BenchProduct>{
      {64, 64, 64},       {128, 128, 128}, {256, 256, 256},  {512, 512, 512},   {1024, 1024, 1024},
      {2048, 2048, 2048}, {1, 1024, 1024}, {1024, 1024, 1},  {8, 512, 512},     {100'000, 16, 16},
      {16, 100'000, 16},  {37, 53, 71},    {64, 64, 64, 64}, {16, 64, 16, 512},
  };
  return *kProducts;
}

absl::StatusOr<PreparedCall> PrepareProduct(const BenchProduct& p) {
  const bool batched = p.batch > 1;
  PreparedCall call{FindOp(batched ? "BatchMatMulV2" : "MatMul"), {}, {}};
  Random random(1);
  for (const auto& sizes : {MatrixSizes(p.batch, p.rows, p.depth, p.transpose_a),
                            MatrixSizes(p.batch, p.depth, p.columns, p.transpose_b)}) {
    absl::StatusOr<Tensor> operand = RandomTensor(p.type, TensorShape(sizes), Values::kReal, &random);
    if (!operand.ok()) return operand.status();
    call.inputs.push_back(*operand);
  }
  const std::vector<NamedAttribute> attributes = {{batched ? "adj_x" : "transpose_a", p.transpose_a},
                                                  {batched ? "adj_y" : "transpose_b", p.transpose_b}};
  if (absl::Status status = FillSlots(*call.op, "", attributes, &call.slots); !status.ok()) return status;
  return call;
}

std::string ProductRequest(const BenchProduct& p, int calls, const Effort& effort) {
  return nlohmann::ordered_json{{"type", ShortTypeString(p.type)},
                                {"a", MatrixSizes(p.batch, p.rows, p.depth, p.transpose_a)},
                                {"b", MatrixSizes(p.batch, p.depth, p.columns, p.transpose_b)},
                                {"transpose_a", p.transpose_a},
                                {"transpose_b", p.transpose_b},
                                {"calls", calls},
                                {"threads", effort.threads},
                                {"runs", effort.runs},
                                {"seconds", effort.seconds}}
      .dump();
}

}  // namespace voxgrad::driver
