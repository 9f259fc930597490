// The parts of an exported C++ program that do not depend on the page.
#ifndef VOXGRAD_PAGE_CODE_CPP_PARTS_H_
#define VOXGRAD_PAGE_CODE_CPP_PARTS_H_

#include <string>
#include <unordered_set>
#include <vector>

namespace voxgrad {

/// Words that a variable of the program cannot be called by.
const std::unordered_set<std::string>& CppReservedWords();

/// The name of a member of an op's class: those that C++ keeps for itself end in an underscore.
std::string CppWord(const std::string& name);

/// `head` arguments `tail` and the end of the line; too long a line goes on in the next.
std::string FillCall(const std::string& head, const std::vector<std::string>& arguments,
                     const std::string& tail);

/// `groups` are groups of ops with a header of their own: "nn_ops_internal".
std::string CppIncludes(bool reads_files, const std::vector<std::string>& groups);

/// TensorOf and FromNpy, where they are needed.
std::string CppHelpers(bool tensor_of, bool npy);
std::string CppPrintScalars();
std::string CppPrint();

}  // namespace voxgrad

#endif  // VOXGRAD_PAGE_CODE_CPP_PARTS_H_
