// What messages hold their fields in, with the interface of protobuf's containers of the same names.
#ifndef VOXGRAD_PAGE_CONTAINERS_H_
#define VOXGRAD_PAGE_CONTAINERS_H_

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "voxgrad/export.h"

namespace voxgrad {
namespace protobuf {

/// The place of element i of `size`; where there is none, the process ends with a sentence.
[[noreturn]] VOXGRAD_API void NoSuchElement(int i, int size);
inline size_t Place(int i, int size) {
  if (i < 0 || i >= size) NoSuchElement(i, size);
  return static_cast<size_t>(i);
}

/// A value that may be absent and is copied with its owner. T may be incomplete where a Box of it is
/// declared; that is how messages contain themselves.
template <class T>
class Box {
 public:
  Box() = default;
  Box(const Box& other) : value_(other.value_ ? new T(*other.value_) : nullptr) {}
  Box(Box&& other) noexcept = default;
  Box& operator=(const Box& other) {
    if (this != &other) value_.reset(other.value_ ? new T(*other.value_) : nullptr);
    return *this;
  }
  Box& operator=(Box&& other) noexcept = default;

  bool has_value() const { return value_ != nullptr; }
  void reset() { value_.reset(); }
  /// The value, or Nothing(): an empty one that is never changed nor destroyed.
  const T& get() const { return value_ ? *value_ : Nothing(); }
  static const T& Nothing() {
    static const T* const kNothing = new T();
    return *kNothing;
  }
  /// The value, made if there is none.
  T* mutable_get() {
    if (!value_) value_.reset(new T());
    return value_.get();
  }

 private:
  std::unique_ptr<T> value_;
};

/// A list of numbers or bools. Not a std::vector, whose bools have no address.
template <class T>
class RepeatedField {
 public:
  using value_type = T;
  using const_iterator = const T*;
  using iterator = T*;

  RepeatedField() = default;
  RepeatedField(const RepeatedField& other) { Add(other.begin(), other.end()); }
  RepeatedField(RepeatedField&& other) noexcept { Swap(&other); }
  RepeatedField& operator=(RepeatedField other) noexcept {
    Swap(&other);
    return *this;
  }

  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T Get(int i) const { return values_[Place(i, size_)]; }
  const T& operator[](int i) const { return values_[Place(i, size_)]; }
  T& operator[](int i) { return values_[Place(i, size_)]; }
  T* Mutable(int i) { return &values_[Place(i, size_)]; }
  void Set(int i, T value) { values_[Place(i, size_)] = value; }
  void Add(T value) { *Add() = value; }
  T* Add() {
    if (size_ == capacity_) Reserve(std::max(4, 2 * capacity_));
    values_[size_] = T();
    return &values_[size_++];
  }
  template <class Iterator>
  void Add(Iterator first, Iterator last) {
    Reserve(size_ + static_cast<int>(std::distance(first, last)));
    size_ = static_cast<int>(std::copy(first, last, end()) - begin());
  }
  void Reserve(int capacity) {
    if (capacity <= capacity_) return;
    std::unique_ptr<T[]> values(new T[static_cast<size_t>(capacity)]);
    std::copy(begin(), end(), values.get());
    values_ = std::move(values);
    capacity_ = capacity;
  }
  void Resize(int size, T value) {
    size = std::max(size, 0);
    Reserve(size);
    if (size > size_) std::fill(end(), begin() + size, value);
    size_ = size;
  }
  void RemoveLast() { size_ = static_cast<int>(Place(size_ - 1, size_)); }
  void Clear() { size_ = 0; }
  void Swap(RepeatedField* other) {
    std::swap(values_, other->values_);
    std::swap(size_, other->size_);
    std::swap(capacity_, other->capacity_);
  }

  const T* data() const { return values_.get(); }
  T* mutable_data() { return values_.get(); }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  T* begin() { return mutable_data(); }
  T* end() { return mutable_data() + size_; }

 private:
  std::unique_ptr<T[]> values_;
  int size_ = 0;
  int capacity_ = 0;
};

/// A list of strings or messages. An element stays where it is while others are added.
template <class T>
class RepeatedPtrField {
  template <class Value, class Pointer>
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = Value*;
    using reference = Value&;

    Iterator() = default;
    explicit Iterator(Pointer at) : at_(at) {}
    Value& operator*() const { return **at_; }
    Value* operator->() const { return at_->get(); }
    Iterator& operator++() { return ++at_, *this; }
    Iterator operator++(int) { return Iterator(at_++); }
    friend bool operator==(Iterator a, Iterator b) { return a.at_ == b.at_; }
    friend bool operator!=(Iterator a, Iterator b) { return a.at_ != b.at_; }

   private:
    Pointer at_ = nullptr;
  };

 public:
  using value_type = T;
  using const_iterator = Iterator<const T, const std::unique_ptr<T>*>;
  using iterator = Iterator<T, std::unique_ptr<T>*>;

  RepeatedPtrField() = default;
  RepeatedPtrField(const RepeatedPtrField& other) { Append(other); }
  RepeatedPtrField(RepeatedPtrField&&) noexcept = default;
  RepeatedPtrField& operator=(const RepeatedPtrField& other) {
    if (this == &other) return *this;
    Clear();
    Append(other);
    return *this;
  }
  RepeatedPtrField& operator=(RepeatedPtrField&&) noexcept = default;

  int size() const { return static_cast<int>(values_.size()); }
  bool empty() const { return values_.empty(); }
  const T& Get(int i) const { return *values_[Place(i, size())]; }
  const T& operator[](int i) const { return Get(i); }
  T& operator[](int i) { return *Mutable(i); }
  T* Mutable(int i) { return values_[Place(i, size())].get(); }
  T* Add() {
    values_.push_back(std::make_unique<T>());
    return values_.back().get();
  }
  void Add(T value) { *Add() = std::move(value); }
  void Reserve(int n) { values_.reserve(static_cast<size_t>(std::max(n, 0))); }
  void RemoveLast() { values_.resize(Place(size() - 1, size())); }
  void DeleteSubrange(int start, int count) {
    if (count <= 0) return;
    const auto first = values_.begin() + static_cast<std::ptrdiff_t>(Place(start, size()));
    Place(count - 1, size() - start);
    values_.erase(first, first + count);
  }
  void SwapElements(int i, int j) { std::swap(values_[Place(i, size())], values_[Place(j, size())]); }
  void Clear() { values_.clear(); }

  const_iterator begin() const { return const_iterator(values_.data()); }
  const_iterator end() const { return const_iterator(values_.data() + values_.size()); }
  iterator begin() { return iterator(values_.data()); }
  iterator end() { return iterator(values_.data() + values_.size()); }

 private:
  void Append(const RepeatedPtrField& other) {
    values_.reserve(other.values_.size());
    for (const auto& value : other.values_) values_.push_back(std::make_unique<T>(*value));
  }

  std::vector<std::unique_ptr<T>> values_;
};

/// Values by key, in the order of the keys: the order in which they are written.
template <class Key, class Value>
class Map : public std::map<Key, Value, std::less<>> {
 public:
  template <class K>
  bool contains(const K& key) const {
    return this->find(key) != this->end();
  }
};

}  // namespace protobuf
}  // namespace voxgrad

#endif  // VOXGRAD_PAGE_CONTAINERS_H_
