// What a TensorFlow program calls first. There is nothing to set up here.
#ifndef VOXGRAD_UTIL_INIT_MAIN_H_
#define VOXGRAD_UTIL_INIT_MAIN_H_

namespace voxgrad {
namespace port {

inline void InitMain(const char* /*usage*/, int* /*argc*/, char*** /*argv*/) {}

}  // namespace port
}  // namespace voxgrad

#endif  // VOXGRAD_UTIL_INIT_MAIN_H_
