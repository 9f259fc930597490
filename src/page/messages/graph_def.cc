#include "voxgrad/page/graph_def.h"

#include "page/messages/row.h"

namespace voxgrad {

const MessageTable& VersionDef::Table() {
  static constexpr Field kFields[] = {
      Row<&VersionDef::producer_>(1, "producer"),
      Row<&VersionDef::min_consumer_>(2, "min_consumer"),
      Row<&VersionDef::bad_consumers_>(3, "bad_consumers"),
  };
  static constexpr MessageTable kTable = {"VersionDef", kFields};
  return kTable;
}

const MessageTable& GraphDef::Table() {
  static constexpr Field kFields[] = {
      Row<&GraphDef::node_>(1, "node"),
      Row<&GraphDef::library_>(2, "library"),
      Row<&GraphDef::version_>(3, "version"),
      Row<&GraphDef::versions_>(4, "versions"),
  };
  static constexpr MessageTable kTable = {"GraphDef", kFields};
  return kTable;
}

}  // namespace voxgrad
