# Addresses of other libraries' functions are bound before main and read-only from then on: an error of memory cannot
# turn a call into another one.
target_link_options(voxgrad_flags INTERFACE -Wl,-z,relro,-z,now)
