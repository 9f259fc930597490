// How much memory a process may have where it runs in a container or another control group.
#ifndef VOXGRAD_CORE_CONTAINER_MEMORY_H_
#define VOXGRAD_CORE_CONTAINER_MEMORY_H_

#include <cstdint>
#include <string>

namespace voxgrad {

/// The smallest limit of the process's control groups, from its own up to the root, of either version; the
/// largest number when there is none. `proc` is the folder that describes the process.
uint64_t ContainerMemory(const std::string& proc = "/proc/self");

}  // namespace voxgrad

#endif  // VOXGRAD_CORE_CONTAINER_MEMORY_H_
