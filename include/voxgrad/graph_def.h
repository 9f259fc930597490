// Pages as messages: GraphDef, NodeDef, AttrValue, TensorProto, TensorShapeProto and what they are made of.
//
//     GraphDef page;
//     TF_CHECK_OK(ReadTextProto(Env::Default(), "page.pbtxt", &page));
//     for (const NodeDef& node : page.node()) std::cout << node.name() << " " << node.op() << "\n";
#ifndef VOXGRAD_GRAPH_DEF_H_
#define VOXGRAD_GRAPH_DEF_H_

#include "voxgrad/page/attr_value.h"    // IWYU pragma: export
#include "voxgrad/page/function_def.h"  // IWYU pragma: export
#include "voxgrad/page/graph_def.h"     // IWYU pragma: export
#include "voxgrad/page/node_def.h"      // IWYU pragma: export
#include "voxgrad/page/tensor_proto.h"  // IWYU pragma: export

#endif  // VOXGRAD_GRAPH_DEF_H_
