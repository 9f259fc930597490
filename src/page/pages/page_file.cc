#include "page/pages/page_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "core/content_hash.h"
#include "core/npy.h"
#include "page/graph/tensor_value.h"
#include "page/messages/binary.h"
#include "page/messages/text.h"
#include "page/pages/page_data.h"
#include "voxgrad/util/env.h"

namespace voxgrad {
namespace {

/// A binary page holds a byte below the blank before long: the tag of a node's op is one. Text holds none but
/// those that part its words.
bool IsBinary(absl::string_view content) {
  return std::any_of(content.begin(), content.end(), [](char byte) {
    return static_cast<unsigned char>(byte) < ' ' && !absl::ascii_isspace(static_cast<unsigned char>(byte));
  });
}

absl::Status SystemError(const std::string& path, const char* what) {
  return absl::UnavailableError(absl::StrCat(path, " cannot be ", what, ": ", std::strerror(errno), "."));
}

/// Of a folder too: what was renamed in it is sure to be there then.
absl::Status SyncFile(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY);
  if (file < 0) return SystemError(path, "written");
  const bool synced = fsync(file) == 0;
  close(file);
  return synced ? absl::OkStatus() : SystemError(path, "written");
}

/// Writes under a name of its own, then takes the place of what is there.
template <class Write>
absl::Status Replace(const std::string& path, Write write) {
  const std::string fresh = absl::StrCat(path, ".", getpid(), ".new");
  absl::Status status = write(fresh);
  if (status.ok()) status = SyncFile(fresh);
  if (status.ok() && std::rename(fresh.c_str(), path.c_str()) != 0) status = SystemError(path, "written");
  if (!status.ok()) {
    unlink(fresh.c_str());
    return status;
  }
  return SyncFile(FolderOf(path));
}

absl::Status MakeFolder(const std::string& path) {
  if (mkdir(path.c_str(), 0777) == 0 || errno == EEXIST) return absl::OkStatus();
  return SystemError(path, "made");
}

absl::Status AtNode(const NodeDef& node, const absl::Status& status) {
  return absl::Status(status.code(), absl::StrCat("Node '", node.name(), "': ", status.message()));
}

/// The values of a page on their way to a file.
class Saver {
 public:
  Saver(const std::string& path, std::string folder, const SavePolicy& policy)
      : folder_(std::move(folder)), policy_(policy), to_(FolderOf(path)) {
    absl::string_view stem = path;
    if (const size_t slash = stem.rfind('/'); slash != absl::string_view::npos) stem.remove_prefix(slash + 1);
    if (const size_t dot = stem.rfind('.'); dot != absl::string_view::npos && dot > 0)
      stem = stem.substr(0, dot);
    data_ = absl::StrCat(stem, ".data");
  }

  absl::Status Save(NodeDef* node) {
    if (policy_.embed && HasSource(*node)) return EmbedSource(folder_, /*seed=*/0, node);
    if (HasSource(*node)) return node->attr().contains("_file") ? Carry(node) : absl::OkStatus();
    if (node->op() != "Const" || policy_.embed) return absl::OkStatus();
    const auto value = node->attr().find("value");
    if (value == node->attr().end() || value->second.ByteSizeLong() <= policy_.most_bytes)
      return absl::OkStatus();
    return PutBeside(node, value->second.tensor());
  }

 private:
  /// Writes the value and lets the node name its file.
  absl::Status Write(NodeDef* node, const Tensor& tensor) const {
    if (absl::Status status = MakeFolder(absl::StrCat(to_, "/", data_)); !status.ok()) return status;
    std::string name = FileName(node->name());
    if (policy_.fresh_names) {
      const absl::string_view bytes(static_cast<const char*>(tensor.data()), tensor.TotalBytes());
      absl::StrAppend(&name, "-", ContentHash(bytes));
    }
    name = absl::StrCat(data_, "/", name, ".npy");
    (*node->mutable_attr())["_file"].set_s(name);
    return Replace(absl::StrCat(to_, "/", name),
                   [&](const std::string& path) { return WriteNpy(path, tensor); });
  }

