// A callback that breaks the rule of the audio thread on purpose: the proofs that it is kept must notice.
#include "base/rt.hpp"

#include <cstdlib>

namespace {

void callback(void** kept) noexcept OMX_RT {
  *kept = std::malloc(64);
}

}  // namespace

int main() {
  void* kept = nullptr;
  callback(&kept);
  std::free(kept);
}
