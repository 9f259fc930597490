// Pages of random nodes.
#include "absl/strings/str_cat.h"
#include "check/random_values.h"
#include "fuzz/fuzz_page.h"
#include "ops/table/op.h"
#include "page/graph/attribute_value.h"

namespace voxgrad::driver {
namespace {

constexpr DataType kOftenDrawn[] = {DT_FLOAT, DT_FLOAT, DT_FLOAT, DT_INT32,  DT_INT32, DT_INT64,  DT_DOUBLE,
                                    DT_HALF,  DT_BOOL,  DT_INT8,  DT_STRING, DT_QINT8, DT_INVALID};

class PageMaker {
 public:
  explicit PageMaker(Random* random) : random_(*random) {}

  GraphDef Make(int nodes) {
    for (int i = 0; i < nodes; ++i) AddNode(i);
    if (random_.OneIn(4)) AddSession();
    page_.mutable_versions()->set_producer(static_cast<int32_t>(random_.Int(0, 3000)));
    return std::move(page_);
  }

 private:
  void AddNode(int i) {
    NodeDef* node = page_.add_node();
    node->set_name(random_.OneIn(40) ? AnyName() : absl::StrCat("n", i));
    if (i < 3 || random_.OneIn(4)) {
      FillConst(node);
    } else {
      const Op& op = random_.Pick(OpTable());
      node->set_op(random_.OneIn(60) ? absl::StrCat(op.name, "X") : op.name);
      FillInputs(op, node);
      for (const AttrDef& attr : op.attrs) FillAttribute(attr, node);
      if (random_.OneIn(20)) node->add_input(absl::StrCat("^", AnyName()));
    }
    static const std::vector<std::string> kExtras = {"_file", "_generator", "_init", "_position", "bad"};
    if (random_.OneIn(15)) (*node->mutable_attr())[random_.Pick(kExtras)] = AnyValue();
  }

  /// Mostly the name of a node, sometimes one that is none.
  std::string AnyName() {
    static const std::vector<std::string> kNames = {"",     "^",  ":",    "a:b",
                                                    "../x", "_x", "n1:1", "voxgrad/page"};
    return random_.OneIn(30) ? random_.Pick(kNames) : absl::StrCat("n", random_.Int(0, page_.node_size()));
  }

  void FillConst(NodeDef* node) {
    node->set_op("Const");
    const Tensor value = SmallTensor();
    (*node->mutable_attr())["dtype"].set_type(random_.OneIn(40) ? random_.Pick(kOftenDrawn) : value.dtype());
    (*node->mutable_attr())["value"] = AttributeToValue(value);
  }

  Tensor SmallTensor() {
    const DataType type = random_.OneIn(2)   ? DT_FLOAT
                          : random_.OneIn(2) ? DT_INT32
                                             : random_.Pick(kOftenDrawn);
    Ints sizes;
    for (int64_t dims = random_.Int(0, 5); dims > 0; --dims)
      sizes.push_back(random_.OneIn(20) ? 0 : random_.Int(1, 4));
    TensorShape shape;
    if (!TensorShape::BuildTensorShape(sizes, &shape).ok()) return Tensor();
    absl::StatusOr<Tensor> tensor = Tensor(DT_INT32);
    if (type == DT_BOOL) {
      tensor = Tensor(DT_BOOL, shape);
      for (bool& value : tensor->mutable_values<bool>()) value = random_.OneIn(2);
    } else if (type == DT_STRING) {
      tensor = Tensor(DT_STRING, shape);
    } else if (type != DT_QINT8 && type != DT_INVALID) {
      tensor = RandomTensor(type, shape, Values::kEighths, &random_);
    }
    if (!tensor.ok()) return Tensor(DT_INT32);
    if (type == DT_INT32 && !random_.OneIn(4)) {  // sizes and axes are small numbers
      for (int32_t& value : tensor->mutable_values<int32_t>())
        value = static_cast<int32_t>(random_.Int(-1, 4));
    }
    return *std::move(tensor);
  }

  void FillInputs(const Op& op, NodeDef* node) {
    for (const ArgDef& arg : op.inputs) {
      for (int64_t count = arg.is_list() ? random_.Int(1, 3) : 1; count > 0; --count)
        node->add_input(AnyName());
    }
    if (random_.OneIn(30)) node->add_input(AnyName());
  }

