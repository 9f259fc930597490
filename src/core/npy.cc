#include "core/npy.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "core/literal.h"

namespace voxgrad {
namespace {

constexpr char kMagic[] = "\x93NUMPY";
constexpr size_t kMagicSize = 6;

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

absl::Status Wrong(const std::string& path, absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat(path, ": ", why, "."));
}

struct Code {
  const char* code;
  DataType type;
};
constexpr Code kCodes[] = {{"f2", DT_HALF},  {"f4", DT_FLOAT},  {"f8", DT_DOUBLE}, {"V2", DT_BFLOAT16},
                           {"i1", DT_INT8},  {"i2", DT_INT16},  {"i4", DT_INT32},  {"i8", DT_INT64},
                           {"u1", DT_UINT8}, {"u2", DT_UINT16}, {"u4", DT_UINT32}, {"u8", DT_UINT64},
                           {"b1", DT_BOOL}};

/// The text between the quotes, brackets or commas behind `key` in the header's dictionary.
absl::StatusOr<std::string> Field(const std::string& path, const std::string& header, const std::string& key,
                                  char open, char close) {
  const size_t at = header.find(absl::StrCat("'", key, "'"));
  const size_t begin = at == std::string::npos ? at : header.find(open, at + key.size() + 2);
  const size_t end = begin == std::string::npos ? begin : header.find(close, begin + 1);
  if (end == std::string::npos) return Wrong(path, absl::StrCat("its header has no `", key, "`"));
  return header.substr(begin + 1, end - begin - 1);
}

void SwapBytes(char* data, int64_t elements, int size) {
  for (int64_t i = 0; i < elements; ++i) std::reverse(data + i * size, data + (i + 1) * size);
}

/// Column-major to row-major.
void Transpose(const TensorShape& shape, int size, const char* from, char* to) {
  Ints index(static_cast<size_t>(shape.dims()), 0);
  for (int64_t i = 0; i < shape.num_elements(); ++i) {
    int64_t place = 0;
    for (size_t d = index.size(); d-- > 0;) place = place * shape.dim_size(static_cast<int>(d)) + index[d];
    std::memcpy(to + i * size, from + place * size, static_cast<size_t>(size));
    for (size_t d = index.size(); d-- > 0;) {
      if (++index[d] < shape.dim_size(static_cast<int>(d))) break;
      index[d] = 0;
    }
  }
}

absl::StatusOr<std::string> ReadHeader(const std::string& path, std::FILE* file) {
  unsigned char start[12] = {};
  if (std::fread(start, 1, 8, file) != 8 || std::memcmp(start, kMagic, kMagicSize) != 0) {
    return Wrong(path, "it is no .npy file");
  }
  const size_t length_bytes = start[6] == 1 ? 2 : 4;
  if (start[6] < 1 || start[6] > 3 || std::fread(start + 8, 1, length_bytes, file) != length_bytes) {
    return Wrong(path, "its format is unknown");
  }
  size_t length = 0;
  for (size_t i = length_bytes; i-- > 0;) length = length << 8 | start[8 + i];
  if (length > (1 << 20)) return Wrong(path, "its header is too long");
  std::string header(length, '\0');
  if (std::fread(header.data(), 1, length, file) != length) return Wrong(path, "it ends within its header");
  return header;
}

/// A file whose header has been read; its elements come next.
struct Opened {
  File file{nullptr, std::fclose};
  NpyInfo info = {};
  bool big_endian = false;
  bool column_major = false;
};

absl::StatusOr<Opened> Open(const std::string& path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0) return Wrong(path, std::strerror(errno));
  if (S_ISDIR(info.st_mode)) return Wrong(path, "it is a folder");
  Opened opened{File(std::fopen(path.c_str(), "rb"), std::fclose)};
  if (opened.file == nullptr) return Wrong(path, std::strerror(errno));
  const absl::StatusOr<std::string> header = ReadHeader(path, opened.file.get());
  if (!header.ok()) return header.status();
  const absl::StatusOr<std::string> descr = Field(path, *header, "descr", '\'', '\'');
  const absl::StatusOr<std::string> order = Field(path, *header, "fortran_order", ' ', ',');
  const absl::StatusOr<std::string> sizes = Field(path, *header, "shape", '(', ')');
  for (const auto* field : {&descr, &order, &sizes}) {
    if (!field->ok()) return field->status();
  }
  auto& [type, shape] = opened.info;
  for (const Code& code : kCodes) {
    if (descr->size() == 3 && descr->substr(1) == code.code) type = code.type;
  }
  if (type == DT_INVALID)
    return Wrong(path, absl::StrCat("its type '", *descr, "' is none that the ops take"));
  const std::string list = absl::EndsWith(*sizes, ",") ? sizes->substr(0, sizes->size() - 1) : *sizes;
  const absl::StatusOr<Ints> dims = ParseInts(list);
  if (!dims.ok()) return Wrong(path, absl::StrCat("its shape ", dims.status().message()));
  if (absl::Status status = TensorShape::BuildTensorShape(*dims, &shape); !status.ok()) {
    return Wrong(path, absl::StrCat("its shape ", status.message()));
  }
  int64_t bytes = 0;
  const bool counted = !__builtin_mul_overflow(shape.num_elements(), DataTypeSize(type), &bytes);
  if (S_ISREG(info.st_mode) && (!counted || bytes > info.st_size)) {
    return Wrong(path, absl::StrCat("it is too short for ", shape.DebugString()));
  }
  opened.big_endian = descr->front() == '>';
  opened.column_major = *order == "True";
  return opened;
}

}  // namespace

