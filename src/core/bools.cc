#include "core/bools.h"

#include <algorithm>
#include <cstdint>

namespace voxgrad {
namespace {

/// As bytes: to look at another one as a bool is undefined.
absl::Span<uint8_t> Bytes(const Tensor& tensor) {
  const bool held = tensor.dtype() == DT_BOOL && tensor.data() != nullptr;
  return {static_cast<uint8_t*>(tensor.data()), held ? static_cast<size_t>(tensor.NumElements()) : 0};
}

}  // namespace

bool HoldsPlainBools(const Tensor& tensor) {
  constexpr size_t kPiece = 4096;  // a piece is one vector loop; the first odd byte ends the search after it
  const absl::Span<const uint8_t> bytes = Bytes(tensor);
  for (size_t at = 0; at < bytes.size(); at += kPiece) {
    uint8_t any = 0;
    for (const uint8_t byte : bytes.subspan(at, kPiece)) any |= byte;
    if (any > 1) return false;
  }
  return true;
}

void MakePlainBools(Tensor* tensor) {
  for (uint8_t& byte : Bytes(*tensor)) byte = byte != 0 ? 1 : 0;
}

}  // namespace voxgrad
