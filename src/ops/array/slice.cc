// Slice: a part of a tensor.
#include "absl/strings/str_cat.h"
#include "ops/rules/axes.h"
#include "ops/rules/boxes.h"
#include "ops/rules/types.h"
#include "ops/table/gradient.h"

namespace voxgrad {
namespace {

/// The rank, from the input or from the lengths of the vectors; -1 while nothing tells.
absl::StatusOr<int64_t> RankOf(const Infer& c) {
  int64_t rank = c.input("input").shape.dims();
  for (const char* name : {"begin", "size"}) {
    if (absl::Status status = rules::ExpectVector(c, name); !status.ok()) return status;
    const int64_t count = rules::VectorSize(c.input(name));
    if (rank >= 0 && count >= 0 && count != rank) {
      return c.Invalid(name,
                       absl::StrCat("has ", count, count == 1 ? " value" : " values", ", but input has ",
                                    rules::Dimensions(static_cast<int>(rank)), "."));
    }
    if (rank < 0) rank = count;
  }
  return rank;
}

/// One axis: how many elements are taken; -1 while that is not known.
absl::StatusOr<int64_t> Taken(const Infer& c, size_t axis, int64_t whole, std::optional<int64_t> begin,
                              int64_t size) {
  const auto at = [axis](absl::string_view text, auto value) {
    return absl::StrCat(text, value, " for axis ", axis);
  };
  if (begin && *begin < 0)
    return c.Invalid("begin", absl::StrCat(at("is ", *begin), "; it must be at least 0."));
  if (size < -1)
    return c.Invalid("size", absl::StrCat(at("is ", size), "; it must be at least 0, or -1 for the rest."));
  if (begin && whole >= 0 && *begin > whole)
    return c.Invalid("begin", absl::StrCat(at("is ", *begin), ", but input has ", whole, " elements there."));
  if (size == -1) return begin && whole >= 0 ? whole - *begin : -1;
  if (begin && whole >= 0 && size > whole - *begin) {
    return AtRun(c.Invalid("size", absl::StrCat(at("is ", size), ", but from ", *begin, " on input has ",
                                                whole - *begin, " elements there.")));
  }
  return size;
}

absl::Status InferSlice(Infer& c) {
  if (absl::Status status = rules::ExpectPlain(c); !status.ok()) return status;
  const absl::StatusOr<int64_t> rank = RankOf(c);
  if (!rank.ok()) return rank.status();
  const std::optional<Ints> begin = rules::KnownInts(c, "begin");
  const std::optional<Ints> size = rules::KnownInts(c, "size");
  if (*rank < 0 || !size) {
    c.SetOutput(0, rules::OfRank(*rank));
    return absl::OkStatus();
  }
  const PartialTensorShape& shape = c.input("input").shape;
  Ints sizes;
  for (size_t i = 0; i < size->size(); ++i) {
    const int64_t whole = shape.unknown_rank() ? -1 : shape.dim_size(static_cast<int>(i));
    const absl::StatusOr<int64_t> taken =
        Taken(c, i, whole, begin ? std::optional((*begin)[i]) : std::nullopt, (*size)[i]);
    if (!taken.ok()) return taken.status();
    sizes.push_back(*taken);
  }
  c.SetOutput(0, PartialTensorShape(sizes));
  return absl::OkStatus();
}

/// The upstream gradient with zeros around it.
absl::Status SliceGradient(Grad& g) {
  g.none("begin");
  g.none("size");
  const DataType index = g.call().type("Index");
  const auto column = [&](Grad::Value vector) { return g.op("Reshape", {vector, g.ints({-1, 1})}); };
  const auto shape = [&](Grad::Value value) { return g.op("Shape", {value}, {{"out_type", index}}); };
  const Grad::Value after =
      g.op("Sub", {g.op("Sub", {shape(g.input("input")), shape(g.output())}), g.input("begin")});
  const Grad::Value paddings = g.op("ConcatV2", {column(g.input("begin")), column(after), g.integer(1)});
  return g.of("input", g.op("Pad", {g.upstream(), paddings}));
}

}  // namespace

OP(Slice) {
  op.group("array_ops")
      .doc(
          "Return a slice from 'input'.",
          "The output tensor is a tensor with dimensions described by 'size' whose values are extracted from "
          "'input' starting at the offsets in 'begin'.")
      .input("input", "T", "")
      .input("begin", "Index",
             "begin[i] specifies the offset into the 'i'th dimension of 'input' to slice from.")
      .on_host()
      .input(
          "size", "Index",
          "size[i] specifies the number of elements of the 'i'th dimension of 'input' to slice. If size[i] "
          "is -1, all remaining elements in dimension i are included in the slice.")
      .on_host()
      .output("output", "T", "")
      .type("T", {})
      .type("Index", {DT_INT32, DT_INT64})
      .infer(InferSlice)
      .gradient(SliceGradient)
      .run([](Run& c) {
        const rules::Part all = rules::All(c.result());
        rules::CopyPart(c.exec(), c.tensor("input"), {*rules::KnownInts(c, "begin"), all.size}, c.result(),
                        all.begin);
      })
      .example("The last two columns.",
               {{"input", "float[2,3]:1,2,3,4,5,6"}, {"begin", "int32[2]:0,1"}, {"size", "int32[2]:-1,2"}},
               {"float[2,2]:2,3,5,6"});
}

}  // namespace voxgrad
