#include "core/npy.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/bools.h"
#include "core/npy_header.h"
#include "core/regular_file.h"

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

struct Letter {
  char letter;
  DataType type;
};
constexpr Letter kLetters[] = {{'e', DT_HALF},   {'f', DT_FLOAT},  {'d', DT_DOUBLE}, {'b', DT_INT8},
                               {'h', DT_INT16},  {'i', DT_INT32},  {'l', DT_INT64},  {'q', DT_INT64},
                               {'B', DT_UINT8},  {'H', DT_UINT16}, {'I', DT_UINT32}, {'L', DT_UINT64},
                               {'Q', DT_UINT64}, {'?', DT_BOOL}};

struct ElementCode {
  DataType type = DT_INVALID;
  bool big_endian = false;
};

/// What NumPy's names of types mean: "<f4", "f4", "float32", "f".
ElementCode ParseDescr(absl::string_view descr) {
  ElementCode code;
  if (!descr.empty() && absl::string_view("<>=|").find(descr.front()) != absl::string_view::npos) {
    code.big_endian = descr.front() == '>';
    descr.remove_prefix(1);
  } else if (DataTypeFromString(descr, &code.type)) {  // names take no order
    return code;
  }
  for (const Code& known : kCodes) {
    if (descr == known.code) code.type = known.type;
  }
  for (const Letter& known : kLetters) {
    if (descr.size() == 1 && descr[0] == known.letter) code.type = known.type;
  }
  return code;
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

/// Whether the file has these bytes next.
bool ReadBytes(RegularFile* file, void* to, size_t count) {
  const absl::StatusOr<size_t> got = file->Read(to, count);
  return got.ok() && *got == count;
}

/// The header's text. `version` is that of the format.
absl::StatusOr<std::string> ReadHeader(const std::string& path, RegularFile* file, int* version) {
  constexpr size_t kLongest = 10000;  // as NumPy has it
  unsigned char start[12] = {};
  if (!ReadBytes(file, start, 8) || std::memcmp(start, kMagic, kMagicSize) != 0)
    return Wrong(path, "it is no .npy file");
  *version = start[6];
  const size_t length_bytes = *version == 1 ? 2 : 4;
  if (*version < 1 || *version > 3 || start[7] != 0 || !ReadBytes(file, start + 8, length_bytes))
    return Wrong(path, "its format is unknown");
  size_t length = 0;
  for (size_t i = length_bytes; i-- > 0;) length = length << 8 | start[8 + i];
  if (length > kLongest) return Wrong(path, "its header is too long");
  std::string header(length, '\0');
  if (!ReadBytes(file, header.data(), length)) return Wrong(path, "it ends within its header");
  return header;
}

/// A file whose header has been read; its elements come next.
struct Opened {
  RegularFile file;
  NpyInfo info = {};
  bool big_endian = false;
  bool column_major = false;
};

absl::StatusOr<Opened> Open(const std::string& path) {
  absl::StatusOr<RegularFile> file = RegularFile::Open(path);
  if (!file.ok()) return Wrong(path, file.status().message());
  Opened opened{*std::move(file)};
  int version = 0;
  const absl::StatusOr<std::string> text = ReadHeader(path, &opened.file, &version);
  if (!text.ok()) return text.status();
  const absl::StatusOr<NpyHeader> header = ParseNpyHeader(*text, /*python2=*/version < 3);
  if (!header.ok()) return Wrong(path, header.status().message());
  auto& [type, shape] = opened.info;
  const ElementCode code = ParseDescr(header->descr);
  type = code.type;
  if (DataTypeSize(type) == 0)
    return Wrong(path, absl::StrCat("its type '", header->descr, "' is none that the ops take"));
  if (absl::Status status = TensorShape::BuildTensorShape(header->shape, &shape); !status.ok()) {
    return Wrong(path, absl::StrCat("its shape ", status.message()));
  }
  int64_t bytes = 0;
  const bool counted = !__builtin_mul_overflow(shape.num_elements(), DataTypeSize(type), &bytes);
  if (!counted || static_cast<uint64_t>(bytes) > opened.file.size())
    return Wrong(path, absl::StrCat("it is too short for ", shape.DebugString()));
  opened.big_endian = code.big_endian;
  opened.column_major = header->fortran_order;
  return opened;
}

}  // namespace

absl::StatusOr<NpyInfo> ReadNpyInfo(const std::string& path) {
  const absl::StatusOr<Opened> opened = Open(path);
  if (!opened.ok()) return opened.status();
  return opened->info;
}

absl::StatusOr<Tensor> ReadNpy(const std::string& path) {
  absl::StatusOr<Opened> opened = Open(path);
  if (!opened.ok()) return opened.status();
  const auto& [type, shape] = opened->info;
  Tensor tensor;
  if (absl::Status status = Tensor::Allocate(type, shape, &tensor); !status.ok()) return status;
  if (!ReadBytes(&opened->file, tensor.data(), tensor.TotalBytes()))
    return Wrong(path, absl::StrCat("it is too short for ", shape.DebugString()));
  MakePlainBools(&tensor);
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
  const absl::StatusOr<int> number = OpenForWriting(path);
  if (!number.ok()) return Wrong(path, number.status().message());
  File file(fdopen(*number, "wb"), std::fclose);
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
