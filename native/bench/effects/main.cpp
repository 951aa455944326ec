/// omx-effect-times: time per block and memory of our effects and of plugins of others, called directly.
/// `bench effects` asks it.
///
/// Reads lines, and answers each with one line of JSON:
///   load <kind> <what> [<setting>=<value>...]   loads a subject (kinds: see subject.hpp) and warms it up
///   measure <rounds> <window µs> <seed>         ns per block of all subjects that were loaded, in turns
///   memory <instances> <kind> <what> [...]      bytes per instance; exact as the first command only
/// Ends at end of input. It keeps to one processor, and numbers too small to hear are zero throughout.
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <iostream>
#include <sstream>

#include "bench/effects/memory.hpp"
#include "bench/effects/windows.hpp"
#include "dsp/denormals.hpp"

namespace omx::bench {
namespace {

/// The last of the processors that this process may use: others are moved away from it by our priority.
int keep_to_one_processor() {
  cpu_set_t allowed;
  sched_getaffinity(0, sizeof(allowed), &allowed);
  int last = CPU_SETSIZE - 1;
  while (last > 0 && !CPU_ISSET(last, &allowed)) {
    --last;
  }
  CPU_ZERO(&allowed);
  CPU_SET(last, &allowed);
  sched_setaffinity(0, sizeof(allowed), &allowed);
  setpriority(PRIO_PROCESS, 0, -20);
  return last;
}

/// What plugins print must not mix with the answers: stdout becomes stderr, and answers go where stdout went.
std::FILE* take_stdout() {
  std::FILE* answers = fdopen(dup(STDOUT_FILENO), "w");
  dup2(STDERR_FILENO, STDOUT_FILENO);
  return answers;
}

Settings read_settings(std::istream& words) {
  Settings settings;
  for (std::string word; words >> word;) {
    const auto sign = word.rfind('=');
    if (sign != std::string::npos) {
      settings.emplace_back(word.substr(0, sign), std::stod(word.substr(sign + 1)));
    }
  }
  return settings;
}

/// Problems are sentences of our own without quotes, but for those of the dynamic linker.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char letter : text) {
    result += letter == '"' || letter == '\\' ? '\'' : letter;
  }
  return result + '"';
}

/// Below this difference an effect does nothing that would be worth measuring.
constexpr double unchanged_db = -60.0;

class Session {
public:
  explicit Session(std::FILE* answers) : answers_(answers) {}

  void obey(const std::string& line) {
    std::istringstream words(line);
    std::string verb;
    words >> verb;
    if (verb == "load") {
      load(words);
    } else if (verb == "measure") {
      measure_all(words);
    } else if (verb == "memory") {
      tell_memory(words);
    } else {
      tell_problem("there is no command " + verb);
    }
    std::fflush(answers_);
  }

private:
  void tell_problem(const std::string& problem) {
    std::fprintf(answers_, "{\"problem\":%s}\n", quoted(problem).c_str());
  }

  void load(std::istream& words) {
    std::string kind;
    std::string what;
    words >> kind >> what;
    Loaded loaded = load_subject(kind, what, read_settings(words));
    if (loaded.subject == nullptr) {
      tell_problem(loaded.problem);
      return;
    }
    const Change change = warm_up(*loaded.subject);
    if (change.difference_db < unchanged_db) {
      tell_problem("it leaves the sound as it is: with these settings it does nothing");
      return;
    }
    subjects_.push_back(std::move(loaded.subject));
    std::fprintf(
        answers_, "{\"levelDb\":%.2f,\"differenceDb\":%.2f}\n", change.level_db, change.difference_db);
  }

  void measure_all(std::istream& words) {
    std::uint32_t rounds = 0;
    double window_us = 0.0;
    std::uint64_t seed = 0;
    words >> rounds >> window_us >> seed;
    std::vector<Subject*> subjects;
    for (const auto& subject : subjects_) {
      subjects.push_back(subject.get());
    }
    const auto found = measure(subjects, rounds, window_us, seed);
    std::fprintf(answers_, "{\"rounds\":[");
    for (std::size_t r = 0; r < found.size(); ++r) {
      std::fprintf(answers_, "%s[", r == 0 ? "" : ",");
      for (std::size_t i = 0; i < found[r].size(); ++i) {
        const Window& window = found[r][i];
        std::fprintf(answers_, "%s[%.1f,%.4f]", i == 0 ? "" : ",", window.ns_per_block, window.away);
      }
      std::fprintf(answers_, "]");
    }
    std::fprintf(answers_, "]}\n");
  }

  void tell_memory(std::istream& words) {
    std::size_t instances = 0;
    std::string kind;
    std::string what;
    words >> instances >> kind >> what;
    const Memory memory = measure_memory(kind, what, read_settings(words), instances);
    if (!memory.problem.empty()) {
      tell_problem(memory.problem);
      return;
    }
    std::fprintf(
        answers_, "{\"heapBytes\":%.0f,\"residentBytes\":%.0f}\n", memory.heap_bytes, memory.resident_bytes);
  }

  std::FILE* answers_;
  std::vector<std::unique_ptr<Subject>> subjects_;
};

}  // namespace
}  // namespace omx::bench

int main() {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  std::FILE* answers = omx::bench::take_stdout();
  const int processor = omx::bench::keep_to_one_processor();
  const omx::dsp::FlushDenormals flush;
  omx::bench::Session session(answers);
  std::fprintf(answers, "{\"ready\":true,\"processor\":%d}\n", processor);
  std::fflush(answers);
  for (std::string line; std::getline(std::cin, line);) {
    session.obey(line);
  }
  _exit(0);  // without the destructors of others, which need not be right
}
