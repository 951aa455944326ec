#include "formats/bridged/lifecycle/bridge_process.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>
#include <utility>

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace omx {

namespace {

constexpr char program_name[] = "omx-clap-bridge";
constexpr int socket_in_child = 3;

// Beside the program that runs, as built and as installed.
std::string program_path() {
  std::array<char, 4096> path{};
  const ssize_t length = readlink("/proc/self/exe", path.data(), path.size() - 1);
  const std::string program(path.data(), length > 0 ? static_cast<std::size_t>(length) : 0);
  return program.substr(0, program.rfind('/') + 1) + program_name;
}

std::unique_ptr<BridgeProcess>& reserve() {
  static std::unique_ptr<BridgeProcess> process;
  return process;
}

// Signals as a fresh program expects them, and a process group of its own: what a terminal sends is for the
// worker to act on.
class SpawnSettings {
public:
  explicit SpawnSettings(int socket) {
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, socket, socket_in_child);
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    sigset_t all;
    sigfillset(&all);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  posix_spawn_file_actions_t files{};
  posix_spawnattr_t attributes{};
};

Error start_error(int error) {
  return {ErrorCode::worker_start, std::string(program_name) + ": " + std::strerror(error)};
}

}  // namespace

Result<std::unique_ptr<BridgeProcess>> BridgeProcess::take() {
  auto taken = std::exchange(reserve(), nullptr);
  if (taken == nullptr || taken->gone()) {
    auto started = start();
    if (!started) return started;
    taken = std::move(started).value();
  }
  if (auto next = start()) reserve() = std::move(next).value();
  return taken;
}

Result<std::unique_ptr<BridgeProcess>> BridgeProcess::start() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return start_error(errno);
  // A descriptor that had the child's number already would stay closed on exec.
  const int far = fcntl(ends[1], F_DUPFD_CLOEXEC, socket_in_child + 1);
  close(ends[1]);
  const std::string path = program_path();
  std::string socket = std::to_string(socket_in_child);
  std::string parent = std::to_string(getpid());
  std::string name = program_name;
  char* const arguments[] = {name.data(), socket.data(), parent.data(), nullptr};
  const SpawnSettings settings(far);
  pid_t pid = 0;
  const int error =
      posix_spawn(&pid, path.c_str(), &settings.files, &settings.attributes, arguments, environ);
  close(far);
  if (error != 0) {
    close(ends[0]);
    return start_error(error);
  }
  return std::unique_ptr<BridgeProcess>(new BridgeProcess(pid, ends[0]));
}

BridgeProcess::~BridgeProcess() {
  kill(pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::optional<LinkMessage>
BridgeProcess::ask(LinkKind kind, std::span<const std::byte> payload, std::chrono::seconds patience, int fd) {
  const auto deadline = LinkSocket::Clock::now() + patience;
  if (!link_.send(kind, payload, deadline, fd)) return std::nullopt;
  while (auto message = link_.receive(deadline)) {
    if (message->kind == LinkKind::reply) return message;
    news_.push_back(std::move(*message));
  }
  link_.shut();
  return std::nullopt;
}

std::vector<LinkMessage> BridgeProcess::take_news() {
  while (auto message = link_.receive({})) news_.push_back(std::move(*message));
  return std::exchange(news_, {});
}

}  // namespace omx
