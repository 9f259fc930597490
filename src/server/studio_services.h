// Studio as the work of a server.
#ifndef VOXGRAD_SERVER_STUDIO_SERVICES_H_
#define VOXGRAD_SERVER_STUDIO_SERVICES_H_

#include "server/server.h"
#include "studio/safe_folder.h"

namespace voxgrad::server {

/// The engine and the pages of a folder, and the gallery.
Services StudioServices(const studio::SafeFolder& folder);

}  // namespace voxgrad::server

#endif  // VOXGRAD_SERVER_STUDIO_SERVICES_H_
