/// A host of a few lines, for comparison: lilv, its whole world, and run() called directly.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <lilv/lilv.h>

#include "formats/lv2/features/options.hpp"

namespace omx {
class ClapInstance;
}

namespace omx::lv2 {

class TestDirectWorld {
public:
  TestDirectWorld();

  LilvWorld* get() const { return world_.get(); }
  const LilvPlugin* find(const std::string& uri) const;
  /// At most `count` of those plugins that can be run by so small a host (no work, no state, no events
  /// needed), spread over all in the order of their URIs.
  std::vector<std::string> sample(std::size_t count) const;

private:
  struct Free {
    void operator()(LilvWorld* world) const { lilv_world_free(world); }
  };
  std::unique_ptr<LilvWorld, Free> world_;
};

/// One plugin, with its ports at their defaults.
class TestDirectHost {
public:
  /// Null when it cannot be instantiated.
  static std::unique_ptr<TestDirectHost>
  create(const TestDirectWorld& world, const std::string& uri, double rate_hz, std::uint32_t frames);
  ~TestDirectHost();

  /// Noise into all sound inputs in the order of the ports; what comes out, block by block, port by port.
  std::vector<float> play_noise(std::uint32_t seed, float peak, int blocks);

private:
  TestDirectHost() = default;
  void connect(const LilvPlugin* plugin, LilvWorld* world);

  std::unique_ptr<Options> options_;
  LilvInstance* instance_ = nullptr;
  std::uint32_t frames_ = 0;
  double rate_hz_ = 0;
  std::vector<float> controls_;
  std::vector<std::vector<float>> inputs_;
  std::vector<std::vector<float>> outputs_;
  std::vector<std::vector<std::uint64_t>> events_;
  std::vector<std::uint64_t*> event_inputs_;
  std::vector<std::uint64_t*> event_outputs_;
  std::uint32_t sequence_ = 0;
  std::uint32_t chunk_ = 0;
};

/// The channels of an instance's buffers in the order of the LV2 ports, those of sound and of control
/// voltage.
std::vector<std::uint32_t> sound_order(ClapInstance& instance, bool inputs);

}  // namespace omx::lv2
