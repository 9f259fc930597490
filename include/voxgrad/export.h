#ifndef VOXGRAD_EXPORT_H_
#define VOXGRAD_EXPORT_H_

// The library is built with hidden visibility; only what carries this mark is seen from outside.
#define VOXGRAD_API __attribute__((visibility("default")))

#endif  // VOXGRAD_EXPORT_H_
