// The files of Studio's page as answers.
#ifndef VOXGRAD_SERVER_STATIC_FILES_H_
#define VOXGRAD_SERVER_STATIC_FILES_H_

#include <string>
#include <vector>

#include "studio/api.h"
#include "studio/page_list.h"

namespace voxgrad::server {

/// A file of the executable; "/" is "/index.html". 404 where there is none.
studio::Answer StaticFile(const std::string& path);

/// The pages of the gallery that are part of the executable, sorted by path.
std::vector<studio::BuiltInPage> GalleryPages();

/// What every answer carries: nothing of the page may be framed, guessed at, or loaded from elsewhere.
const std::vector<std::pair<const char*, const char*>>& SafetyHeaders();

}  // namespace voxgrad::server

#endif  // VOXGRAD_SERVER_STATIC_FILES_H_
