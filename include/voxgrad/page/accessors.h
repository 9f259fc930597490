// The accessors that protobuf generates for a field, one line a field: each macro declares the member too.
// The member of a field `name` is `name_`.
#ifndef VOXGRAD_PAGE_ACCESSORS_H_
#define VOXGRAD_PAGE_ACCESSORS_H_

#include "voxgrad/page/containers.h"
#include "voxgrad/string_piece.h"

// The arguments are names and types, which cannot stand in parentheses.
// NOLINTBEGIN(bugprone-macro-parentheses)

/// A number or bool.
#define VOXGRAD_VALUE(TYPE, NAME)                  \
 public:                                           \
  TYPE NAME() const { return NAME##_; }            \
  void set_##NAME(TYPE value) { NAME##_ = value; } \
  void clear_##NAME() { NAME##_ = TYPE(); }        \
                                                   \
 private:                                          \
  TYPE NAME##_ = TYPE();

/// An enum. It is kept as a number, since a file may hold one that has no name here.
#define VOXGRAD_ENUM(TYPE, NAME)                           \
 public:                                                   \
  TYPE NAME() const { return static_cast<TYPE>(NAME##_); } \
  void set_##NAME(TYPE value) { NAME##_ = value; }         \
  void clear_##NAME() { NAME##_ = 0; }                     \
                                                           \
 private:                                                  \
  int32_t NAME##_ = 0;

/// Text or bytes.
#define VOXGRAD_STRING(NAME)                                                                               \
 public:                                                                                                   \
  const std::string& NAME() const { return NAME##_; }                                                      \
  void set_##NAME(StringPiece value) { NAME##_.assign(value.data(), value.size()); }                       \
  void set_##NAME(const void* data, size_t size) { NAME##_.assign(static_cast<const char*>(data), size); } \
  std::string* mutable_##NAME() { return &NAME##_; }                                                       \
  void clear_##NAME() { NAME##_.clear(); }                                                                 \
                                                                                                           \
 private:                                                                                                  \
  std::string NAME##_;

/// A message that may be absent.
#define VOXGRAD_MESSAGE(TYPE, NAME)                        \
 public:                                                   \
  bool has_##NAME() const { return NAME##_.has_value(); }  \
  const TYPE& NAME() const { return NAME##_.get(); }       \
  TYPE* mutable_##NAME() { return NAME##_.mutable_get(); } \
  void clear_##NAME() { NAME##_.reset(); }                 \
                                                           \
 private:                                                  \
  protobuf::Box<TYPE> NAME##_;

/// Lists of numbers or bools, of enums, of strings, of messages.
#define VOXGRAD_VALUES(TYPE, NAME)                              \
  VOXGRAD_LIST(protobuf::RepeatedField<TYPE>, NAME)             \
 public:                                                        \
  TYPE NAME(int i) const { return NAME##_.Get(i); }             \
  void set_##NAME(int i, TYPE value) { NAME##_.Set(i, value); } \
  void add_##NAME(TYPE value) { NAME##_.Add(value); }           \
                                                                \
 private:

#define VOXGRAD_ENUMS(TYPE, NAME)                                      \
  VOXGRAD_LIST(protobuf::RepeatedField<int32_t>, NAME)                 \
 public:                                                               \
  TYPE NAME(int i) const { return static_cast<TYPE>(NAME##_.Get(i)); } \
  void set_##NAME(int i, TYPE value) { NAME##_.Set(i, value); }        \
  void add_##NAME(TYPE value) { NAME##_.Add(value); }                  \
                                                                       \
 private:

#define VOXGRAD_STRINGS(NAME)                                                      \
  VOXGRAD_LIST(protobuf::RepeatedPtrField<std::string>, NAME)                      \
 public:                                                                           \
  const std::string& NAME(int i) const { return NAME##_.Get(i); }                  \
  void set_##NAME(int i, StringPiece value) { *NAME##_.Mutable(i) = value.str(); } \
  std::string* mutable_##NAME(int i) { return NAME##_.Mutable(i); }                \
  std::string* add_##NAME() { return NAME##_.Add(); }                              \
  void add_##NAME(StringPiece value) { *NAME##_.Add() = value.str(); }             \
                                                                                   \
 private:

#define VOXGRAD_MESSAGES(TYPE, NAME)                         \
  VOXGRAD_LIST(protobuf::RepeatedPtrField<TYPE>, NAME)       \
 public:                                                     \
  const TYPE& NAME(int i) const { return NAME##_.Get(i); }   \
  TYPE* mutable_##NAME(int i) { return NAME##_.Mutable(i); } \
  TYPE* add_##NAME() { return NAME##_.Add(); }               \
                                                             \
 private:

#define VOXGRAD_MAP(KEY, TYPE, NAME)                                   \
 public:                                                               \
  using NAME##_map = protobuf::Map<KEY, TYPE>;                         \
  VOXGRAD_CONTAINER(NAME##_map, NAME)                                  \
  int NAME##_size() const { return static_cast<int>(NAME##_.size()); } \
  void clear_##NAME() { NAME##_.clear(); }                             \
                                                                       \
 private:

/// Parts of the above.
#define VOXGRAD_LIST(LIST, NAME)                     \
  VOXGRAD_CONTAINER(LIST, NAME)                      \
 public:                                             \
  int NAME##_size() const { return NAME##_.size(); } \
  void clear_##NAME() { NAME##_.Clear(); }

#define VOXGRAD_CONTAINER(CONTAINER, NAME)          \
 public:                                            \
  const CONTAINER& NAME() const { return NAME##_; } \
  CONTAINER* mutable_##NAME() { return &NAME##_; }  \
                                                    \
 private:                                           \
  CONTAINER NAME##_;                                \
                                                    \
 public:

/// The same for the alternatives of a std::variant member, at most one of which is set. CASE is the
/// alternative's place in the variant.
#define VOXGRAD_CASE(VARIANT, CASE, NAME)                        \
 public:                                                         \
  bool has_##NAME() const { return VARIANT##_.index() == CASE; } \
  void clear_##NAME() {                                          \
    if (has_##NAME()) VARIANT##_.emplace<0>();                   \
  }

#define VOXGRAD_CASE_VALUE(VARIANT, CASE, TYPE, NAME)                                                 \
  VOXGRAD_CASE(VARIANT, CASE, NAME)                                                                   \
  TYPE NAME() const { return has_##NAME() ? static_cast<TYPE>(std::get<CASE>(VARIANT##_)) : TYPE(); } \
  void set_##NAME(TYPE value) { VARIANT##_.emplace<CASE>(value); }

#define VOXGRAD_CASE_STRING(VARIANT, CASE, NAME)                                               \
  VOXGRAD_CASE(VARIANT, CASE, NAME)                                                            \
  const std::string& NAME() const {                                                            \
    return has_##NAME() ? std::get<CASE>(VARIANT##_) : protobuf::Box<std::string>::Nothing();  \
  }                                                                                            \
  void set_##NAME(StringPiece value) { VARIANT##_.emplace<CASE>(value.data(), value.size()); } \
  void set_##NAME(const void* data, size_t size) {                                             \
    VARIANT##_.emplace<CASE>(static_cast<const char*>(data), size);                            \
  }                                                                                            \
  std::string* mutable_##NAME() {                                                              \
    return has_##NAME() ? &std::get<CASE>(VARIANT##_) : &VARIANT##_.emplace<CASE>();           \
  }

#define VOXGRAD_CASE_MESSAGE(VARIANT, CASE, TYPE, NAME)                                      \
  VOXGRAD_CASE(VARIANT, CASE, NAME)                                                          \
  const TYPE& NAME() const {                                                                 \
    return has_##NAME() ? std::get<CASE>(VARIANT##_).get() : protobuf::Box<TYPE>::Nothing(); \
  }                                                                                          \
  TYPE* mutable_##NAME() {                                                                   \
    if (!has_##NAME()) VARIANT##_.emplace<CASE>();                                           \
    return std::get<CASE>(VARIANT##_).mutable_get();                                         \
  }

// NOLINTEND(bugprone-macro-parentheses)

#endif  // VOXGRAD_PAGE_ACCESSORS_H_
