// Control edits while an audio thread runs. What matters here is what ThreadSanitizer and AddressSanitizer
// say; the sound itself is checked elsewhere.
#include <doctest/doctest.h>

#include <atomic>
#include <thread>

#include <poll.h>

#include "bridge/control_wake.hpp"
#include "program/test_rig.hpp"

namespace {

using namespace omx;
using namespace omx::rig;

TEST_CASE("control publishes and frees programs while the audio thread runs them") {
  ControlWake wake;
  Rig rig({.max_frames = 64, .period_frames = 0, .fade_frames = 100});
  rig.engine = std::make_unique<RtEngine>(RtEngineOptions{48000, &rig.status, &wake});
  const NodeId in = rig.add_input(), out = rig.add_output();
  const auto slow = delaying_toy(30, 1, 1);
  Toy twice({.inputs = {1}, .outputs = {1}}, gain(2));
  const NodeId a = rig.add(*slow), b = rig.add(twice);
  rig.port(in).samples.assign(128, 1);
  rig.port(out).samples.assign(128, 0);
  rig.connect({in}, {a});
  rig.connect({a}, {out});
  rig.connect({in}, {out});

  std::atomic<bool> stop{false};
  std::thread audio([&] {
    Driver driver;
    std::uint32_t frame_time = 0;
    while (!stop.load(std::memory_order_relaxed)) {
      rig.engine->run({&driver, 128, frame_time});
      frame_time += 128;
      std::this_thread::yield();
    }
  });
  for (int edit = 0; edit < 100; ++edit) {
    if (edit % 3 == 0) rig.connect({in}, {b});
    if (edit % 3 == 1) rig.connect({b}, {out}, 0.5f);
    if (edit % 3 == 2) rig.disconnect(b, out);
    if (edit % 3 == 2) rig.disconnect(in, b);
    rig.node(a).mode = edit % 2 == 0 ? NodeMode::bypassed : NodeMode::running;
    rig.publish();
    if (edit % 5 == 0) rig.engine->reset_now();
    rig.engine->guards().set({.clamp = edit % 2 == 0});
    pollfd rung{wake.fd(), POLLIN, 0};
    REQUIRE(poll(&rung, 1, 60'000) == 1);
    wake.drain();
    REQUIRE(rig.engine->settled());
    rig.engine->collect();
  }
  stop = true;
  audio.join();
  // The driver has stopped: control takes the audio thread's place and everything is stopped.
  rig.graph = {};
  rig.publish();
  CHECK(rig.engine->settle_without_driver());
  CHECK(slow->stops == slow->starts);
  CHECK(twice.stops == twice.starts);
}

TEST_CASE("a callback that is stuck keeps its programs: they are not freed under it") {
  Rig rig({.max_frames = 64, .period_frames = 0, .fade_frames = 0});
  std::atomic<bool> inside{false}, let_go{false};
  Toy stuck({.inputs = {1}, .outputs = {1}}, [&](const clap_process_t& block) {
    inside = true;
    while (!let_go) std::this_thread::yield();
    return gain(1)(block);
  });
  const NodeId in = rig.add_input(), out = rig.add_output(), node = rig.add(stuck);
  rig.port(in).samples.assign(64, 1);
  rig.port(out).samples.assign(64, 0);
  rig.connect({in}, {node});
  rig.connect({node}, {out});
  rig.publish();
  const auto program = rig.last_program;
  RtEngine* const engine = rig.engine.release();
  std::thread audio([&] {
    Driver driver;
    engine->run({&driver, 64, 0});
  });
  while (!inside) std::this_thread::yield();
  CHECK(!engine->settle_without_driver());
  CHECK(engine->busy());
  CHECK(program->steps.size() == 1);
  let_go = true;
  audio.join();
  CHECK(!engine->busy());
  CHECK(engine->settle_without_driver());
  delete engine;
}

}  // namespace
