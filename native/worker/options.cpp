#include "worker/options.hpp"

#include <functional>
#include <map>

#include "text/words.hpp"

namespace omx {

const char* const usage_text =
    "omx-clap-host: hosts CLAP plugins in clients of an audio server; controlled over mod-host's protocol.\n"
    "usage: omx-clap-host [options]\n"
    "  --name <worker>          name of the socket and the status page (omx-clap-host)\n"
    "  --run-dir <dir>          listen on <dir>/<worker>.sock, keep <dir>/<worker>.status\n"
    "  --control-fd <n>         take commands on an inherited socket\n"
    "  -p, --port <n>           take commands on this TCP port of 127.0.0.1\n"
    "  -f, --feedback-port <n>  send feedback lines on this TCP port (0 or left out: on the control "
    "connections)\n"
    "  --driver <kind>          jack (default), timer or file\n"
    "  --rate <Hz>              sample rate of timer and file (48000)\n"
    "  --period <frames>        block of timer and file (256)\n"
    "  --orphan-timeout <s>     end so long after the last control connection closed; 0: at once\n"
    "  --core                   leave a core file after a crash\n"
    "  --help, --version\n";

namespace {

constexpr double period_limit_frames = 16384;
constexpr double rate_limit_hz = 768000;

using Setter = std::function<bool(const std::string&)>;

bool set_number(const std::string& word, double low, double high, const std::function<void(double)>& set) {
  const std::optional<double> number = parse_number(word);
  if (!number || *number < low || *number > high) return false;
  set(*number);
  return true;
}

template <typename T>
Setter whole(T& target, double low, double high) {
  return [&target, low, high](const std::string& word) {
    if (!parse_integer(word)) return false;
    return set_number(word, low, high, [&](double v) { target = static_cast<T>(v); });
  };
}

bool set_name(const std::string& word, std::string& name) {
  if (word.empty() || word.size() > 60 || word.find('/') != std::string::npos || word.front() == '.')
    return false;
  name = word;
  return true;
}

bool set_driver(const std::string& word, DriverKind& driver) {
  const std::map<std::string, DriverKind> kinds = {
      {"jack", DriverKind::jack}, {"timer", DriverKind::timer}, {"file", DriverKind::file}};
  const auto found = kinds.find(word);
  if (found == kinds.end()) return false;
  driver = found->second;
  return true;
}

std::map<std::string, Setter> valued_options(WorkerOptions& options) {
  const Setter port = [&](const std::string& word) {
    options.port.emplace();
    return whole(*options.port, 0, 65535)(word);
  };
  const Setter feedback = [&](const std::string& word) {
    options.feedback_port.emplace();
    return whole(*options.feedback_port, 1, 65535)(word);
  };
  return {
      {"--name", [&](const std::string& word) { return set_name(word, options.name); }},
      {"--run-dir", [&](const std::string& word) { return !(options.run_dir = word).empty(); }},
      {"--control-fd", whole(options.control_fd, 0, 65535)},
      {"-p", port},
      {"--port", port},
      {"-f", feedback},
      {"--feedback-port", feedback},
      {"--driver", [&](const std::string& word) { return set_driver(word, options.driver); }},
      {"--rate", whole(options.sample_rate, 8000, rate_limit_hz)},
      {"--period", whole(options.period_frames, 1, period_limit_frames)},
      {"--orphan-timeout",
       [&](const std::string& word) {
         return set_number(word, 0, 1e6, [&](double v) { options.orphan_timeout_s = v; });
       }},
  };
}

std::map<std::string, bool*> flag_options(WorkerOptions& options) {
  return {
      {"--core", &options.core_dump},
      {"--help", &options.help},
      {"-h", &options.help},
      {"--version", &options.version}};
}

Error bad(const std::string& detail) {
  return Error{ErrorCode::bad_request, detail};
}

}  // namespace

Result<WorkerOptions> parse_options(const std::vector<std::string>& words) {
  WorkerOptions options;
  const auto valued = valued_options(options);
  const auto flags = flag_options(options);
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string name = words[i];
    std::optional<std::string> value;
    if (const std::size_t equals = name.find('='); name.starts_with("--") && equals != std::string::npos) {
      value = name.substr(equals + 1);
      name.resize(equals);
    }
    if (const auto flag = flags.find(name); flag != flags.end() && !value) {
      *flag->second = true;
      continue;
    }
    const auto option = valued.find(name);
    if (option == valued.end()) return bad("unknown option " + words[i]);
    if (!value && i + 1 < words.size()) value = words[++i];
    if (!value) return bad(name + " needs a value");
    if (!option->second(*value)) return bad(name + " cannot be \"" + *value + "\"");
  }
  if (options.help || options.version) return options;
  if (options.run_dir.empty() && options.control_fd < 0 && !options.port) {
    return bad("nothing to listen on: give --run-dir, -p or --control-fd");
  }
  if (options.feedback_port && !options.port) return bad("-f needs -p");
  return options;
}

}  // namespace omx