  /// Strings and bytes that are no tensor stay where they are.
  absl::Status PutBeside(NodeDef* node, const TensorProto& proto) const {
    const absl::StatusOr<Tensor> tensor = TensorFromProto(proto);
    if (!tensor.ok() || tensor->dtype() == DT_STRING || tensor->TotalBytes() <= policy_.most_bytes)
      return absl::OkStatus();
    auto& attr = *node->mutable_attr();
    if (!attr.contains("_generator")) {
      if (absl::Status status = Write(node, *tensor); !status.ok()) return AtNode(*node, status);
    }
    attr.erase("value");
    node->set_op("Placeholder");
    attr["dtype"].set_type(tensor->dtype());
    *attr["shape"].mutable_shape() = ShapeToProto(tensor->shape());
    return absl::OkStatus();
  }

  /// A page that is saved elsewhere takes its files along.
  absl::Status Carry(NodeDef* node) const {
    if (to_ == folder_) return absl::OkStatus();
    const absl::StatusOr<Tensor> tensor = SourceValue(*node, folder_, /*seed=*/0);
    if (!tensor.ok()) return tensor.status();
    const absl::Status status = Write(node, *tensor);
    return status.ok() ? status : AtNode(*node, status);
  }

  std::string folder_;
  SavePolicy policy_;
  std::string to_;
  std::string data_;
};

}  // namespace

std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string FileName(absl::string_view name) {
  std::string text;
  for (const char c : name) {
    const bool plain = absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' ||
                       (c == '.' && !text.empty());
    text += plain ? std::string(1, c)
                  : absl::StrCat("%", absl::Hex(static_cast<unsigned char>(c), absl::kZeroPad2));
  }
  return text;
}

absl::StatusOr<GraphDef> ParsePage(absl::string_view content) {
  GraphDef def;
  const bool binary = IsBinary(content);
  const absl::Status status = binary ? ReadBinary(content, &def) : ReadText(content, &def);
  if (status.ok()) return def;
  return absl::Status(status.code(), absl::StrCat(binary ? "(read as binary) " : "", status.message()));
}

absl::StatusOr<GraphDef> ReadPage(const std::string& path) {
  std::string content;
  struct stat about;
  if (stat(path.c_str(), &about) == 0 && S_ISDIR(about.st_mode))
    return absl::InvalidArgumentError(absl::StrCat(path, " is a folder, not a page."));
  if (const absl::Status status = ReadFileToString(Env::Default(), path, &content); !status.ok()) {
    const absl::string_view why = absl::StripPrefix(status.message(), absl::StrCat(path, "; "));
    return absl::Status(
        status.code() == absl::StatusCode::kInvalidArgument ? status.code() : absl::StatusCode::kNotFound,
        absl::StrCat(path, " cannot be read: ", why, "."));
  }
  absl::StatusOr<GraphDef> def = ParsePage(content);
  if (!def.ok()) return absl::Status(def.status().code(), absl::StrCat(path, ": ", def.status().message()));
  return def;
}

absl::Status PutValuesBeside(const std::string& path, GraphDef* def, const std::string& folder,
                             const SavePolicy& policy) {
  Saver saver(path, folder, policy);
  for (int i = 0; i < def->node_size(); ++i) {
    if (absl::Status status = saver.Save(def->mutable_node(i)); !status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> PageContent(absl::string_view path, const GraphDef& def) {
  if (!absl::EndsWith(path, ".pb")) return WriteText(def);
  std::string bytes;
  if (absl::Status status = WriteBinary(def, &bytes); !status.ok()) return status;
  return bytes;
}

absl::Status WritePage(const std::string& path, GraphDef def, const std::string& folder,
                       const SavePolicy& policy) {
  if (absl::Status status = PutValuesBeside(path, &def, folder, policy); !status.ok()) return status;
  const absl::StatusOr<std::string> content = PageContent(path, def);
  if (!content.ok()) return content.status();
  return Replace(
      path, [&](const std::string& fresh) { return WriteStringToFile(Env::Default(), fresh, *content); });
}

}  // namespace voxgrad
