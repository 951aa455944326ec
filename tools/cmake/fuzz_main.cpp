// Runs a fuzz target without libFuzzer: fuzz_<name> [-runs=N] [-seed=S] [-max_len=L]. Half of the words of an
// input are small, so that fields that hold lengths and numbers are often nearly right.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

std::uint64_t option(int argc, char** argv, const char* name, std::uint64_t otherwise) {
  for (int i = 1; i < argc; ++i) {
    if (std::strncmp(argv[i], name, std::strlen(name)) == 0)
      return std::strtoull(argv[i] + std::strlen(name), nullptr, 10);
  }
  return otherwise;
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t seed = option(argc, argv, "-seed=", 1);
  const std::uint64_t runs = option(argc, argv, "-runs=", 20'000);
  const std::uint64_t words = option(argc, argv, "-max_len=", 512) / 4;
  std::printf("INFO: Seed: %llu\n", static_cast<unsigned long long>(seed));
  std::fflush(stdout);
  std::mt19937 random(static_cast<std::mt19937::result_type>(seed));
  std::vector<std::uint32_t> input;
  for (std::uint64_t run = 0; run < runs; ++run) {
    input.resize(random() % (words + 1));
    for (std::uint32_t& word : input)
      word = static_cast<std::uint32_t>(random() % 2 ? random() % 65 : random());
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size() * 4);
  }
  return 0;
}
