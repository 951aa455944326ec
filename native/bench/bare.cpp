/// omx-bare: how long a JACK client needs from opening to its first cycle, when it does nothing else. Prints
/// {"openToFirstCycleNs":…} and ends.
#include <semaphore.h>

#include <cstdint>
#include <cstdio>
#include <ctime>

#include <jack/jack.h>

namespace {

struct Bare {
  std::uint64_t first_cycle_ns = 0;
  sem_t ran{};
};

std::uint64_t now_ns() noexcept {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(now.tv_nsec);
}

int on_process(jack_nframes_t, void* data) {
  auto& bare = *static_cast<Bare*>(data);
  if (bare.first_cycle_ns == 0) {
    bare.first_cycle_ns = now_ns();
    sem_post(&bare.ran);
  }
  return 0;
}

}  // namespace

int main() {
  static Bare bare;
  sem_init(&bare.ran, 0, 0);
  const auto began_ns = now_ns();
  jack_client_t* client =
      jack_client_open("bare", static_cast<jack_options_t>(JackNoStartServer | JackUseExactName), nullptr);
  if (client == nullptr || jack_set_process_callback(client, on_process, &bare) != 0 ||
      jack_activate(client) != 0) {
    std::fprintf(stderr, "omx-bare: no JACK server takes this client\n");
    return 1;
  }
  sem_wait(&bare.ran);
  std::printf(
      "{\"openToFirstCycleNs\":%llu}\n", static_cast<unsigned long long>(bare.first_cycle_ns - began_ns));
  std::fflush(stdout);
  jack_client_close(client);
  return 0;
}
