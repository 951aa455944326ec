#include "scan/scanner.hpp"

#include <algorithm>
#include <list>
#include <map>
#include <memory>

#include "scan/child_process.hpp"

namespace omx {

namespace {

using Clock = ChildProcess::Clock;

/// A file that is being looked into, by one child after another if plugins in it end them.
struct OpenFile {
  std::size_t index;
  std::unique_ptr<ChildProcess> child;
  std::map<std::uint32_t, std::string> plugins;
  std::vector<std::string> failures;
};

class Scanner {
public:
  Scanner(const std::vector<std::string>& paths, const ScannerOptions& options)
      : paths_(paths), options_(options) {}

  std::vector<ScannedFile> run(const std::function<void(std::size_t, const ScannedFile&)>& on_done) {
    results_.resize(paths_.size());
    while (next_ < paths_.size() || !open_.empty()) {
      while (next_ < paths_.size() && open_.size() < std::max(options_.parallel, 1u)) open_next();
      wait();
      for (auto file = open_.begin(); file != open_.end();) {
        file->child->update(Clock::now());
        file = file->child->finished() && !go_on(*file) ? close(file, on_done) : std::next(file);
      }
    }
    return std::move(results_);
  }

private:
  std::unique_ptr<ChildProcess> start(std::size_t index, std::uint32_t first) const {
    return std::make_unique<ChildProcess>(paths_[index], first, options_.timeout, options_.verbose);
  }

  void open_next() {
    open_.push_back({next_, start(next_, 0), {}, {}});
    ++next_;
  }

  void wait() const {
    std::vector<pollfd> polls;
    Clock::time_point first = Clock::time_point::max();
    for (const OpenFile& file : open_) {
      if (file.child->finished()) return;
      file.child->add_polls(polls);
      first = std::min(first, file.child->deadline());
    }
    const auto rest = std::chrono::ceil<std::chrono::milliseconds>(first - Clock::now()).count();
    poll(polls.data(), polls.size(), static_cast<int>(std::clamp<long>(rest, 1, 1000)));
  }

  /// Keeps what a child found; whether another one takes over the rest of the file.
  bool go_on(OpenFile& file) const {
    file.plugins.insert(file.child->plugins().begin(), file.child->plugins().end());
    file.failures.insert(file.failures.end(), file.child->failures().begin(), file.child->failures().end());
    const std::uint32_t resume_at = file.child->resume_at();
    if (resume_at == 0) return false;
    file.child = start(file.index, resume_at);
    return true;
  }

  std::list<OpenFile>::iterator close(
      std::list<OpenFile>::iterator file,
      const std::function<void(std::size_t, const ScannedFile&)>& on_done) {
    ScannedFile& result = results_[file->index];
    result.path = paths_[file->index];
    for (auto& [index, json] : file->plugins) result.plugins.push_back(std::move(json));
    result.failures = std::move(file->failures);
    ++done_;
    if (on_done) on_done(done_, result);
    return open_.erase(file);
  }

  const std::vector<std::string>& paths_;
  const ScannerOptions& options_;
  std::size_t next_ = 0;
  std::size_t done_ = 0;
  std::list<OpenFile> open_;
  std::vector<ScannedFile> results_;
};

}  // namespace

std::vector<ScannedFile> scan_files(
    const std::vector<std::string>& paths, const ScannerOptions& options,
    const std::function<void(std::size_t, const ScannedFile&)>& on_done) {
  return Scanner(paths, options).run(on_done);
}

}  // namespace omx
