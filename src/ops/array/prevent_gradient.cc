// PreventGradient: the same tensor, through which no gradient may be asked for.
#include "absl/strings/str_cat.h"
#include "ops/rules/shapes.h"
#include "ops/table/gradient.h"

namespace voxgrad {

OP(PreventGradient) {
  op.group("array_ops")
      .doc("An identity op that triggers an error if a gradient is requested.",
           "The result shares the memory of the input.")
      .input("input", "T", "any tensor.")
      .output("output", "T", "the same input tensor.")
      .type("T", {})
      .attr("message", AttrKind::kString,
            "Will be printed in the error when anyone tries to differentiate this "
            "operation.",
            "")
      .sets_results()
      .infer(rules::SameValue)
      .gradient([](Grad& g) {
        const std::string& message = g.call().text("message");
        return g.call().Invalid(
            "", absl::StrCat("no gradient may pass here", message.empty() ? "." : ": ", message));
      })
      .run([](Run& c) { c.result() = c.tensor("input"); })
      .example("A vector goes through.", {{"input", "float[3]:1,2,3"}}, {"float[3]:1,2,3"});
}

}  // namespace voxgrad
