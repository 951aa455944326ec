/// Finds out that a peer is gone, for threads that sleep on a futex.
#pragma once

#include <thread>

#include "bridge/channel/channel.hpp"

namespace omx {

/// A thread that sleeps until the channel's socket hangs up, and then ends what its rings' sides sleep for.
/// Construct it once both directions go by the rings; it uses nothing of the channel but its socket and the
/// interruption of the sides. The channel outlives it, and hands nothing back meanwhile.
class PeerWatch {
public:
  explicit PeerWatch(Channel& channel);
  ~PeerWatch();
  PeerWatch(const PeerWatch&) = delete;
  PeerWatch& operator=(const PeerWatch&) = delete;

private:
  UniqueFd stop_;  // its end is what ends the thread
  std::thread thread_;
};

}  // namespace omx
