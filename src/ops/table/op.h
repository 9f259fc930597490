// The table of ops: what an op's file says about it. Everything else is derived from this.
#ifndef VOXGRAD_OPS_TABLE_OP_H_
#define VOXGRAD_OPS_TABLE_OP_H_

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "voxgrad/attribute.h"
#include "voxgrad/types.h"

namespace voxgrad {

class Infer;
class Run;
class Grad;

/// Something TensorFlow's definition lists and this table leaves out, with the sentence that says why.
struct Exclusion {
  std::string value;
  std::string reason;
};

enum class AttrKind {
  kInt,
  kFloat,
  kBool,
  kString,
  kType,
  kShape,
  kTensor,
  kInts,
  kFloats,
  kBools,
  kStrings,
  kTypes,
  kShapes,
  kTensors,
};

/// What a list of a window op says, with an entry for each dimension of the tensor that windows slide over.
enum class WindowPart { kNone, kWindow, kStride, kDilation };

struct AttrDef {
  std::string name;
  std::string doc;
  AttrKind kind = AttrKind::kInt;
  Attribute default_value = {};                // empty: the attribute is required
  int64_t min_count = 0;                       // lists: the fewest entries
  std::optional<int64_t> min_value = {};       // integers
  std::vector<std::string> choices = {};       // strings: the values it may have
  std::vector<DataType> types = {};            // types: the values it may have
  std::vector<DataType> extension_types = {};  // types: more values, which TensorFlow does not define
  std::vector<Exclusion> excluded = {};
  bool extension = false;     // TensorFlow's op does not have this attribute
  std::string cpp_name = {};  // in the C++ class, where it differs: Squeeze's squeeze_dims is Axis
  WindowPart part = WindowPart::kNone;
};

/// Which shape of a window op an argument has. Checks, random inputs and pictures follow from it.
enum class Role {
  kNone,
  kInput,   // the tensor that windows slide over
  kOutput,  // what comes out of them
  kFilter,
};

/// Where the numbers of an input lie when a gradient is checked by finite differences: the function must be
/// smooth there.
enum class Domain {
  kAny,
  kPositive,       // above 0 by more than a step: logarithms, roots, divisors
  kNotZero,        // away from 0 by more than a step: what has a kink there
  kProbabilities,  // each row positive, of sum 1
};

struct ArgDef {
  std::string name;
  std::string doc;
  DataType type = DT_INVALID;  // a fixed type, or
  std::string type_attr;       // the attribute that holds it
  Role role = Role::kNone;
  bool sizes = false;           // a vector of sizes that spells the shape out
  bool or_space_alone = false;  // such a vector may leave batch and channels out
  std::string number_attr;      // N*T: the attribute that holds N
  std::string type_list_attr;   // a list of types: the attribute that holds it
  bool is_ref = false;          // a variable itself, not its value
  bool may_be_unset = false;    // such a variable needs no value yet
  bool on_host = false;         // its elements are read before and beside the kernels: sizes, axes, rates
  std::string cpp_name;         // the member of the C++ class, where it differs
  Domain domain = Domain::kAny;

  bool is_list() const { return !number_attr.empty() || !type_list_attr.empty(); }
};

/// Arguments and results as one types them (`vox op`), each result checked by a test.
struct Example {
  std::string text;
  std::vector<std::pair<std::string, std::string>> arguments;
  std::vector<std::string> results;
};

struct Op {
  std::string name;
  std::string cpp_name;  // the C++ class: Multiply for Mul
  std::string group;
  std::string summary;
  std::string description;
  std::string file;  // where it is defined
  std::vector<ArgDef> inputs;
  std::vector<ArgDef> outputs;
  std::vector<AttrDef> attrs;
  bool internal = false;  // in C++ below ops::internal
  bool stateful = false;
  bool has_lists = false;  // some argument is a list
  bool sets_results =
      false;  // `run` brings the memory of its results: a view, or of a size found while running
  bool no_gradient = false;  // constants, sizes, comparisons: nothing flows back
  std::string gradient_of;   // the op it is the gradient of
  Example example;

  absl::Status (*infer)(Infer&) = nullptr;
  void (*run)(Run&) = nullptr;
  absl::Status (*gradient)(Grad&) = nullptr;

