#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

#include <sys/stat.h>
#include <unistd.h>

#include "bridge/status_counters.hpp"
#include "bridge/status_page_file.hpp"

namespace {

using namespace omx;

struct Folder {
  std::string path = "/tmp/omx-status-XXXXXX";
  Folder() { REQUIRE(mkdtemp(path.data()) != nullptr); }
  ~Folder() { rmdir(path.c_str()); }
};

TEST_CASE("a time falls into the bucket whose floor is the last one not above it") {
  // Floors by the page's definition: bucket 4·(octave − 4) + quarter begins at 2^octave·(1 + quarter/4) ns.
  for (std::uint32_t bucket = 1; bucket < histogram_buckets; ++bucket) {
    const std::uint64_t octave = bucket / 4 + 4;
    const std::uint64_t floor_ns = (std::uint64_t{1} << octave) * (4 + bucket % 4) / 4;
    if (floor_ns > UINT32_MAX) break;
    CHECK(bucket_of_ns(static_cast<std::uint32_t>(floor_ns)) == bucket);
    CHECK(bucket_of_ns(static_cast<std::uint32_t>(floor_ns) - 1) == bucket - 1);
  }
  CHECK(bucket_of_ns(0) == 0);
  CHECK(bucket_of_ns(15) == 0);
  CHECK(bucket_of_ns(UINT32_MAX) == histogram_buckets - 1);
}

TEST_CASE("a page is the owner's alone, holds zeros and says what it is") {
  const Folder folder;
  const std::string path = folder.path + "/worker.status";
  auto file = StatusPageFile::create(path);
  REQUIRE(file);
  struct stat info{};
  REQUIRE(stat(path.c_str(), &info) == 0);
  CHECK((info.st_mode & 0777) == 0600);
  CHECK(info.st_size == sizeof(StatusPage));
  CHECK(info.st_blocks * 512 >= info.st_size);  // allocated in full
  const StatusHeader& header = file.value()->page().header;
  CHECK(header.magic == status_magic);
  CHECK(header.version == status_version);
  CHECK(header.page_bytes == sizeof(StatusPage));
  CHECK(header.pid == static_cast<std::uint32_t>(getpid()));
  CHECK(header.crash_signal == 0);
  file.value()->remove();
  CHECK(stat(path.c_str(), &info) != 0);
}

TEST_CASE("a page where none can be is an error that names the file") {
  const auto file = StatusPageFile::create("/nowhere/at-all.status");
  REQUIRE(!file);
  CHECK(file.error().code == ErrorCode::file_unwritable);
  CHECK(file.error().detail.find("/nowhere/at-all.status") == 0);
}

TEST_CASE("records are given out until none is left, and come back zeroed") {
  const Folder folder;
  auto created = StatusPageFile::create(folder.path + "/worker.status");
  REQUIRE(created);
  StatusPageFile& file = *created.value();
  StatusClient* const client = file.add_client("vocals", 48000, 128);
  REQUIRE(client != nullptr);
  CHECK(std::string(client->name) == "vocals");
  CHECK(client->sequence == 2);
  file.describe_client(*client, std::string(100, 'x'), 96000, 64);
  CHECK(std::string(client->name) == std::string(63, 'x'));
  CHECK(client->sample_rate == 96000);
  CHECK(client->sequence == 4);

  StatusInstance* first = nullptr;
  for (std::uint32_t i = 0; i < instance_capacity; ++i) {
    StatusInstance* const instance = file.add_instance(i, *client);
    REQUIRE(instance != nullptr);
    if (i == 0) first = instance;
  }
  CHECK(file.add_instance(1000, *client) == nullptr);
  record_busy(*first, 100);
  file.remove_instance(*first);
  StatusInstance* const again = file.add_instance(7, *client);
  CHECK(again == first);
  CHECK(again->busy_ns == 0);
  CHECK(again->instance == 7);
  file.remove();
}

}  // namespace