  void FillAttribute(const AttrDef& attr, NodeDef* node) {
    if (random_.OneIn(attr.default_value.empty() ? 40 : 2)) return;  // left out
    AttrValue& value = (*node->mutable_attr())[attr.name];
    if (random_.OneIn(60)) {
      value = AnyValue();
    } else if (attr.kind == AttrKind::kType) {
      value.set_type(attr.types.empty() || random_.OneIn(10) ? random_.Pick(kOftenDrawn)
                                                             : random_.Pick(attr.types));
    } else if (attr.kind == AttrKind::kInts) {
      for (int64_t count = random_.Int(3, 6); count > 0; --count) value.mutable_list()->add_i(AnyInt());
    } else if (attr.kind == AttrKind::kString && !attr.choices.empty()) {
      value.set_s(random_.Pick(attr.choices));
    } else if (attr.kind == AttrKind::kInt) {
      value.set_i(AnyInt());
    } else if (!attr.default_value.empty()) {
      value = AttributeToValue(attr.default_value);
    } else {
      value = AnyValue();
    }
  }

  int64_t AnyInt() {
    static const std::vector<int64_t> kEdges = {0,   -1, INT32_MAX, INT64_MAX, INT64_MIN, int64_t{1} << 40,
                                                1000};
    return random_.OneIn(25) ? random_.Pick(kEdges) : random_.Int(1, 3);
  }

  AttrValue AnyValue() {
    AttrValue value;
    switch (random_.Int(0, 9)) {
      case 0:
        value.set_i(AnyInt());
        break;
      case 1:
        value.set_f(static_cast<float>(random_.Unit()));
        break;
      case 2:
        value.set_b(random_.OneIn(2));
        break;
      case 3: {
        static const std::vector<std::string> kTexts = {
            "SAME", "", "page.data/x.npy", "../x", "ramp", "random seed=3", "ball radius=nan", "NHWC"};
        value.set_s(random_.Pick(kTexts));
        break;
      }
      case 4:
        value.set_type(random_.Pick(kOftenDrawn));
        break;
      case 5:
        for (int64_t dims = random_.Int(0, 6); dims > 0; --dims)
          value.mutable_shape()->add_dim()->set_size(AnyInt());
        break;
      case 6:
        value = AttributeToValue(SmallTensor());
        break;
      case 7:
        value.mutable_func()->set_name("f");
        break;
      case 8:
        value.mutable_list();
        break;
      default:
        value.mutable_list()->add_type(random_.Pick(kOftenDrawn));
    }
    return value;
  }

  void AddSession() {
    NodeDef* node = page_.add_node();
    node->set_name("voxgrad/page");
    node->set_op("NoOp");
    for (const char* name : {"_fetch_outputs", "_run_outputs", "_inputs"}) {
      if (random_.OneIn(3)) continue;
      const std::string end = name[1] == 'i' ? "=1,2,3" : "";
      (*node->mutable_attr())[name].mutable_list()->add_s(absl::StrCat(AnyName(), end));
    }
  }

  Random& random_;
  GraphDef page_;
};

}  // namespace

GraphDef RandomPage(int nodes, Random* random) { return PageMaker(random).Make(nodes); }

void Damage(std::string* bytes, Random* random) {
  static const std::vector<std::string> kPieces = {"{",
                                                   "}",
                                                   "[",
                                                   "]",
                                                   "<",
                                                   ">",
                                                   "\"",
                                                   "\\",
                                                   "-",
                                                   ":",
                                                   ",",
                                                   "#",
                                                   "\n",
                                                   "0x",
                                                   "1e999",
                                                   "node{",
                                                   "attr{key:'a'}",
                                                   "\xff",
                                                   std::string(1, '\0'),
                                                   "\x7f",
                                                   "\xff\xff\xff\xff\x0f",
                                                   "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
                                                   "\x0b",
                                                   "\x0c"};
  for (int64_t times = random->Int(1, 4); times > 0 && !bytes->empty(); --times) {
    const size_t size = bytes->size();
    const size_t at = static_cast<size_t>(random->Int(0, static_cast<int64_t>(size) - 1));
    const size_t count = static_cast<size_t>(random->Int(1, 8));
    switch (random->Int(0, 5)) {
      case 0:
        (*bytes)[at] = static_cast<char>(random->Int(0, 255));
        break;
      case 1:
        (*bytes)[at] = static_cast<char>((*bytes)[at] ^ (1 << random->Int(0, 7)));
        break;
      case 2:
        bytes->erase(at, count);
        break;
      case 3:
        bytes->insert(at, bytes->substr(size - std::min(size, 3 * count), count));
        break;
      case 4:
        bytes->insert(at, random->Pick(kPieces));
        break;
      default:
        bytes->resize(at);
    }
  }
}

}  // namespace voxgrad::driver
