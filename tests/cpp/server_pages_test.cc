// Pages on disk: nothing outside the folder is touched, nothing that was saved is lost.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/npy.h"
#include "page/pages/page_file.h"
#include "studio/page_files.h"
#include "support.h"

namespace voxgrad::studio {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr char kOutside[] = "node { name: 'secret' op: 'NoOp' }";

class ServerPages : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "/studioXXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    top_ = name;
    for (const char* folder : {"pages", "outside", "uploads"}) fs::create_directory(top_ / folder);
    Write("outside/secret.pbtxt", kOutside);
    Reopen();
  }
  void TearDown() override { fs::remove_all(top_); }

  void Reopen() {
    const absl::StatusOr<SafeFolder> folder = SafeFolder::Open(top_ / "pages");
    ASSERT_TRUE(folder.ok()) << folder.status();
    files_ = std::make_unique<PageFiles>(
        *folder, top_ / "uploads",
        std::vector<BuiltInPage>{{"gallery/one.pbtxt", kOutside, "/gallery/one.png"}});
  }
  void Write(const fs::path& path, const std::string& text) { std::ofstream(top_ / path) << text; }
  std::string Read(const fs::path& path) const {
    std::ifstream file(top_ / path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  Answer Post(const std::string& request, const json& body) {
    return files_->Post("/api/pages/" + request, body);
  }
  /// The answer of a request that must go well.
  json Good(const std::string& request, const json& body) {
    const Answer answer = Post(request, body);
    EXPECT_EQ(answer.status, 200) << request << " " << body << ": " << answer.json;
    return json::parse(answer.json.dump());
  }
  int Status(const std::string& request, const json& body) { return Post(request, body).status; }

  /// A page of one constant.
  static json Page(int value) {
    const json constant = {{"dtype", "int32"}, {"shape", ""}, {"text", absl::StrCat(value)}};
    const json block = {{"name", "x"},      {"op", "Const"},           {"x", 0},
                        {"y", 0},           {"attrs", json::object()}, {"literals", json::object()},
                        {"value", constant}};
    return {{"blocks", {{"x", block}}},
            {"wires", json::array()},
            {"groups", json::object()},
            {"comments", json::object()},
            {"views", json::array()}};
  }
  static std::string ValueOf(const json& page) { return page["blocks"]["x"]["value"]["text"]; }

  fs::path top_;
  std::unique_ptr<PageFiles> files_;
};

TEST_F(ServerPages, SavesAndLoads) {
  const json saved = Good("save", {{"path", "a/b/x.pbtxt"}, {"page", Page(7)}});
  const json loaded = Good("load", {{"path", "a/b/x.pbtxt"}});
  EXPECT_EQ(loaded["version"], saved["version"]);
  EXPECT_EQ(ValueOf(loaded["page"]), "7");
  EXPECT_FALSE(loaded.contains("autosave"));
  EXPECT_EQ(loaded["versions"].size(), 0u);
  EXPECT_TRUE(ReadPage(top_ / "pages/a/b/x.pbtxt").ok());
  Good("save", {{"path", "y.pb"}, {"page", Page(8)}});
  EXPECT_EQ(ValueOf(Good("load", {{"path", "y.pb"}})["page"]), "8");
  EXPECT_EQ(Status("load", {{"path", "none.pbtxt"}}), 404);
}

TEST_F(ServerPages, NothingOutsideIsTouched) {
  fs::create_directory_symlink(top_ / "outside", top_ / "pages/linked");
  fs::create_symlink(top_ / "outside/secret.pbtxt", top_ / "pages/link.pbtxt");
  fs::create_symlink(top_ / "outside/new.pbtxt", top_ / "pages/dangling.pbtxt");
  for (const std::string& path : std::vector<std::string>{"../outside/secret.pbtxt",
                                                          "a/../../outside/secret.pbtxt",
                                                          "/etc/passwd",
                                                          "./x.pbtxt",
                                                          "a//x.pbtxt",
                                                          "",
                                                          ".hidden.pbtxt",
                                                          ".voxgrad/x.pbtxt",
                                                          "..",
                                                          "a\\x.pbtxt",
                                                          "c:x.pbtxt",
                                                          "x\n.pbtxt",
                                                          "<b>.pbtxt",
                                                          "x.pbtxt ",
                                                          "x.txt",
                                                          "x",
                                                          ".pbtxt",
                                                          "a/.pb",
                                                          "linked/secret.pbtxt",
                                                          "link.pbtxt",
                                                          "dangling.pbtxt",
                                                          std::string("x\0.pbtxt", 8)}) {
    for (const char* request : {"load", "save", "autosave", "forget", "version", "rename", "delete"}) {
      const json body = {
          {"path", path}, {"page", Page(1)}, {"force", true}, {"number", 1}, {"to", "t.pbtxt"}};
      EXPECT_EQ(Status(request, body), 400) << request << " " << path;
    }
    EXPECT_EQ(Status("save", {{"path", "ok.pbtxt"}, {"from", path}, {"page", Page(1)}}), 400) << path;
  }
  const std::string zero("x\0y.pbtxt", 9), long_name(300, 'x');
  EXPECT_EQ(Status("load", {{"path", zero}}), 400);
  EXPECT_EQ(Status("load", {{"path", long_name + ".pbtxt"}}), 400);
  EXPECT_EQ(Status("load", {{"path", "\xff.pbtxt"}}), 400);
  EXPECT_EQ(Status("load", {{"path", 1}}), 400);
  EXPECT_EQ(Status("load", json::object()), 400);
  Good("save", {{"path", "real.pbtxt"}, {"page", Page(1)}});
  EXPECT_EQ(Status("rename", {{"path", "real.pbtxt"}, {"to", "linked/x.pbtxt"}}), 400);
  EXPECT_EQ(Status("rename", {{"path", "real.pbtxt"}, {"to", "../x.pbtxt"}}), 400);

  EXPECT_EQ(Read("outside/secret.pbtxt"), kOutside);
  EXPECT_EQ(std::distance(fs::directory_iterator(top_ / "outside"), {}), 1);
  const json list = Good("list", json::object());
  EXPECT_EQ(list["pages"].size(), 1u) << list;
}

TEST_F(ServerPages, DataBesideAPageDoesNotFollowALink) {
  fs::create_directory_symlink(top_ / "outside", top_ / "pages/x.data");
  EXPECT_EQ(Status("save", {{"path", "x.pbtxt"}, {"page", Page(1)}}), 400);
  EXPECT_EQ(std::distance(fs::directory_iterator(top_ / "outside"), {}), 1);
}

TEST_F(ServerPages, ASaveNeedsTheVersionThatItReplaces) {
  const json first = Good("save", {{"path", "x.pbtxt"}, {"page", Page(1)}});
  EXPECT_EQ(Status("save", {{"path", "x.pbtxt"}, {"page", Page(2)}}), 409);
  const Answer stale =
      Post("save", {{"path", "x.pbtxt"}, {"page", Page(2)}, {"version", "0123456789abcdef"}});
  EXPECT_EQ(stale.status, 409);
  EXPECT_EQ(stale.json["error"], "x.pbtxt was changed by someone else since it was loaded.");
  const json second = Good("save", {{"path", "x.pbtxt"}, {"page", Page(2)}, {"version", first["version"]}});
  EXPECT_NE(second["version"], first["version"]);
  Write("pages/x.pbtxt", "# changed by hand\n");
  EXPECT_EQ(Status("save", {{"path", "x.pbtxt"}, {"page", Page(3)}, {"version", second["version"]}}), 409);
  Good("save", {{"path", "x.pbtxt"}, {"page", Page(3)}, {"version", second["version"]}, {"force", true}});
  // What was written over is there still.
  EXPECT_TRUE(absl::StrContains(Read("pages/.voxgrad/versions/x.pbtxt/000002.pbtxt"), "changed by hand"));
  fs::remove(top_ / "pages/x.pbtxt");
  EXPECT_EQ(Status("save", {{"path", "x.pbtxt"}, {"page", Page(4)}, {"version", second["version"]}}), 409);
}

TEST_F(ServerPages, FiveEarlierVersionsAreKept) {
  std::string version;
  for (int k = 0; k < 9; ++k) {
    const json saved = Good("save", {{"path", "x.pbtxt"}, {"page", Page(k)}, {"version", version}});
    version = saved["version"];
  }
  // The same once more is no new version.
  Good("save", {{"path", "x.pbtxt"}, {"page", Page(8)}, {"version", version}});
  const json versions = Good("load", {{"path", "x.pbtxt"}})["versions"];
  ASSERT_EQ(versions.size(), 5u);
  for (size_t k = 0; k < 5; ++k) {
    const json page = Good("version", {{"path", "x.pbtxt"}, {"number", versions[k]["number"]}})["page"];
    EXPECT_EQ(ValueOf(page), absl::StrCat(7 - k));
  }
  EXPECT_EQ(Status("version", {{"path", "x.pbtxt"}, {"number", 1}}), 404);
  EXPECT_EQ(Status("version", {{"path", "x.pbtxt"}, {"number", "1"}}), 400);
}

TEST_F(ServerPages, AutosavesStandBesideThePage) {
  const json saved = Good("save", {{"path", "x.pbtxt"}, {"page", Page(1)}});
  const std::string before = Read("pages/x.pbtxt");
  Good("autosave", {{"path", "x.pbtxt"}, {"page", Page(2)}});
  EXPECT_EQ(Read("pages/x.pbtxt"), before);
  Reopen();
  json loaded = Good("load", {{"path", "x.pbtxt"}});
  EXPECT_EQ(ValueOf(loaded["page"]), "1");
  EXPECT_EQ(ValueOf(loaded["autosave"]["page"]), "2");
  Good("forget", {{"path", "x.pbtxt"}});
  EXPECT_FALSE(Good("load", {{"path", "x.pbtxt"}}).contains("autosave"));

  // One that says what the file says is none; a save drops it.
  Good("autosave", {{"path", "x.pbtxt"}, {"page", loaded["page"]}});
  EXPECT_FALSE(Good("load", {{"path", "x.pbtxt"}}).contains("autosave"));
  Good("save", {{"path", "x.pbtxt"}, {"page", Page(3)}, {"version", saved["version"]}});
  EXPECT_FALSE(fs::exists(top_ / "pages/.voxgrad/autosave/x.pbtxt.json"));

  // A page that was never saved is found by its autosave.
  Good("autosave", {{"path", "sub/new page.pbtxt"}, {"page", Page(5)}});
  const json list = Good("list", json::object());
  ASSERT_EQ(list["pages"].size(), 2u) << list;
  EXPECT_EQ(list["pages"][0]["path"], "sub/new page.pbtxt");
  EXPECT_EQ(list["pages"][0]["unsaved"], true);
  loaded = Good("load", {{"path", "sub/new page.pbtxt"}});
  EXPECT_TRUE(loaded["page"].is_null());
  EXPECT_EQ(loaded["version"], "");
  EXPECT_EQ(ValueOf(loaded["autosave"]["page"]), "5");
  Good("save", {{"path", "sub/new page.pbtxt"}, {"page", Page(5)}, {"version", ""}});
}

TEST_F(ServerPages, UploadsBecomeFilesBesideThePage) {
  const Tensor value = test::NewTensor(DT_FLOAT, TensorShape({600, 600}));  // more than a page holds as text
  ASSERT_TRUE(WriteNpy(top_ / "uploads/abc.npy", value).ok());
  json page = Page(0);
  page["blocks"]["x"]["value"] = {{"dtype", "float"}, {"shape", "600,600"}, {"file", "upload:abc"}};
  Good("autosave", {{"path", "sub/x.pbtxt"}, {"page", page}});
  // The uploads go with the process; those of an autosave come back.
  fs::remove(top_ / "uploads/abc.npy");
  Reopen();
  Good("load", {{"path", "sub/x.pbtxt"}});
  EXPECT_TRUE(fs::exists(top_ / "uploads/abc.npy"));

  const json saved = Good("save", {{"path", "sub/x.pbtxt"}, {"page", page}});
  const std::string file = saved["files"]["x"];
  EXPECT_TRUE(absl::StartsWith(file, "x.data/x-")) << file;
  EXPECT_EQ(test::Must(ReadNpy(top_ / "pages/sub" / file)).NumElements(), 360000);
  const json loaded = Good("load", {{"path", "sub/x.pbtxt"}})["page"];
  EXPECT_EQ(loaded["blocks"]["x"]["value"]["file"], file);

  // Saved elsewhere it takes its file along; renamed within its folder it need not.
  const json moved = Good("save", {{"path", "y.pbtxt"}, {"from", "sub/x.pbtxt"}, {"page", loaded}});
  EXPECT_TRUE(fs::exists(top_ / "pages" / moved["files"]["x"].get<std::string>()));
  Good("rename", {{"path", "sub/x.pbtxt"}, {"to", "other/z.pb"}});
  const json renamed = Good("load", {{"path", "other/z.pb"}})["page"];
  EXPECT_TRUE(fs::exists(top_ / "pages/other" / renamed["blocks"]["x"]["value"]["file"].get<std::string>()));
}

TEST_F(ServerPages, ValuesGoWithTheLastVersionThatNamesThem) {
  const auto save = [&](int k) {
    json page = Page(k);
    if (k < 9) {
      // Each save has another large value.
      const Tensor value = test::NewTensor(DT_FLOAT, TensorShape({600, 600 + k}));
      EXPECT_TRUE(WriteNpy(top_ / "uploads/abc.npy", value).ok());
      page["blocks"]["x"]["value"] = {{"dtype", "float"}, {"shape", ""}, {"file", "upload:abc"}};
    }
    const json saved = Good("save", {{"path", "x.pbtxt"}, {"page", page}, {"force", true}});
    return k < 9 ? saved["files"]["x"].get<std::string>() : "";
  };
  const auto there = [&](const std::string& file) { return fs::exists(top_ / "pages" / file); };
  std::vector<std::string> files = {save(0), save(1)};
  fs::create_directories(top_ / "pages/x.data");
  Write("pages/x.data/mine.npy", "not Studio's");
  Write("pages/reader.pbtxt",
        absl::StrCat("node { name: 'r' op: 'Placeholder' attr { key: '_file' value { s: '", files[1],
                     "' } } }"));
  for (int k = 2; k < 9; ++k) files.push_back(save(k));
  // The page, and five versions before it.
  for (size_t k = 3; k < 9; ++k) EXPECT_TRUE(there(files[k])) << k;
  EXPECT_FALSE(there(files[0]));
  EXPECT_FALSE(there(files[2]));
  EXPECT_TRUE(there(files[1])) << "another page reads it";
  EXPECT_TRUE(there("x.data/mine.npy")) << "no version ever named it";
  for (int k = 9; k < 16; ++k) save(k);
  for (size_t k = 2; k < 9; ++k) EXPECT_FALSE(there(files[k])) << k;
  EXPECT_TRUE(there(files[1]) && there("x.data/mine.npy"));
}

TEST_F(ServerPages, RenamesAndDeletes) {
  const json saved = Good("save", {{"path", "x.pbtxt"}, {"page", Page(1)}});
  Good("save", {{"path", "x.pbtxt"}, {"page", Page(2)}, {"version", saved["version"]}});
  Good("save", {{"path", "y.pbtxt"}, {"page", Page(3)}});
  EXPECT_EQ(Status("rename", {{"path", "x.pbtxt"}, {"to", "y.pbtxt"}}), 409);
  Good("rename", {{"path", "x.pbtxt"}, {"to", "z.pbtxt"}});
  EXPECT_EQ(Status("load", {{"path", "x.pbtxt"}}), 404);
  EXPECT_EQ(Good("load", {{"path", "z.pbtxt"}})["versions"].size(), 1u);
  Good("delete", {{"path", "z.pbtxt"}});
  Good("delete", {{"path", "y.pbtxt"}});
  EXPECT_EQ(Status("delete", {{"path", "y.pbtxt"}}), 404);
  EXPECT_EQ(Good("list", json::object())["pages"].size(), 0u);
  EXPECT_EQ(std::distance(fs::directory_iterator(top_ / "pages/.voxgrad/trash"), {}), 2);
}

TEST_F(ServerPages, ListsAsOftenAsItIsAsked) {
  Good("save", {{"path", "x.pbtxt"}, {"page", Page(1)}});
  for (int k = 0; k < 3; ++k) EXPECT_EQ(Good("list", json::object())["pages"].size(), 1u) << k;
}

TEST_F(ServerPages, TheGalleryIsReadOnly) {
  const json list = Good("list", json::object());
  ASSERT_EQ(list["gallery"].size(), 1u);
  EXPECT_EQ(list["gallery"][0]["title"], "One");
  EXPECT_EQ(Good("load", {{"path", "gallery/one.pbtxt"}})["built_in"], true);
  EXPECT_EQ(Status("save", {{"path", "gallery/one.pbtxt"}, {"page", Page(1)}}), 400);
  Good("save", {{"path", "gallery/mine.pbtxt"}, {"page", Page(1)}});
}

TEST_F(ServerPages, ABrokenFileIsASentenceAndItsVersionsAreThere) {
  Write("pages/x.pbtxt", "node { nmae: 'x' }");
  const Answer answer = Post("load", {{"path", "x.pbtxt"}});
  EXPECT_EQ(answer.status, 400);
  EXPECT_EQ(answer.json["error"], "x.pbtxt: 1:8: NodeDef has no field `nmae`; did you mean `name`?");
}

TEST_F(ServerPages, ManySaversAtOnceLoseNothing) {
  // Every save that was answered with a version is the newest at that moment: exactly one of those that
  // begin from the same version goes through.
  json first = Good("save", {{"path", "x.pbtxt"}, {"page", Page(0)}});
  for (int round = 1; round <= 10; ++round) {
    std::atomic<int> good = 0, refused = 0;
    std::vector<std::thread> savers;
    for (int k = 0; k < 8; ++k) {
      savers.emplace_back([&, k] {
        const int status = Status(
            "save", {{"path", "x.pbtxt"}, {"page", Page(10 * round + k)}, {"version", first["version"]}});
        status == 200 ? ++good : ++refused;
        EXPECT_TRUE(status == 200 || status == 409);
      });
    }
    for (std::thread& saver : savers) saver.join();
    EXPECT_EQ(good, 1);
    EXPECT_EQ(refused, 7);
    first = Good("load", {{"path", "x.pbtxt"}});
  }
}

TEST_F(ServerPages, AFileKeepsItsPermissions) {
  const json saved = Good("save", {{"path", "x.pbtxt"}, {"page", Page(1)}});
  ASSERT_EQ(chmod((top_ / "pages/x.pbtxt").c_str(), 0640), 0);
  Good("save", {{"path", "x.pbtxt"}, {"page", Page(2)}, {"version", saved["version"]}});
  struct stat about;
  ASSERT_EQ(stat((top_ / "pages/x.pbtxt").c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0640u);
}

}  // namespace
}  // namespace voxgrad::studio
