// Numbers as text, both ways.
#ifndef VOXGRAD_CORE_NUMBER_TEXT_H_
#define VOXGRAD_CORE_NUMBER_TEXT_H_

#include <cstdint>
#include <string>

#include "voxgrad/types.h"

namespace voxgrad {

/// Short text that reads back as the same number, in TensorFlow's manner: "0.1", "1e+20", "nan", "-inf".
std::string NumberText(float value);
std::string NumberText(double value);

/// Element `index` of memory that holds `type`, as text; strings with escapes, without quotes.
std::string ElementText(DataType type, const void* data, int64_t index);

/// Reads one number into element `index`; false when the text is none, or does not fit the type.
bool ReadElement(const std::string& text, DataType type, void* data, int64_t index);

}  // namespace voxgrad

#endif  // VOXGRAD_CORE_NUMBER_TEXT_H_
