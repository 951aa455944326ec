// The file driver.
#include <map>

#include "control/verbs/instance_argument.hpp"
#include "omx_contracts/feedback.hpp"
#include "text/json.hpp"

namespace omx {
namespace {

constexpr double tail_limit_s = 3600.0;

Result<SampleFormat> format_argument(const std::string& word) {
  static const std::map<std::string, SampleFormat> formats = {
      {"", SampleFormat::pcm24},
      {"pcm16", SampleFormat::pcm16},
      {"pcm24", SampleFormat::pcm24},
      {"float", SampleFormat::float32}};
  const auto found = formats.find(word);
  if (found != formats.end()) return found->second;
  return Error{ErrorCode::file_format, "a sample format is pcm16, pcm24 or float"};
}

/// `auto` and nothing leave the length of the tail to the sound.
Result<std::optional<std::uint64_t>> tail_argument(Host& host, const Command& command) {
  if (!command.has(1) || command.text(1) == "auto") return std::optional<std::uint64_t>();
  const Result<double> seconds = command.number(1);
  if (!seconds) return seconds.error();
  if (seconds.value() < 0 || seconds.value() > tail_limit_s) {
    return Error{ErrorCode::bad_request, "a tail has 0 to 3600 seconds"};
  }
  return std::optional(static_cast<std::uint64_t>(seconds.value() * host.drivers().sample_rate_hz() + 0.5));
}

Result<Reply> render_reply(const Result<RenderOutcome>& outcome) {
  if (!outcome) return outcome.error();
  JsonWriter json;
  json.begin_object();
  json.field("frames", outcome.value().frames);
  json.field("channels", outcome.value().channels);
  json.field("latencyFrames", outcome.value().latency_frames);
  json.field("tailFrames", outcome.value().tail_frames);
  json.field("seconds", outcome.value().seconds);
  json.end_object();
  return text_reply(json.take());
}

}  // namespace

Answer handle_open(Host& host, const Command& command) {
  const Result<const SoundReader*> input = host.renderer().open(command.text(0));
  if (!input) return input.error();
  JsonWriter json;
  json.begin_object();
  json.field("sampleRate", input.value()->sample_rate_hz());
  json.field("channels", input.value()->channels());
  json.field("frames", input.value()->frames());
  json.end_object();
  return text_reply(json.take());
}

Answer handle_notes(Host& host, const Command& command) {
  const Result<std::size_t> count = host.renderer().read_notes(command.text(0));
  if (!count) return count.error();
  return text_reply(std::to_string(count.value()));
}

Answer handle_render(Host& host, const Command& command) {
  const auto tail = tail_argument(host, command);
  if (!tail) return tail.error();
  const Result<SampleFormat> format = format_argument(command.text(2));
  if (!format) return format.error();
  RenderRequest request;
  request.output_path = command.text(0);
  request.format = format.value();
  request.tail_frames = tail.value();
  const auto progress = [&host](std::uint64_t done_frames, std::uint64_t total_frames) {
    host.tell(
        std::string(feedback::render_progress) + " " + std::to_string(done_frames) + " " +
        std::to_string(total_frames));
  };
  const LaterAnswer later = command.defer();
  const auto finished = [&host, later](const Result<RenderOutcome>& outcome) {
    host.rendering_for = nullptr;
    later.give(render_reply(outcome));
  };
  if (Status begun = host.renderer().render(request, progress, finished); !begun) {
    later.give(begun.error());
    return std::nullopt;
  }
  host.rendering_for = &command.connection();
  return std::nullopt;
}

}  // namespace omx
