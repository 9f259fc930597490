// Prints the op table as JSON, as `vox ops --json` does: headers, stubs, documents and forms are made of it.
#include <cstdio>

#include "ops/json/op_json.h"

int main() { std::printf("%s\n", voxgrad::driver::OpTableJson().c_str()); }
