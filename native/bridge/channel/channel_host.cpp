#include "bridge/channel/channel_host.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

namespace omx {

namespace {

Error unwritable(const std::string& path) {
  return {ErrorCode::file_unwritable, path + ": " + std::strerror(errno)};
}

}  // namespace

Result<std::unique_ptr<ChannelHost>> ChannelHost::listen(
    const std::string& path, const ChannelPolicy& policy, const Limits& limits, Handler handler) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  errno = ENAMETOOLONG;
  if (path.size() >= sizeof address.sun_path) return unwritable(path);
  std::memcpy(address.sun_path, path.data(), path.size());
  unlink(path.c_str());
  UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!socket || bind(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 ||
      chmod(path.c_str(), 0600) != 0 || ::listen(socket.get(), 128) != 0)
    return unwritable(path);
  return std::unique_ptr<ChannelHost>(
      new ChannelHost(path, std::move(socket), policy, limits, std::move(handler)));
}

ChannelHost::~ChannelHost() {
  unlink(path_.c_str());
}

void ChannelHost::turn(std::uint64_t deadline_ns) {
  wait(deadline_ns);
  for (Member& member : members_) serve(member);
  const auto removed = std::erase_if(members_, [](const Member& member) { return !member.channel; });
  listens_ = listens_ || removed > 0;
  if ((polled_.front().revents & POLLIN) != 0) accept_some();
}

void ChannelHost::wait(std::uint64_t deadline_ns) {
  polled_.assign(1 + 2 * members_.size(), pollfd{-1, 0, 0});
  polled_[0] = {listens_ ? socket_.get() : -1, POLLIN, 0};
  std::vector<bool> armed(members_.size());
  for (std::size_t i = 0; i < members_.size(); ++i) {
    std::array<pollfd, 2> own{};
    armed[i] = !members_[i].busy && members_[i].channel->arm(own);
    if (!armed[i]) deadline_ns = 0;
    if (armed[i]) std::ranges::copy(own, polled_.begin() + 1 + static_cast<std::ptrdiff_t>(2 * i));
  }
  poll_until(polled_, deadline_ns);
  for (std::size_t i = 0; i < members_.size(); ++i) {
    if (armed[i]) members_[i].channel->woke({polled_[1 + 2 * i], polled_[2 + 2 * i]});
  }
}

void ChannelHost::serve(Member& member) {
  Channel& channel = *member.channel;
  Packet packet;
  Passed passed = Passed::yes;
  std::size_t packets = 0;
  while (packets < limits_.packets_per_turn && (passed = channel.receive(packet)) == Passed::yes) {
    ++packets;
    handler_.packet(channel, packet);
  }
  channel.flush();
  member.busy = passed == Passed::yes;
  member.spoke = member.spoke || packets > 0 || channel.receives_by() == Transport::ring;
  if (passed == Passed::later && !channel.broken()) return;
  if (passed == Passed::yes) return;
  handler_.gone(channel);
  member.channel.reset();
}

void ChannelHost::accept_some() {
  for (std::size_t i = 0; i < limits_.accepts_per_turn; ++i) {
    UniqueFd socket(accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!socket && (errno == EMFILE || errno == ENFILE || errno == ENOMEM)) listens_ = false;
    if (!socket) return;
    if (!make_place())
      ++turned_away_;
    else
      members_.push_back({Channel::server(std::move(socket), policy_)});
  }
}

bool ChannelHost::make_place() {
  if (members_.size() < limits_.channels) return true;
  const auto silent = std::ranges::find(members_, false, &Member::spoke);
  if (silent == members_.end()) return false;
  handler_.gone(*silent->channel);
  members_.erase(silent);
  ++turned_away_;
  return true;
}

}  // namespace omx
