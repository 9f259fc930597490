// Pages as files: the graph as text or binary, large values beside it.
#ifndef VOXGRAD_PAGE_PAGES_PAGE_FILE_H_
#define VOXGRAD_PAGE_PAGES_PAGE_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "voxgrad/graph_def.h"

namespace voxgrad {

/// Reads a GraphDef, text or binary: what it is follows from what it holds. Failures name the file.
absl::StatusOr<GraphDef> ReadPage(const std::string& path);

/// The same of what a file holds.
absl::StatusOr<GraphDef> ParsePage(absl::string_view content);

struct SavePolicy {
  /// Constants of more bytes are put beside the page.
  size_t most_bytes = size_t{1} << 20;
  /// All values are put into the page, those that stood beside it too.
  bool embed = false;
  /// A value gets a file of a name that tells its content, NAME-HASH.npy. What an earlier version of the page
  /// names is never written over, so that a crash between the two files leaves the old page whole.
  bool fresh_names = false;
};

/// The first half of WritePage: puts large values beside the page that is about to be written at `path`.
absl::Status PutValuesBeside(const std::string& path, GraphDef* def, const std::string& folder,
                             const SavePolicy& policy = {});

/// What a file of that name holds: the binary form when it ends in .pb, else text.
absl::StatusOr<std::string> PageContent(absl::string_view path, const GraphDef& def);

/// Writes a page: binary when the path ends in .pb, else text. A Const with a large value is written as a
/// Placeholder that names its file, STEM.data/NAME.npy; `folder` is where files that the page names already
/// lie. The file is written under another name first, so that a crash leaves the old page or the new.
absl::Status WritePage(const std::string& path, GraphDef def, const std::string& folder,
                       const SavePolicy& policy = {});

/// The folder part of a path, "." where there is none.
std::string FolderOf(const std::string& path);

/// A node's or tensor's name as a file name: `a/b:1` is `a%2fb%3a1`.
std::string FileName(absl::string_view name);

}  // namespace voxgrad

#endif  // VOXGRAD_PAGE_PAGES_PAGE_FILE_H_
