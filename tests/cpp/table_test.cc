// The table of ops: names, order and types as TensorFlow has them, and every entry complete.
#include <gtest/gtest.h>

#include <map>

#include "absl/strings/str_join.h"
#include "check/gradient_check.h"
#include "ops/rules/undefined_gradient.h"
#include "support.h"

namespace voxgrad::test {
namespace {

/// An op as TensorFlow's definition has it, written by hand: inputs, then attributes in tf.raw_ops' order; a
/// `?` marks an attribute with a default. Type attributes follow from the inputs and are not among them.
struct Expected {
  const char* inputs;
  const char* attrs;
  const char* types;
  const char* extension_types = "";
};

constexpr char kAverage[] = "half bfloat16 float double";
constexpr char kReal[] = "float double int32 uint8 int16 int8 int64 bfloat16 uint16 half uint32 uint64";
constexpr char kConv2D[] = "strides padding use_cudnn_on_gpu? explicit_paddings? data_format? dilations?";
constexpr char kConv3D[] = "strides padding data_format? dilations?";
constexpr char kPoolOp[] = "ksize strides padding data_format?";
constexpr char kPoolExplicit[] = "ksize strides padding explicit_paddings? data_format?";

const std::map<std::string, Expected>& ExpectedOps() {
  static const auto* ops = new std::map<std::string, Expected>{
      {"AvgPool", {"value:T", kPoolOp, kAverage}},
      {"AvgPool3D", {"input:T", kPoolOp, kAverage}},
      {"AvgPool3DGrad", {"orig_input_shape:int32 grad:T", kPoolOp, kAverage}},
      {"AvgPoolGrad", {"orig_input_shape:int32 grad:T", kPoolOp, kAverage}},
      {"Conv2D", {"input:T filter:T", kConv2D, "half bfloat16 float double int32"}},
      {"Conv2DBackpropFilter", {"input:T filter_sizes:int32 out_backprop:T", kConv2D, kAverage}},
      {"Conv2DBackpropInput",
       {"input_sizes:int32 filter:T out_backprop:T", kConv2D, "half bfloat16 float double int32"}},
      {"Conv3D", {"input:T filter:T", kConv3D, kAverage}},
      {"Conv3DBackpropFilterV2", {"input:T filter_sizes:int32 out_backprop:T", kConv3D, kAverage}},
      {"Conv3DBackpropInputV2", {"input_sizes:Tshape filter:T out_backprop:T", kConv3D, kAverage}},
      {"MaxPool",
       {"input:T", kPoolExplicit, "half bfloat16 float double int32 int64 uint8 int16 int8 uint16",
        "uint32 uint64"}},
      {"MaxPool3D", {"input:T", kPoolOp, "half bfloat16 float", "double"}},
      {"MaxPool3DGrad",
       {"orig_input:TInput orig_output:TInput grad:T", kPoolOp, "half bfloat16 float", "double"}},
      {"MaxPool3DGradGrad", {"orig_input:T orig_output:T grad:T", kPoolOp, kReal}},
      {"MaxPoolGrad", {"orig_input:T orig_output:T grad:T", kPoolExplicit, kReal}},
      {"MaxPoolGradGrad", {"orig_input:T orig_output:T grad:T", kPoolOp, kReal}},
  };
  return *ops;
}

std::string InputsOf(const Op& op) {
  std::vector<std::string> inputs;
  for (const ArgDef& arg : op.inputs) {
    inputs.push_back(arg.name + ":" + (arg.type_attr.empty() ? DataTypeString(arg.type) : arg.type_attr));
  }
  return absl::StrJoin(inputs, " ");
}

/// tf.raw_ops' order: those without a default first, each half in the order of the definition.
std::string AttrsOf(const Op& op) {
  std::vector<std::string> required, optional;
  for (const AttrDef& attr : op.attrs) {
    if (attr.kind == AttrKind::kType || attr.extension) continue;
    if (attr.default_value.empty()) {
      required.push_back(attr.name);
    } else {
      optional.push_back(attr.name + "?");
    }
  }
  required.insert(required.end(), optional.begin(), optional.end());
  return absl::StrJoin(required, " ");
}

std::string Names(const std::vector<DataType>& types) {
  std::vector<std::string> names;
  for (DataType type : types) names.push_back(DataTypeString(type));
  return absl::StrJoin(names, " ");
}

TEST(Table, HasTheSixteenWindowOps) {
  ASSERT_EQ(KnownWindowOps().size(), ExpectedOps().size());
  for (const Op& op : KnownWindowOps()) {
    EXPECT_TRUE(IsWindowOp(op)) << op.name;
    EXPECT_EQ(ExpectedOps().count(op.name), 1u) << op.name;
  }
}

TEST(Table, InputsAttributesAndTypesAreTensorFlows) {
  for (const auto& [name, expected] : ExpectedOps()) {
    const Op* op = FindOp(name);
    ASSERT_NE(op, nullptr) << name;
    EXPECT_EQ(InputsOf(*op), expected.inputs) << name;
    EXPECT_EQ(AttrsOf(*op), expected.attrs) << name;
    const AttrDef& type = op->attrs[static_cast<size_t>(op->AttrIndex("T"))];
    EXPECT_EQ(Names(type.types), expected.types) << name;
    EXPECT_EQ(Names(type.extension_types), expected.extension_types) << name;
    ASSERT_EQ(op->outputs.size(), 1u) << name;
    EXPECT_EQ(op->outputs[0].name, "output") << name;
    EXPECT_EQ(op->outputs[0].type_attr, "T") << name;
  }
}

TEST(Table, DefaultsAndChoicesAreTensorFlows) {
  for (const Op& op : WindowOps()) {
    const size_t rank = IsVolume(op) ? 5 : 4;
    for (const AttrDef& attr : op.attrs) {
      SCOPED_TRACE(op.name + " " + attr.name);
      if (attr.name == "data_format") {
        EXPECT_EQ(attr.default_value.DebugString(), rank == 5 ? "NDHWC" : "NHWC");
        EXPECT_EQ(absl::StrJoin(attr.choices, " "), rank == 5 ? "NDHWC NCDHW" : "NHWC NCHW");
      } else if (attr.name == "dilations") {
        EXPECT_EQ(*attr.default_value.get<Ints>(), Ints(rank, 1));
      } else if (attr.name == "use_cudnn_on_gpu") {
        EXPECT_TRUE(*attr.default_value.get<bool>());
      } else if (attr.name == "explicit_paddings") {
        EXPECT_TRUE(attr.default_value.get<Ints>()->empty());
        EXPECT_TRUE(TakesExplicit(op));
      } else if (attr.name == "padding") {
        EXPECT_EQ(TakesExplicit(op), op.AttrIndex("explicit_paddings") >= 0);
      }
    }
  }
  const Op& mixed = *FindOp("MaxPool3DGrad");
  EXPECT_EQ(Names(TypesOf(mixed, "TInput")), "half bfloat16 float double");
  EXPECT_EQ(Names(TypesOf(*FindOp("Conv3DBackpropInputV2"), "Tshape")), "int32 int64");
  EXPECT_TRUE(FindOp("AvgPoolGrad")->internal);
  EXPECT_TRUE(FindOp("MaxPoolGrad")->internal);
  EXPECT_FALSE(FindOp("AvgPool3DGrad")->internal);
}

TEST(Table, EveryEntryIsComplete) {
  for (const Op& op : OpTable()) {
    SCOPED_TRACE(op.name + ", defined in " + op.file);
    EXPECT_FALSE(op.group.empty()) << "say where it belongs: .group(…)";
    EXPECT_FALSE(op.summary.empty()) << "say what it does: .doc(…)";
    EXPECT_TRUE(absl::EndsWith(op.file, ".cc")) << op.file;
    EXPECT_NE(op.infer, nullptr);
    EXPECT_NE(op.gradient == nullptr, !op.no_gradient && !op.stateful)
        << "give it its gradient, .gradient(…), or say that there is none: .no_gradient()";
    // What lives in a session alone, or is only fed, or does nothing, has nothing to show.
    const bool shows = !op.stateful && op.run != nullptr && !op.outputs.empty();
    EXPECT_EQ(op.example.results.empty(), !shows) << "an example with its numbers: .example(…)";
    if (!IsWindowOp(op)) continue;
    EXPECT_FALSE(op.description.empty());
    for (const ArgDef& arg : op.inputs) EXPECT_FALSE(arg.doc.empty()) << arg.name;
    for (const ArgDef& arg : op.outputs) EXPECT_FALSE(arg.doc.empty()) << arg.name;
    for (const AttrDef& attr : op.attrs) {
      if (attr.kind != AttrKind::kType) {
        EXPECT_FALSE(attr.doc.empty()) << attr.name;
      }
    }
    if (!op.gradient_of.empty()) {
      EXPECT_NE(FindOp(op.gradient_of), nullptr) << op.gradient_of;
    }
  }
}

TEST(Table, EveryGradientResolvesOnItsExample) {
  for (const Op& op : OpTable()) {
    if (op.gradient == nullptr || op.example.results.empty() || op.name == "PreventGradient") continue;
    if (op.gradient == rules::UndefinedGradient) continue;
    const PreparedCall call = Must(driver::PrepareTyped(op, op.example.arguments), op.name);
    const auto gradients = driver::Gradients(call, {MustRun(call)});
    ASSERT_TRUE(gradients.ok()) << op.name << ": " << gradients.status();
    for (size_t i = 0; i < op.inputs.size(); ++i) {
      const auto& gradient = (*gradients)[i];
      if (IsWindowOp(op)) {
        EXPECT_EQ(gradient.empty(), op.inputs[i].sizes) << op.name << " " << op.inputs[i].name;
      }
      if (gradient.empty()) continue;
      EXPECT_EQ(gradient[0].shape(), call.inputs[i].shape()) << op.name << " " << op.inputs[i].name;
      EXPECT_EQ(gradient[0].dtype(), call.inputs[i].dtype()) << op.name << " " << op.inputs[i].name;
    }
  }
}

TEST(Table, EveryTypeAndLayoutRuns) {
  for (const Op& op : WindowOps()) {
    for (DataType type : TypesOf(op)) {
      for (const char* layout : {"nhwc 1x4x4x2", "nchw 1x2x4x4", "ndhwc 1x4x4x4x2", "ncdhw 1x2x4x4x4"}) {
        if (IsVolume(op) != (layout[1] == 'd' || layout[2] == 'd')) continue;
        const std::string line = op.name + " " + ShortTypeString(type) + " " + layout + " k2 s2 same";
        EXPECT_EQ(MustRun(MustPrepare(line)).dtype(), type) << line;
      }
    }
  }
}

std::string Unknown(const char* name) { return std::string(UnknownOpError(name).message()); }

TEST(Table, AnUnknownOpSuggestsANearName) {
  EXPECT_EQ(Unknown("AvgPool3dGrad"), "No op is called AvgPool3dGrad. Did you mean AvgPool3DGrad?");
  EXPECT_EQ(Unknown("MaxPol"), "No op is called MaxPol. Did you mean MaxPool?");
  EXPECT_EQ(Unknown("Conv3DBackpropInput"),
            "No op is called Conv3DBackpropInput. Did you mean Conv3DBackpropInputV2?");
  EXPECT_EQ(Unknown("MatrixInverse"), "No op is called MatrixInverse.");
  EXPECT_EQ(Unknown(""), "No op is called .");
  EXPECT_EQ(Call("Frobnicate", {}, {}).status().code(), absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace voxgrad::test
