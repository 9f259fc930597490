// The messages of a node's attributes.
#ifndef VOXGRAD_PAGE_ATTR_VALUE_H_
#define VOXGRAD_PAGE_ATTR_VALUE_H_

#include <cstdint>
#include <string>
#include <variant>

#include "voxgrad/export.h"
#include "voxgrad/page/accessors.h"
#include "voxgrad/page/message.h"
#include "voxgrad/page/tensor_proto.h"
#include "voxgrad/types.h"

namespace voxgrad {

class AttrValue_ListValue;
class NameAttrList;

/// The value of an attribute: one of ten kinds, or none.
class VOXGRAD_API AttrValue final : public MessageOf<AttrValue> {
 public:
  using ListValue = AttrValue_ListValue;
  enum ValueCase {
    VALUE_NOT_SET = 0,
    kList = 1,
    kS = 2,
    kI = 3,
    kF = 4,
    kB = 5,
    kType = 6,
    kShape = 7,
    kTensor = 8,
    kPlaceholder = 9,
    kFunc = 10,
  };
  static const MessageTable& Table();

  AttrValue();
  AttrValue(const AttrValue& other);
  AttrValue(AttrValue&& other) noexcept;
  AttrValue& operator=(const AttrValue& other);
  AttrValue& operator=(AttrValue&& other) noexcept;
  ~AttrValue();

  ValueCase value_case() const { return static_cast<ValueCase>(value_.index()); }
  void clear_value() { value_.emplace<0>(); }

  VOXGRAD_CASE_MESSAGE(value, kList, AttrValue_ListValue, list)
  VOXGRAD_CASE_STRING(value, kS, s)
  VOXGRAD_CASE_VALUE(value, kI, int64_t, i)
  VOXGRAD_CASE_VALUE(value, kF, float, f)
  VOXGRAD_CASE_VALUE(value, kB, bool, b)
  VOXGRAD_CASE_VALUE(value, kType, DataType, type)
  VOXGRAD_CASE_MESSAGE(value, kShape, TensorShapeProto, shape)
  VOXGRAD_CASE_MESSAGE(value, kTensor, TensorProto, tensor)
  VOXGRAD_CASE_STRING(value, kPlaceholder, placeholder)
  VOXGRAD_CASE_MESSAGE(value, kFunc, NameAttrList, func)

 private:
  // In the order of ValueCase.
  std::variant<std::monostate, protobuf::Box<AttrValue_ListValue>, std::string, int64_t, float, bool, int32_t,
               protobuf::Box<TensorShapeProto>, protobuf::Box<TensorProto>, std::string,
               protobuf::Box<NameAttrList>>
      value_;
};

/// A function with attributes of its own.
class VOXGRAD_API NameAttrList final : public MessageOf<NameAttrList> {
 public:
  static const MessageTable& Table();

  VOXGRAD_STRING(name)
  VOXGRAD_MAP(std::string, AttrValue, attr)
};

class VOXGRAD_API AttrValue_ListValue final : public MessageOf<AttrValue_ListValue> {
 public:
  static const MessageTable& Table();

  VOXGRAD_STRINGS(s)
  VOXGRAD_VALUES(int64_t, i)
  VOXGRAD_VALUES(float, f)
  VOXGRAD_VALUES(bool, b)
  VOXGRAD_ENUMS(DataType, type)
  VOXGRAD_MESSAGES(TensorShapeProto, shape)
  VOXGRAD_MESSAGES(TensorProto, tensor)
  VOXGRAD_MESSAGES(NameAttrList, func)
};

}  // namespace voxgrad

#endif  // VOXGRAD_PAGE_ATTR_VALUE_H_
