#include "scan/child_process.hpp"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <new>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scan/child_end.hpp"
#include "scan/records.hpp"

namespace omx {

namespace {

ChildPlace* share_place() {
  void* const memory =
      mmap(nullptr, sizeof(ChildPlace), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory != MAP_FAILED ? new (memory) ChildPlace{} : nullptr;
}

// Plugins print: their standard output must not reach ours, which holds the JSON.
void redirect_output(bool verbose) {
  const int sink = verbose ? STDERR_FILENO : open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (sink < 0) return;
  dup2(sink, STDOUT_FILENO);
  dup2(sink, STDERR_FILENO);
}

// A fault ends the child at once: no core file, no handler of a sanitizer. What it started ends with its
// group.
void prepare_child(pid_t parent, bool verbose) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) std::signal(signal, SIG_DFL);
  redirect_output(verbose);
}

}  // namespace

ChildProcess::ChildProcess(
    const std::string& path, std::uint32_t first, std::chrono::milliseconds timeout, bool verbose)
    : timeout_(timeout), deadline_(Clock::now() + timeout), place_(share_place()) {
  int ends[2];
  if (place_ == nullptr || pipe2(ends, O_CLOEXEC) != 0) {
    fail_to_start("pipe");
    return;
  }
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ == 0) {
    prepare_child(parent, verbose);
    look_into(path, first, ends[1], *place_);
    _exit(0);
  }
  close(ends[1]);
  pipe_ = ends[0];
  if (pid_ < 0) {
    fail_to_start("fork");
    return;
  }
  fcntl(pipe_, F_SETFL, O_NONBLOCK);
  pid_fd_ = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));
}

void ChildProcess::fail_to_start(const char* what) {
  failures_.push_back(
      std::string("no process could be started for it: ") + what + ": " + std::strerror(errno));
}

ChildProcess::~ChildProcess() {
  if (pid_ > 0) {
    kill(-pid_, SIGKILL);
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  if (pid_fd_ >= 0) close(pid_fd_);
  if (pipe_ >= 0) close(pipe_);
  if (place_ != nullptr) munmap(place_, sizeof(ChildPlace));
}

void ChildProcess::add_polls(std::vector<pollfd>& polls) const {
  polls.push_back({pipe_, POLLIN, 0});
  polls.push_back({pid_fd_, POLLIN, 0});
}

void ChildProcess::update(Clock::time_point now) {
  if (finished()) return;
  read_records();
  extend(now);
  if (now >= deadline_ && !timed_out_) {
    timed_out_ = true;
    kill(pid_, SIGKILL);
  }
  int status = 0;
  if (waitpid(pid_, &status, WNOHANG) == pid_) end(status);
}

// The time limit is for a plugin, not for all of its file.
void ChildProcess::extend(Clock::time_point now) {
  const std::uint32_t at = place_->next_plugin.load(std::memory_order_acquire);
  if (at == at_) return;
  at_ = at;
  deadline_ = now + timeout_;
}

void ChildProcess::end(int wait_status) {
  kill(-pid_, SIGKILL);  // what the plugin may have started
  pid_ = -1;
  read_records();
  const std::uint32_t next = place_->next_plugin.load(std::memory_order_acquire);
  if (timed_out_) {
    failures_.push_back(timeout_failure(timeout_, *place_));
  } else if (const auto failure = failure_of(wait_status, *place_)) {
    failures_.push_back(*failure);
  } else {
    return;
  }
  // With no plugin in the register it was the file itself, which would fail again.
  if (place_->header.control_instance.load(std::memory_order_relaxed) != 0) resume_at_ = next;
}

void ChildProcess::read_records() {
  char bytes[4096];
  ssize_t count = 0;
  while (pipe_ >= 0 && (count = read(pipe_, bytes, sizeof bytes)) > 0)
    unread_.append(bytes, static_cast<std::size_t>(count));
  if (pipe_ >= 0 && count == 0) {  // closed: nothing to poll any more
    close(pipe_);
    pipe_ = -1;
  }
  for (std::size_t end; (end = unread_.find('\n')) != std::string::npos; unread_.erase(0, end + 1)) {
    take_record(unread_.substr(0, end));
  }
}

void ChildProcess::take_record(const std::string& line) {
  if (line.size() < 2) return;
  const std::string content = line.substr(2);
  if (line[0] == record_plugin) {
    plugins_[index_] = content;
  } else if (line[0] == record_failure) {
    failures_.push_back(content);
  } else if (line[0] == record_index) {
    std::from_chars(content.data(), content.data() + content.size(), index_);
  }
}

}  // namespace omx
