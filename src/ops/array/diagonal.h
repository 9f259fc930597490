// Diag and DiagPart: a tensor as the diagonal of one of twice the rank.
#ifndef VOXGRAD_OPS_ARRAY_DIAGONAL_H_
#define VOXGRAD_OPS_ARRAY_DIAGONAL_H_

#include "ops/table/context.h"

namespace voxgrad::rules {

/// The types that both take, as the attribute `T`.
OpBuilder& DiagonalTypes(OpBuilder& op);

/// Copies the diagonal of a square of `size` rows to a row, or a row to there.
void CopyDiagonal(Exec& exec, const Tensor& from, const Tensor& to, int64_t size);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_ARRAY_DIAGONAL_H_
