// The table of ops, as TensorFlow programs name it where they make a graph.
#ifndef VOXGRAD_OP_REGISTRY_H_
#define VOXGRAD_OP_REGISTRY_H_

namespace voxgrad {

class OpRegistryInterface {
 public:
  virtual ~OpRegistryInterface() = default;
};

/// `Graph graph(OpRegistry::Global());`
class OpRegistry : public OpRegistryInterface {
 public:
  static OpRegistry* Global() {
    static OpRegistry registry;
    return &registry;
  }
};

}  // namespace voxgrad

#endif  // VOXGRAD_OP_REGISTRY_H_
