// A page as a program: the same graph, built and run by code, and as a drawing or a plain GraphDef.
#ifndef VOXGRAD_PAGE_CODE_EXPORT_CODE_H_
#define VOXGRAD_PAGE_CODE_EXPORT_CODE_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "page/pages/page_run.h"

namespace voxgrad {

/// How wide the lines of a program are.
inline constexpr size_t kCodeWidth = 100;

struct ExportOptions {
  /// What the program feeds, evaluates and runs, as a run of the page takes it.
  PageRequest request = {};
  /// Nodes that run once before the first step, besides those that the page marks.
  std::vector<std::string> initializers = {};
  int64_t steps = 1;
  /// For recipes that name none.
  uint64_t seed = 0;
  /// What the program says it was made of.
  std::string page = "a page";
  /// The folder beside the program for values that are too long to stand in it.
  std::string data_folder = "page.data";
  /// The most values that stand in the program itself.
  int64_t most_inline = 32;
};

/// A value that the program reads: "page.data/w.npy", below the folder in which the program lies.
struct ExportedFile {
  std::string path;
  Tensor value;
};

/// A program for TensorFlow's C++ API, which Voxgrad and TensorFlow both compile; one for `voxgrad.Graph` in
/// Python. Each node keeps its name, and what it prints is what `vox run` prints, but for the blanks.
/// Placeholders that the run needs and nobody feeds are read from NAME.npy in the data folder, which is not
/// among the files. A page with problems is refused with the first of them.
absl::StatusOr<std::string> ExportCpp(const std::shared_ptr<const Page>& page, const ExportOptions& options,
                                      std::vector<ExportedFile>* files);
absl::StatusOr<std::string> ExportPython(const std::shared_ptr<const Page>& page,
                                         const ExportOptions& options, std::vector<ExportedFile>* files);

/// The graph for Graphviz: types and shapes stand on the edges, control edges are dashed.
std::string ExportDot(const Page& page);

/// The plain graph: all values in it, and none of the attributes that begin with "_".
absl::StatusOr<GraphDef> ExportGraphDef(const Page& page, uint64_t seed);

}  // namespace voxgrad

#endif  // VOXGRAD_PAGE_CODE_EXPORT_CODE_H_
