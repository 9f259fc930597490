// vox export: a page as a program, a drawing or a plain GraphDef.
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "cli/command.h"
#include "cli/page_options.h"
#include "core/npy.h"
#include "page/code/export_code.h"
#include "page/messages/text.h"
#include "voxgrad/util/env.h"

namespace voxgrad::cli {
namespace {

constexpr const char* kForms[] = {"--cpp", "--python", "--dot", "--graphdef"};

struct ExportCommandOptions : PageOptions {
  std::string form, out;
};

absl::Status ReadExportOptions(const Words& words, ExportCommandOptions* options) {
  Arguments arguments(words);
  for (const char* form : kForms) {
    if (!arguments.Flag(form)) continue;
    if (!options->form.empty())
      return absl::InvalidArgumentError(absl::StrCat(options->form, " and ", form, ": choose one of them."));
    options->form = form;
  }
  if (options->form.empty())
    return absl::InvalidArgumentError(
        absl::StrCat("As what? Name one of ", absl::StrJoin(kForms, ", "), "."));
  options->out = arguments.Value("-o");
  return ReadPageOptions(&arguments, options);
}

/// The name of a file without folder and ending.
std::string Stem(absl::string_view path) {
  if (const size_t slash = path.rfind('/'); slash != absl::string_view::npos) path.remove_prefix(slash + 1);
  const size_t dot = path.rfind('.');
  return std::string(path.substr(0, dot == 0 ? absl::string_view::npos : dot));
}

absl::Status CannotWrite(const std::string& path) {
  return absl::UnavailableError(absl::StrCat(path, " cannot be written: ", std::strerror(errno), "."));
}

absl::Status WriteText(const std::string& path, const std::string& text) {
  if (path.empty()) {
    std::fputs(text.c_str(), stdout);
    return absl::OkStatus();
  }
  return WriteStringToFile(Env::Default(), path, text).ok() ? absl::OkStatus() : CannotWrite(path);
}

/// The values that a program reads go beside it; one that is printed can only say which they are.
absl::Status WriteFiles(const ExportCommandOptions& options, const std::vector<ExportedFile>& files) {
  for (const ExportedFile& file : files) {
    if (options.out.empty()) {
      std::fprintf(stderr, "vox: The program reads %s; -o FILE writes that too.\n", file.path.c_str());
      continue;
    }
    const std::string path = absl::StrCat(FolderOf(options.out), "/", file.path);
    const std::string folder = FolderOf(path);
    if (mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST) return CannotWrite(folder);
    if (absl::Status status = WriteNpy(path, file.value); !status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status WriteProgram(const std::shared_ptr<const Page>& page, const ExportCommandOptions& options) {
  ExportOptions wanted;
  wanted.request = options.request;
  wanted.initializers = options.inits;
  wanted.steps = options.steps;
  wanted.seed = options.seed;
  wanted.page = absl::StrCat(Stem(options.page), ".pbtxt");
  if (absl::EndsWith(options.page, ".pb")) wanted.page = absl::StrCat(Stem(options.page), ".pb");
  wanted.data_folder = absl::StrCat(Stem(options.out.empty() ? options.page : options.out), ".data");
  std::vector<ExportedFile> files;
  const auto write = options.form == "--cpp" ? ExportCpp : ExportPython;
  const absl::StatusOr<std::string> text = write(page, wanted, &files);
  if (!text.ok()) return text.status();
  if (absl::Status status = WriteText(options.out, *text); !status.ok()) return status;
  return WriteFiles(options, files);
}

absl::Status WriteGraphDef(const Page& page, const ExportCommandOptions& options) {
  const absl::StatusOr<GraphDef> def = ExportGraphDef(page, options.seed);
  if (!def.ok()) return def.status();
  const bool binary = absl::EndsWith(options.out, ".pb");
  return WriteText(options.out, binary ? def->SerializeAsString() : voxgrad::WriteText(*def));
}

absl::Status Export(ExportCommandOptions* options) {
  const absl::StatusOr<std::shared_ptr<const Page>> page = Page::Load(options->page);
  if (!page.ok()) return page.status();
  if (options->form == "--dot") return WriteText(options->out, ExportDot(**page));
  if (options->form == "--graphdef") return WriteGraphDef(**page, *options);
  if (absl::Status status = options->ReadFeeds(**page); !status.ok()) return status;
  return WriteProgram(*page, *options);
}

}  // namespace

int ExportPage(const Words& words) {
  ExportCommandOptions options;
  if (absl::Status status = ReadExportOptions(words, &options); !status.ok())
    return UsageError("export", status.message());
  const absl::Status status = Export(&options);
  return status.ok() ? 0 : Fail(status);
}

}  // namespace voxgrad::cli
