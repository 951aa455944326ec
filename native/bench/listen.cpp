/// omx-listen: says when sound arrives. One JACK client with one input; `bench startup` connects it to the
/// end of a chain.
///
/// Usage: omx-listen <client>
/// Prints {"ready":true} when it runs. Then answers each line `listen` with {"soundNs":…}: CLOCK_MONOTONIC at
/// the begin of the callback that brings the first sample that is not zero. Ends at end of input.
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <string>

#include <jack/jack.h>

namespace {

struct Listener {
  jack_port_t* input = nullptr;
  std::atomic<bool> armed{false};
  std::atomic<std::uint64_t> sound_ns{0};
};

std::uint64_t now_ns() noexcept {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(now.tv_nsec);
}

int on_process(jack_nframes_t frames, void* data) {
  const auto began_ns = now_ns();
  auto& listener = *static_cast<Listener*>(data);
  const auto* sound = static_cast<const float*>(jack_port_get_buffer(listener.input, frames));
  if (listener.armed.load(std::memory_order_acquire) &&
      std::any_of(sound, sound + frames, [](float sample) { return sample != 0.0F; })) {
    listener.armed.store(false, std::memory_order_relaxed);
    listener.sound_ns.store(began_ns, std::memory_order_release);
  }
  return 0;
}

/// Waits for sound. Polling is fine here: the time is taken in the callback.
std::uint64_t await_sound(Listener& listener) {
  listener.sound_ns.store(0);
  listener.armed.store(true, std::memory_order_release);
  std::uint64_t sound_ns = 0;
  while ((sound_ns = listener.sound_ns.load(std::memory_order_acquire)) == 0) {
    usleep(1000);
  }
  return sound_ns;
}

int fail(const char* message) {
  std::fprintf(stderr, "omx-listen: %s\n", message);
  return 1;
}

void answer(const std::string& json) {
  std::printf("%s\n", json.c_str());
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (argc != 2) {
    return fail("usage: omx-listen <client>");
  }
  static Listener listener;
  jack_client_t* client =
      jack_client_open(argv[1], static_cast<jack_options_t>(JackNoStartServer | JackUseExactName), nullptr);
  if (client == nullptr) {
    return fail("no JACK server takes this client");
  }
  listener.input = jack_port_register(client, "in_1", JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput, 0);
  jack_set_process_callback(client, on_process, &listener);
  if (jack_activate(client) != 0) {
    return fail("the client could not be activated");
  }
  answer(R"({"ready":true})");
  for (std::string line; std::getline(std::cin, line);) {
    answer(R"({"soundNs":)" + std::to_string(await_sound(listener)) + "}");
  }
  jack_client_close(client);
  return 0;
}
