// The clock and the files, as TensorFlow programs ask for them.
#ifndef VOXGRAD_UTIL_ENV_H_
#define VOXGRAD_UTIL_ENV_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "voxgrad/export.h"
#include "voxgrad/page/message.h"
#include "voxgrad/string_piece.h"

namespace voxgrad {

class VOXGRAD_API Env {
 public:
  static Env* Default();

  /// Since the beginning of 1970.
  uint64_t NowNanos() const;
  uint64_t NowMicros() const { return NowNanos() / 1000; }
  uint64_t NowSeconds() const { return NowNanos() / 1000000000; }
  void SleepForMicroseconds(int64_t micros) const;

  absl::Status FileExists(StringPiece path) const;
  absl::Status DeleteFile(StringPiece path) const;
  absl::Status GetFileSize(StringPiece path, uint64_t* size) const;
  absl::Status IsDirectory(StringPiece path) const;
  absl::Status CreateDir(StringPiece path) const;
};

VOXGRAD_API absl::Status ReadFileToString(Env* env, StringPiece path, std::string* text);
VOXGRAD_API absl::Status WriteStringToFile(Env* env, StringPiece path, StringPiece text);

/// A message in a file: a GraphDef as .pb or .pbtxt.
VOXGRAD_API absl::Status ReadBinaryProto(Env* env, StringPiece path, Message* message);
VOXGRAD_API absl::Status WriteBinaryProto(Env* env, StringPiece path, const Message& message);
VOXGRAD_API absl::Status ReadTextProto(Env* env, StringPiece path, Message* message);
VOXGRAD_API absl::Status WriteTextProto(Env* env, StringPiece path, const Message& message);

}  // namespace voxgrad

#endif  // VOXGRAD_UTIL_ENV_H_
