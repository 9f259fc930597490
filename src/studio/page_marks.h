// How the nodes of a saved page carry what only Studio knows.
#ifndef VOXGRAD_STUDIO_PAGE_MARKS_H_
#define VOXGRAD_STUDIO_PAGE_MARKS_H_

#include <string>
#include <vector>

#include "studio/page_model.h"
#include "voxgrad/graph_def.h"

namespace voxgrad::studio {

/// Attributes of ours that say something else than an attribute of the block.
bool IsOwnMark(const std::string& name);

bool FlagMark(const NodeDef& node, const char* name);
std::string TextMark(const NodeDef& node, const char* name);
std::vector<std::string> TextsMark(const NodeDef& node, const char* name);
double NumberMark(const NodeDef& node, const char* name);

void SetMark(NodeDef* node, const std::string& name, bool flag);
void SetMark(NodeDef* node, const std::string& name, double number);
void SetMark(NodeDef* node, const std::string& name, const std::string& text);
void SetMark(NodeDef* node, const std::string& name, const std::vector<std::string>& texts);

/// Position, note, group and `_init`.
void SetLayout(const Block& block, NodeDef* node);
void ReadLayout(const NodeDef& node, Block* block);

/// A number that changes with anything in the node.
std::string Fingerprint(const NodeDef& node);

/// A Gradients block in the page's node, one line of JSON each; ends are "node:0".
struct GradientsLine {
  Block block;
  std::vector<std::string> outputs, inputs, grad_outputs, results;

  std::string Write() const;
  /// False when the text is no such line.
  bool Read(const std::string& text);
};

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_PAGE_MARKS_H_
