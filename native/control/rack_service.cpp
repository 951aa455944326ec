// What plugins and drivers ask for, served on the control thread.
#include <algorithm>

#include "control/rack.hpp"

namespace omx {

void Rack::serve() {
  for (const auto& [number, instance] : instances_) {
    for (const auto& copy : instance->copies()) copy->service();
  }
  for (const auto& client : clients_) serve_news(*client);
  for (const std::uint32_t number : std::exchange(to_restart_, {})) {
    if (Instance* const instance = find(number)) restart(*instance);
  }
  pump_all();
}

void Rack::serve_news(Client& client) {
  const DriverNews news = client.driver().take_news();
  if (news.block_changed) {
    client.follow_driver();
    listener_.block_changed(client);
    for (Instance* const instance : client.instances()) to_restart_.push_back(instance->number());
    client.touch();
  }
  if (news.gone) listener_.server_gone(client, news.gone_reason);
}

void Rack::restart(Instance& instance) {
  if (instance.restarting || !instance.wanted_active) return;
  instance.restarting = true;
  Client& client = *instance.client;
  client.touch();
  client.after_edit([this, number = instance.number()] {
    Instance* const still = find(number);
    if (still != nullptr && still->restarting) reactivate(*still);
  });
}

void Rack::reactivate(Instance& instance) {
  const std::uint32_t latency_before = instance.latency_frames();
  const Driver& driver = instance.client->driver();
  instance.deactivate();
  const Status active = instance.activate(driver.sample_rate_hz(), driver.block_frames());
  instance.restarting = false;
  if (!active) {
    instance.wanted_active = false;  // it passes the dry signal until somebody activates it
    listener_.logged(instance, static_cast<int>(abi::LogSeverity::error), active.error().detail);
  }
  if (instance.latency_frames() != latency_before) listener_.latency_changed(instance);
  if (instance.rt.status != nullptr) instance.rt.status->latency_frames = instance.latency_frames();
  instance.client->touch();
}

Instance* Rack::instance_of(const ClapInstance& copy) {
  Instance* const instance = find(copy.number());
  return instance != nullptr && instance->owns(copy) ? instance : nullptr;
}

void Rack::restart_requested(ClapInstance& copy) {
  if (Instance* const instance = instance_of(copy)) to_restart_.push_back(instance->number());
}

void Rack::latency_changed(ClapInstance& copy) {
  Instance* const instance = instance_of(copy);
  if (instance == nullptr) return;
  instance->client->touch();
  listener_.latency_changed(*instance);
}

void Rack::params_changed(ClapInstance& copy, std::uint32_t) {
  Instance* const instance = instance_of(copy);
  if (instance == nullptr) return;
  instance->refresh_rt();
  listener_.parameters_changed(*instance);
}

void Rack::ports_changed(ClapInstance& copy) {
  Instance* const instance = instance_of(copy);
  if (instance == nullptr) return;
  instance->refresh_rt();
  instance->client->touch();
}

void Rack::state_dirtied(ClapInstance& copy) {
  if (Instance* const instance = instance_of(copy)) listener_.state_dirtied(*instance);
}

void Rack::waits_changed(ClapInstance&) {
  listener_.waits_changed();
}

void Rack::logged(ClapInstance& copy, abi::LogSeverity severity, std::string_view message) {
  if (Instance* const instance = instance_of(copy))
    listener_.logged(*instance, static_cast<int>(severity), message);
}

}  // namespace omx
