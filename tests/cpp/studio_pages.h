// Pages for Studio's tests.
#ifndef VOXGRAD_TESTS_STUDIO_PAGES_H_
#define VOXGRAD_TESTS_STUDIO_PAGES_H_

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace voxgrad::studio {

/// A page that is put together block by block.
class TestPage {
 public:
  using Json = nlohmann::json;

  Json& Add(const std::string& name, const std::string& op) {
    Json& block = page_["blocks"][name];
    block = {{"name", name},
             {"op", op},
             {"x", 10.5},
             {"y", -20},
             {"attrs", Json::object()},
             {"literals", Json::object()}};
    return block;
  }
  Json& Const(const std::string& name, const std::string& text, const std::string& shape = "",
              const std::string& dtype = "float") {
    Json& block = Add(name, "Const");
    block["value"] = {{"dtype", dtype}, {"shape", shape}, {"text", text}};
    return block;
  }
  void Wire(const std::string& from, int output, const std::string& to, const std::string& input) {
    page_["wires"].push_back({{"from", from}, {"output", output}, {"to", to}, {"input", input}});
  }
  Json& json() { return page_; }
  Json Body() const { return {{"page", page_}, {"session", "test"}}; }

 private:
  Json page_ = {{"blocks", Json::object()},
                {"wires", Json::array()},
                {"groups", Json::object()},
                {"comments", Json::object()},
                {"views", Json::array()}};
};

/// y = w·x by squares, one step of gradient descent a run: w, its start, a loss, Gradients and a Session.
inline TestPage TrainingPage() {
  TestPage page;
  page.Const("x", "{{1},{2},{3}}", "3,1");
  page.Const("t", "{{2},{4},{6}}", "3,1");
  page.Add("w", "VariableV2")["attrs"] = {{"dtype", "float"}, {"shape", "1,1"}};
  page.Add("start", "Assign")["init"] = true;
  page.json()["blocks"]["start"]["literals"]["value"] = "{{0}}";
  page.Add("y", "MatMul");
  page.Add("error", "Sub");
  page.Add("loss", "L2Loss");
  page.Add("g", "Gradients");
  page.Add("train", "ApplyGradientDescent")["literals"]["alpha"] = "0.05";
  page.Add("Session", "Session");
  page.Wire("w", 0, "start", "ref");
  page.Wire("x", 0, "y", "a");
  page.Wire("w", 0, "y", "b");
  page.Wire("y", 0, "error", "x");
  page.Wire("t", 0, "error", "y");
  page.Wire("error", 0, "loss", "t");
  page.Wire("loss", 0, "g", "outputs[0]");
  page.Wire("w", 0, "g", "inputs[0]");
  page.Wire("w", 0, "train", "var");
  page.Wire("g", 0, "train", "delta");
  page.Wire("loss", 0, "Session", "fetch_outputs[0]");
  page.Wire("g", 0, "Session", "fetch_outputs[1]");
  page.Wire("train", 0, "Session", "run_outputs[0]");
  return page;
}

/// A volume, pooled, and the gradient of the pooling: all of the window.
inline TestPage PoolPage() {
  TestPage page;
  page.Add("x", "Const")["value"] = {
      {"dtype", "float"}, {"shape", "1,4,4,4,2"}, {"generator", "random seed=3"}};
  page.Add("pool", "AvgPool3D")["attrs"] = {
      {"ksize", "1,2,2,2,1"}, {"strides", "{1,2,2,2,1}"}, {"padding", "SAME"}};
  page.Wire("x", 0, "pool", "input");
  page.Add("dx", "AvgPool3DGrad")["attrs"] = {
      {"ksize", "1,2,2,2,1"}, {"strides", "1,2,2,2,1"}, {"padding", "SAME"}};
  page.json()["blocks"]["dx"]["literals"]["orig_input_shape"] = "1,4,4,4,2";
  page.Wire("pool", 0, "dx", "grad");
  return page;
}

}  // namespace voxgrad::studio

#endif  // VOXGRAD_TESTS_STUDIO_PAGES_H_
