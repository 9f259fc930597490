#include "kernels/list.h"

#include <utility>

namespace voxgrad {
namespace {
thread_local ScopedKernelChoice* current_choice = nullptr;
}

ScopedKernelChoice::ScopedKernelChoice(std::string only, KernelTrace* trace)
    : only_(std::move(only)), trace_(trace), outer_(current_choice) {
  current_choice = this;
}
ScopedKernelChoice::~ScopedKernelChoice() { current_choice = outer_; }
ScopedKernelChoice* ScopedKernelChoice::current() { return current_choice; }

void TraceNote(const std::string& note) {
  if (current_choice != nullptr && current_choice->trace() != nullptr)
    current_choice->trace()->notes.push_back(note);
}

}  // namespace voxgrad
