// omx-probe: plays, generates, records and compares, for measurements and tests.
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "probe/commands.hpp"

namespace omx::probe {
namespace {

const char* const usage =
    "omx-probe: plays, generates, records and compares; each command prints its report as JSON.\n"
    "usage: omx-probe <command> [options]\n"
    "  play <file> [--loop]                   play a sound file\n"
    "  generate sine|noise|impulse|silence    play a test signal, or write it with -o <file>\n"
    "  record <file> --seconds <s>            record\n"
    "  run <signal or file> <file>            play and record in one callback\n"
    "  latency                                frames from an impulse out to its arrival\n"
    "  bare                                   how long a client needs to its first cycle\n"
    "  compare <a> <b> [--offset n] [--align n] [--skip n] [--frames n]\n"
    "  loudness <file>, info <file>\n"
    "With a client: --client <name> --channels <n> --to <ports> (or --connect) --from <ports> --wait <s>\n"
    "  --delay <frames> --die-with-parent; ports are separated by commas, a+b for two ports of one channel\n"
    "Signals: --frequency <Hz> --level <dB> or --amplitude <n> --seed <n> --every <frames>\n"
    "Lengths: --seconds <s> or --frames <n>; files written by generate: --rate <Hz>\n";

using Command = Outcome (*)(Arguments&);

const std::map<std::string, Command> commands = {
    {"play", play}, {"generate", generate}, {"record", record},     {"run", run},  {"latency", latency},
    {"bare", bare}, {"compare", compare},   {"loudness", loudness}, {"info", info}};

/// Exit statuses are those of contracts: 2 wrong use, 6 the audio server, 8 files, 130 interrupted.
int exit_status(ErrorCode code) {
  switch (code) {
  case ErrorCode::bad_request:
    return 2;
  case ErrorCode::interrupted:
    return 130;
  case ErrorCode::file_unreadable:
  case ErrorCode::file_unwritable:
  case ErrorCode::file_format:
    return 8;
  default:
    return 6;
  }
}

int complain(const Error& error) {
  std::fprintf(stderr, "omx-probe: %s\n", error.detail.c_str());
  return exit_status(error.code);
}

int main_of(const std::vector<std::string>& words) {
  if (words.empty() || words[0] == "--help" || words[0] == "-h") {
    std::fputs(usage, words.empty() ? stderr : stdout);
    return words.empty() ? exit_status(ErrorCode::bad_request) : 0;
  }
  const auto command = commands.find(words[0]);
  if (command == commands.end())
    return complain({ErrorCode::bad_request, "no command " + words[0] + "; see --help"});
  auto arguments =
      Arguments::parse({words.begin() + 1, words.end()}, {"--loop", "--json", "--die-with-parent"});
  if (!arguments) return complain(arguments.error());
  const Outcome outcome = command->second(arguments.value());
  return outcome ? 0 : complain(outcome.error());
}

}  // namespace
}  // namespace omx::probe

int main(int argc, char** argv) {
  return omx::probe::main_of({argv + 1, argv + argc});
}
