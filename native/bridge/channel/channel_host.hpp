/// The server of many channels on one socket.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bridge/channel/channel.hpp"

namespace omx {

/// Owns the listening socket and its channels. One thread. Whatever peers do, it has at most `channels` of
/// them and spends a bounded time on each in a turn: one that floods waits for its next turn, and when all
/// places are taken, the oldest that never said a word makes room; when there is none, a newcomer is turned
/// away.
class ChannelHost {
public:
  struct Limits {
    std::size_t channels = 32;
    std::size_t packets_per_turn = 64;
    std::size_t accepts_per_turn = 16;
  };
  struct Handler {
    std::function<void(Channel&, const Packet&)> packet;
    std::function<void(Channel&)> gone;  ///< the last that is heard of a channel; its fault() says why
  };

  /// Replaces a socket that is there. The file is the owner's alone. Errors: file_unwritable.
  static Result<std::unique_ptr<ChannelHost>>
  listen(const std::string& path, const ChannelPolicy& policy, const Limits& limits, Handler handler);
  ~ChannelHost();
  ChannelHost(const ChannelHost&) = delete;
  ChannelHost& operator=(const ChannelHost&) = delete;

  /// Waits for anything to happen until `deadline_ns` of CLOCK_MONOTONIC, and deals with it.
  void turn(std::uint64_t deadline_ns);

  std::size_t channels() const noexcept { return members_.size(); }
  /// Connections that found no place.
  std::uint64_t turned_away() const noexcept { return turned_away_; }

private:
  struct Member {
    std::unique_ptr<Channel> channel;
    bool spoke = false;
    bool busy = false;  // has more than one turn took
  };

  ChannelHost(
      std::string path, UniqueFd socket, const ChannelPolicy& policy, const Limits& limits, Handler handler)
      : path_(std::move(path)), socket_(std::move(socket)), policy_(policy), limits_(limits),
        handler_(std::move(handler)) {}

  void wait(std::uint64_t deadline_ns);
  void accept_some();
  bool make_place();
  void serve(Member& member);

  const std::string path_;
  const UniqueFd socket_;
  const ChannelPolicy policy_;
  const Limits limits_;
  const Handler handler_;
  std::vector<Member> members_;  // oldest first
  std::vector<pollfd> polled_;
  std::uint64_t turned_away_ = 0;
  bool listens_ = true;  // false while there are no descriptors left
};

}  // namespace omx
