// Small macros under the names that TensorFlow programs use.
#ifndef VOXGRAD_UTIL_MACROS_H_
#define VOXGRAD_UTIL_MACROS_H_

#define TF_ATTRIBUTE_ALWAYS_INLINE __attribute__((always_inline))
#define TF_ATTRIBUTE_NOINLINE __attribute__((noinline))
#define TF_ATTRIBUTE_UNUSED __attribute__((unused))
#define TF_MUST_USE_RESULT __attribute__((warn_unused_result))
#define TF_EXPORT __attribute__((visibility("default")))
#define TF_FALLTHROUGH_INTENDED [[fallthrough]]
#define TF_PREDICT_TRUE(CONDITION) __builtin_expect(!!(CONDITION), true)
#define TF_PREDICT_FALSE(CONDITION) __builtin_expect(!!(CONDITION), false)
#define TF_ARRAYSIZE(ARRAY) (sizeof(ARRAY) / sizeof(*(ARRAY)))
#define TF_DISALLOW_COPY_AND_ASSIGN(TYPE) \
  TYPE(const TYPE&) = delete;             \
  void operator=(const TYPE&) = delete

#endif  // VOXGRAD_UTIL_MACROS_H_