absl::StatusOr<NpyInfo> ReadNpyInfo(const std::string& path) {
  const absl::StatusOr<Opened> opened = Open(path);
  if (!opened.ok()) return opened.status();
  return opened->info;
}

absl::StatusOr<Tensor> ReadNpy(const std::string& path) {
  const absl::StatusOr<Opened> opened = Open(path);
  if (!opened.ok()) return opened.status();
  const auto& [type, shape] = opened->info;
  Tensor tensor;
  if (absl::Status status = Tensor::Allocate(type, shape, &tensor); !status.ok()) return status;
  if (std::fread(tensor.data(), 1, tensor.TotalBytes(), opened->file.get()) != tensor.TotalBytes()) {
    return Wrong(path, absl::StrCat("it is too short for ", shape.DebugString()));
  }
  if (opened->big_endian)
    SwapBytes(static_cast<char*>(tensor.data()), shape.num_elements(), DataTypeSize(type));
  if (!opened->column_major) return tensor;
  Tensor row_major;
  if (absl::Status status = Tensor::Allocate(type, shape, &row_major); !status.ok()) return status;
  Transpose(shape, DataTypeSize(type), static_cast<const char*>(tensor.data()),
            static_cast<char*>(row_major.data()));
  return row_major;
}

absl::Status WriteNpy(const std::string& path, const Tensor& tensor) {
  std::string descr;
  for (const Code& code : kCodes) {
    if (code.type == tensor.dtype()) descr = absl::StrCat(code.code[1] == '1' ? "|" : "<", code.code);
  }
  if (descr.empty()) return Wrong(path, absl::StrCat("no .npy file holds ", DataTypeString(tensor.dtype())));
  std::string sizes = absl::StrJoin(tensor.shape().dim_sizes(), ", ");
  if (tensor.dims() == 1) sizes += ",";
  std::string header =
      absl::StrCat("{'descr': '", descr, "', 'fortran_order': False, 'shape': (", sizes, "), }");
  header.resize((kMagicSize + 4 + header.size() + 1 + 63) / 64 * 64 - kMagicSize - 4, ' ');
  header.back() = '\n';
  File file(std::fopen(path.c_str(), "wb"), std::fclose);
  if (file == nullptr) return Wrong(path, std::strerror(errno));
  const unsigned char start[4] = {1, 0, static_cast<unsigned char>(header.size() & 0xff),
                                  static_cast<unsigned char>(header.size() >> 8)};
  const bool written = std::fwrite(kMagic, 1, kMagicSize, file.get()) == kMagicSize &&
                       std::fwrite(start, 1, 4, file.get()) == 4 &&
                       std::fwrite(header.data(), 1, header.size(), file.get()) == header.size() &&
                       std::fwrite(tensor.data(), 1, tensor.TotalBytes(), file.get()) == tensor.TotalBytes();
  const bool closed = std::fclose(file.release()) == 0;
  return written && closed ? absl::OkStatus() : Wrong(path, std::strerror(errno));
}

}  // namespace voxgrad
