#include "bridge/channel/peer_watch.hpp"

#include <array>

#include <sys/eventfd.h>

namespace omx {

namespace {

void watch(Channel& channel, int stop) {
  std::array<pollfd, 2> polled{{{channel.fd(), 0, 0}, {stop, POLLIN, 0}}};
  while (poll(polled.data(), polled.size(), -1) < 0) {
  }
  if (polled[0].revents == 0) return;
  if (RtRingWriter* const writer = channel.ring_writer()) writer->interrupt();
  if (RtRingReader* const reader = channel.ring_reader()) reader->interrupt();
}

}  // namespace

PeerWatch::PeerWatch(Channel& channel)
    : stop_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), thread_(watch, std::ref(channel), stop_.get()) {}

PeerWatch::~PeerWatch() {
  eventfd_write(stop_.get(), 1);
  thread_.join();
}

}  // namespace omx
