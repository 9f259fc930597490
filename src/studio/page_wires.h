// The wires of a page: which pin each ends at, and an order in which blocks come after what they read.
#ifndef VOXGRAD_STUDIO_PAGE_WIRES_H_
#define VOXGRAD_STUDIO_PAGE_WIRES_H_

#include <vector>

#include "studio/page_build.h"

namespace voxgrad::studio {

/// Fills in the blocks, with their pins, wires and literals. Wires that cannot be get their sentence.
void ConnectPins(BuiltPage* page);

/// Places in `blocks`, inputs first. A wire that closes a cycle gets its sentence and does not count.
std::vector<size_t> OrderBlocks(BuiltPage* page);

/// Says on the wire, and on the block that it ends at, why it cannot be.
void RefuseWire(BuiltPage* page, size_t wire, const std::string& sentence);

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_PAGE_WIRES_H_
