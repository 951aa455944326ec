/// The status page of a worker: the file that it maps and the daemon reads.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "omx_contracts/status_page.hpp"

namespace omx {

/// Owns the mapping. Control thread; the records themselves are written by whoever their documentation names.
/// The file is readable by its owner alone, allocated in full, locked in memory where that is allowed, and
/// present before the first cycle.
class StatusPageFile {
public:
  /// Creates or replaces the file. Error: file_unwritable.
  static Result<std::unique_ptr<StatusPageFile>> create(const std::string& path);
  /// Unmaps; the file stays, so that the daemon can read who ended the worker.
  ~StatusPageFile();
  StatusPageFile(const StatusPageFile&) = delete;
  StatusPageFile& operator=(const StatusPageFile&) = delete;

  StatusPage& page() noexcept { return *page_; }
  /// Removes the file, after a clean end.
  void remove();

  /// A zeroed record for a client; null when all are taken.
  StatusClient* add_client(std::string_view name, std::uint32_t sample_rate_hz, std::uint32_t block_frames);
  /// Rewrites what describes a client, under its sequence lock.
  void describe_client(
      StatusClient& client, std::string_view name, std::uint32_t sample_rate_hz, std::uint32_t block_frames);
  void remove_client(StatusClient& client);

  /// A zeroed record for an instance of a client; null when all are taken.
  StatusInstance* add_instance(std::uint32_t number, const StatusClient& client);
  void remove_instance(StatusInstance& instance);

private:
  StatusPageFile(std::string path, StatusPage* page) : path_(std::move(path)), page_(page) {}

  const std::string path_;
  StatusPage* const page_;
};

}  // namespace omx
