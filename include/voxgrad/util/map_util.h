// Common work on maps, under the names that TensorFlow programs use.
#ifndef VOXGRAD_UTIL_MAP_UTIL_H_
#define VOXGRAD_UTIL_MAP_UTIL_H_

namespace voxgrad {
namespace gtl {

/// The value of a key, or null.
template <class Map>
const typename Map::mapped_type* FindOrNull(const Map& map, const typename Map::key_type& key) {
  const auto found = map.find(key);
  return found == map.end() ? nullptr : &found->second;
}
template <class Map>
typename Map::mapped_type* FindOrNull(Map& map, const typename Map::key_type& key) {
  const auto found = map.find(key);
  return found == map.end() ? nullptr : &found->second;
}

template <class Map>
const typename Map::mapped_type& FindWithDefault(const Map& map, const typename Map::key_type& key,
                                                 const typename Map::mapped_type& otherwise) {
  const auto* found = FindOrNull(map, key);
  return found == nullptr ? otherwise : *found;
}

/// True when the key is new; else the value is replaced.
template <class Map>
bool InsertOrUpdate(Map* map, const typename Map::key_type& key, const typename Map::mapped_type& value) {
  const auto [entry, is_new] = map->insert({key, value});
  if (!is_new) entry->second = value;
  return is_new;
}
/// True when the key is new; else nothing changes.
template <class Map>
bool InsertIfNotPresent(Map* map, const typename Map::key_type& key, const typename Map::mapped_type& value) {
  return map->insert({key, value}).second;
}

}  // namespace gtl
}  // namespace voxgrad

#endif  // VOXGRAD_UTIL_MAP_UTIL_H_
