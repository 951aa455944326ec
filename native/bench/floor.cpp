/// omx-floor: the least that a client can do. One JACK client calls a series of CLAP plugins in turn: no
/// guards, no meters, no clock but around the callback. `bench overhead` compares a worker with it.
///
/// Usage: omx-floor <client> <path>#<id>...
/// Prints {"ready":true,"pid":…,"thread":…} when it runs, paused. Then reads lines: `run`, `pause` (the
/// callback returns at once, with silence) and `mark`, and answers each with one JSON line (see BusyTimes).
/// Ends at end of input.
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

#include <jack/jack.h>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

#include "bench/busy_times.hpp"
#include "bench/floor_chain.hpp"

namespace omx::floor {
namespace {

struct Floor {
  FloorChain chain;
  BusyTimes times;
  std::array<jack_port_t*, 2> inputs{};
  std::array<jack_port_t*, 2> outputs{};
  std::atomic<bool> running{false};
  std::atomic<long> thread{0};
};

std::uint64_t now_ns() noexcept {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(now.tv_nsec);
}

/// Numbers too small to hear are zero, as in the worker: otherwise they would cost time in one of the two.
void flush_to_zero() {
#if defined(__SSE2__)
  constexpr unsigned flush_and_treat_as_zero = 0x8040;
  _mm_setcsr(_mm_getcsr() | flush_and_treat_as_zero);
#elif defined(__aarch64__)
  std::uint64_t fpcr = 0;
  asm volatile("mrs %0, fpcr" : "=r"(fpcr));
  asm volatile("msr fpcr, %0" : : "r"(fpcr | (1U << 24U)));
#endif
}

Stereo buffers_of(const std::array<jack_port_t*, 2>& ports, jack_nframes_t frames) noexcept {
  return {
      static_cast<float*>(jack_port_get_buffer(ports[0], frames)),
      static_cast<float*>(jack_port_get_buffer(ports[1], frames))};
}

int on_process(jack_nframes_t frames, void* data) {
  const auto began_ns = now_ns();
  auto& floor = *static_cast<Floor*>(data);
  const Stereo out = buffers_of(floor.outputs, frames);
  if (floor.thread.load(std::memory_order_relaxed) == 0) {
    floor.thread.store(syscall(SYS_gettid));  // JACK starts other threads with on_thread_start, too
  }
  if (!floor.running.load(std::memory_order_relaxed)) {
    std::memset(out[0], 0, frames * sizeof(float));
    std::memset(out[1], 0, frames * sizeof(float));
    return 0;
  }
  floor.chain.process(buffers_of(floor.inputs, frames), out, frames);
  floor.times.add(static_cast<std::uint32_t>(now_ns() - began_ns));
  return 0;
}

void on_thread_start(void*) {
  flush_to_zero();
}

int fail(const std::string& message) {
  std::fprintf(stderr, "omx-floor: %s\n", message.c_str());
  return 1;
}

void register_ports(jack_client_t* client, Floor& floor) {
  constexpr std::array<const char*, 2> in_names = {"in_1", "in_2"};
  constexpr std::array<const char*, 2> out_names = {"out_1", "out_2"};
  for (std::size_t c = 0; c < 2; ++c) {
    floor.inputs[c] = jack_port_register(client, in_names[c], JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput, 0);
    floor.outputs[c] = jack_port_register(client, out_names[c], JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput, 0);
  }
}

/// What plugins print must not mix with the answers: stdout becomes stderr, and answers go where stdout went.
std::FILE* take_stdout() {
  std::FILE* answers = fdopen(dup(STDOUT_FILENO), "w");
  dup2(STDERR_FILENO, STDOUT_FILENO);
  return answers;
}

/// Answers commands until the end of input.
void serve(Floor& floor, std::FILE* answers) {
  for (std::string line; std::getline(std::cin, line);) {
    if (line == "run" || line == "pause") {
      floor.running.store(line == "run");
    }
    std::fprintf(answers, "%s\n", line == "mark" ? floor.times.mark().c_str() : "{}");
    std::fflush(answers);
  }
}

int run(const std::string& name, const std::vector<std::string>& specs) {
  static Floor floor;
  std::FILE* answers = take_stdout();
  jack_status_t status{};
  jack_client_t* client = jack_client_open(
      name.c_str(), static_cast<jack_options_t>(JackNoStartServer | JackUseExactName), &status);
  if (client == nullptr) {
    return fail("no JACK server takes a client named " + name);
  }
  std::string error;
  if (!floor.chain.load(specs, jack_get_sample_rate(client), jack_get_buffer_size(client), error)) {
    jack_client_close(client);
    return fail(error);
  }
  register_ports(client, floor);
  jack_set_thread_init_callback(client, on_thread_start, nullptr);
  jack_set_process_callback(client, on_process, &floor);
  if (jack_activate(client) != 0) {
    jack_client_close(client);
    return fail("the client could not be activated");
  }
  while (floor.thread.load() == 0) {
    usleep(1000);
  }
  std::fprintf(answers, "{\"ready\":true,\"pid\":%d,\"thread\":%ld}\n", getpid(), floor.thread.load());
  std::fflush(answers);
  serve(floor, answers);
  jack_client_close(client);
  return 0;
}

}  // namespace
}  // namespace omx::floor

int main(int argc, char** argv) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (argc < 3) {
    return omx::floor::fail("usage: omx-floor <client> <path>#<id>...");
  }
  return omx::floor::run(argv[1], {argv + 2, argv + argc});
}
