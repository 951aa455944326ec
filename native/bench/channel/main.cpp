/// omx-channel-times: what a channel costs, by the socket and by the ring. Reads commands, a line each, and
/// answers each with a line of JSON:
///
///   clock <idle|socket|ring> <s16|f32> <packet frames> <warm-up ms> <window ms>
///   flood <socket|ring> <s16|f32> <packet frames> <warm-up ms> <window ms>
///   calls <clock|flood> <socket|ring> <s16|f32> <packet frames> <packets>
///
/// A window's figures: {"ns": its length, "packets", "missing", "server": {"runNs", "waitNs", "runs"},
/// "client": …}.
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <thread>

#include "bench/channel/peers.hpp"

namespace {

using namespace omx::bench;

std::optional<Load> read_load(std::istream& words) {
  std::string carrier, format;
  Load load;
  if (!(words >> carrier >> format >> load.packet_frames)) return std::nullopt;
  load.carrier = carrier == "ring" ? Carrier::ring : carrier == "socket" ? Carrier::socket : Carrier::idle;
  load.format = format == "s16" ? Format::s16 : Format::f32;
  if (load.packet_frames == 0 || load.packet_frames > 8192) return std::nullopt;
  return load;
}

struct Sample {
  std::uint64_t at_ns;
  std::uint64_t packets;
  std::uint64_t missing;
  ThreadTime server;
  ThreadTime client;
};

Sample sample(const Peers& peers) {
  return {
      omx::channel_clock_ns(), peers.progress().packets, peers.progress().missing,
      thread_time(peers.server()), thread_time(peers.client())};
}

void print_thread(const char* name, const ThreadTime& from, const ThreadTime& to, const char* end) {
  std::printf(
      "\"%s\":{\"runNs\":%" PRIu64 ",\"waitNs\":%" PRIu64 ",\"runs\":%" PRIu64 "}%s", name,
      to.run_ns - from.run_ns, to.wait_ns - from.wait_ns, to.runs - from.runs, end);
}

bool window(std::istream& words, bool flood) {
  const auto load = read_load(words);
  int warm_ms = 0, window_ms = 0;
  if (!load || !(words >> warm_ms >> window_ms)) return false;
  const Peers peers(*load, flood);
  std::this_thread::sleep_for(std::chrono::milliseconds(warm_ms));
  const Sample from = sample(peers);
  std::this_thread::sleep_for(std::chrono::milliseconds(window_ms));
  const Sample to = sample(peers);
  std::printf(
      "{\"ns\":%" PRIu64 ",\"packets\":%" PRIu64 ",\"missing\":%" PRIu64 ",", to.at_ns - from.at_ns,
      to.packets - from.packets, to.missing - from.missing);
  print_thread("server", from.server, to.server, ",");
  print_thread("client", from.client, to.client, "}\n");
  return true;
}

bool calls(std::istream& words) {
  std::string kind;
  std::uint64_t packets = 0;
  words >> kind;
  const auto load = read_load(words);
  if (!load || !(words >> packets)) return false;
  const Peers peers(*load, kind == "flood");
  while (peers.progress().packets < 8) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  std::printf("{\"perPacket\":%.4f}\n", syscalls_per_packet(peers, packets));
  return true;
}

bool obey(const std::string& line) {
  std::istringstream words(line);
  std::string command;
  words >> command;
  if (command == "clock" || command == "flood") return window(words, command == "flood");
  return command == "calls" && calls(words);
}

}  // namespace

int main() {
  watch_over_peers();
  std::puts("{\"ready\":true}");
  std::fflush(stdout);
  std::string line;
  while (std::getline(std::cin, line)) {
    if (!obey(line)) std::puts("{\"problem\":\"no such command\"}");
    std::fflush(stdout);
  }
  return 0;
}