  /// Place in `inputs` or `attrs`, or -1.
  int InputIndex(absl::string_view input) const;
  int AttrIndex(absl::string_view attr) const;
};

/// Fills in an Op. Every method returns the builder, so that a definition reads as one sentence.
class OpBuilder {
 public:
  explicit OpBuilder(std::string name) { op_.name = std::move(name); }

  OpBuilder& group(std::string group);
  OpBuilder& doc(std::string summary, std::string description = "");
  /// An input or output: its type is one of the enum, or the name of a type attribute.
  OpBuilder& input(std::string name, DataType type, std::string doc);
  OpBuilder& input(std::string name, std::string type_attr, std::string doc);
  OpBuilder& output(std::string name, std::string type_attr, std::string doc);
  OpBuilder& output(std::string name, DataType type, std::string doc);
  /// N tensors of one type: `.inputs("values", "N", "T", …)`; `N` is an attribute of its own.
  OpBuilder& inputs(std::string name, std::string number_attr, std::string type_attr, std::string doc);
  OpBuilder& inputs(std::string name, std::string number_attr, DataType type, std::string doc);
  OpBuilder& outputs(std::string name, std::string number_attr, std::string type_attr, std::string doc);
  /// Tensors of a list of types: `.inputs_of("input", "T", …)`; `T` is an attribute that `types` defines.
  OpBuilder& inputs_of(std::string name, std::string type_list_attr, std::string doc);
  OpBuilder& outputs_of(std::string name, std::string type_list_attr, std::string doc);
  /// About the input or output named last: the variable itself; one that may have no value yet.
  OpBuilder& ref();
  OpBuilder& ref_unset();
  /// Likewise: `infer` and `run` may read its elements, which the processor must be able to. Any other input
  /// is for kernels alone.
  OpBuilder& on_host();
  OpBuilder& domain(Domain domain);
  OpBuilder& role(Role role);
  OpBuilder& sizes_of(Role role, bool or_space_alone = false);
  OpBuilder& attr(AttrDef attr);
  /// Attributes of the plain kinds.
  OpBuilder& attr(std::string name, AttrKind kind, std::string doc, Attribute default_value = {});
  /// The number of tensors in a list argument; it follows from what is given.
  OpBuilder& number(std::string name, int64_t least = 1);
  OpBuilder& type(std::string name, std::vector<DataType> types, Attribute default_value = {});
  /// The types of the tensors in a list argument; they follow from what is given.
  OpBuilder& types(std::string name, int64_t least = 1);
  /// About the attribute named last.
  OpBuilder& also(std::vector<DataType> extension_types);
  OpBuilder& without(std::string value, std::string reason);
  OpBuilder& internal();
  OpBuilder& stateful();
  OpBuilder& sets_results();
  OpBuilder& no_gradient();
  /// TensorFlow's C++ name of the class, or of the argument or attribute named last.
  OpBuilder& cpp_class(std::string name);
  OpBuilder& cpp_arg(std::string name);
  OpBuilder& cpp_attr(std::string name);
  OpBuilder& gradient_of(std::string op);
  OpBuilder& infer(absl::Status (*infer)(Infer&));
  OpBuilder& run(void (*run)(Run&));
  OpBuilder& gradient(absl::Status (*gradient)(Grad&));
  OpBuilder& example(std::string text, std::vector<std::pair<std::string, std::string>> arguments,
                     std::vector<std::string> results);

  Op Build(std::string file) &&;

 private:
  Op op_;
  ArgDef* last_arg_ = nullptr;
};

/// Opens the definition of an op: `OP(AvgPool3DGrad) { op.group("nn_ops")…; }`. The build finds these by
/// reading the files of src/ops and lists them; the table is built at first use.
#define OP(NAME)                      \
  void DefineOp##NAME(OpBuilder& op); \
  void DefineOp##NAME(OpBuilder& op)

/// All ops, sorted by name.
const std::vector<Op>& OpTable();

/// The op of that name, or null.
const Op* FindOp(absl::string_view name);

/// "No op is called X. Did you mean Y?"
absl::Status UnknownOpError(absl::string_view name);

}  // namespace voxgrad

#endif  // VOXGRAD_OPS_TABLE_OP_H_
