// Atoms that CLAP has no event for, with a host whose event registry knows their space.
#include <cstring>
#include <vector>

#include <clap/plugin-factory.h>
#include <doctest/doctest.h>

#include "formats/clap/process/rt_event_list.hpp"
#include "formats/lv2/plugin/event_registry.hpp"
#include "formats/lv2/plugin/test_plugin.hpp"

namespace {

using namespace omx;
using namespace omx::lv2;

constexpr std::uint16_t atom_space = 77;
constexpr std::uint32_t frames = 64;

const HostEventRegistry registry{[](const clap_host_t*, const char* name, std::uint16_t* id) {
  *id = atom_space;
  return std::strcmp(name, OMX_CLAP_LV2_EVENT_SPACE) == 0;
}};

const clap_host_t host{
    CLAP_VERSION,
    nullptr,
    "test",
    "",
    "",
    "",
    [](const clap_host_t*, const char* id) -> const void* {
      return std::strcmp(id, event_registry_id) == 0 ? &registry : nullptr;
    },
    [](const clap_host_t*) {},
    [](const clap_host_t*) {},
    [](const clap_host_t*) {}};

}  // namespace

TEST_CASE("an atom of a type that nobody knows passes through whole, at its frame") {
  const auto* const entry = omx_clap_lv2_entry();
  REQUIRE(entry->init(""));
  const auto* const factory =
      static_cast<const clap_plugin_factory_t*>(entry->get_factory(CLAP_PLUGIN_FACTORY_ID));
  const clap_plugin_t* const plugin = factory->create_plugin(factory, &host, fixture_uri("events").c_str());
  REQUIRE(plugin != nullptr);
  REQUIRE(plugin->init(plugin));
  REQUIRE(plugin->activate(plugin, 48000, 1, frames));

  RtEventList in;
  RtEventList out;
  const std::uint32_t smell = omx_clap_lv2_map("urn:plugin-hostd:fixture:Smell");
  alignas(8) const char rose[] = "rose";
  omx_clap_lv2_atom_event event{};
  event.header = {sizeof event, 12, atom_space, 0, 0};
  event.port = 0;
  event.type = smell;
  event.size = sizeof rose;
  event.body = rose;
  REQUIRE(in.push(event.header));
  std::vector<float> sound(frames);
  float* channel = sound.data();
  clap_audio_buffer_t bus{&channel, nullptr, 1, 0, 0};
  clap_process_t block{};
  block.frames_count = frames;
  block.audio_outputs = &bus;
  block.audio_outputs_count = 1;
  block.in_events = in.input();
  block.out_events = out.output();
  CHECK(plugin->process(plugin, &block) == CLAP_PROCESS_CONTINUE);

  const omx_clap_lv2_atom_event* passed = nullptr;
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    if (out[i].header.space_id == atom_space)
      passed = reinterpret_cast<const omx_clap_lv2_atom_event*>(&out[i].header);
  }
  REQUIRE(passed != nullptr);
  CHECK(passed->header.time == 12);
  CHECK(passed->port == 1);
  CHECK(std::string(omx_clap_lv2_unmap(passed->type)) == "urn:plugin-hostd:fixture:Smell");
  REQUIRE(passed->size == sizeof rose);
  CHECK(std::memcmp(passed->body, rose, sizeof rose) == 0);

  plugin->deactivate(plugin);
  plugin->destroy(plugin);
  entry->deinit();
}
