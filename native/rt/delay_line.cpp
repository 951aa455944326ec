#include "rt/delay_line.hpp"

#include <cstring>

#include "rt/mix.hpp"

namespace omx {

namespace {

std::uint32_t smaller(std::uint32_t a, std::uint32_t b) noexcept OMX_RT {
  return a < b ? a : b;
}

}  // namespace

void rt_delay(RtDelayLine& line, float* target, const float* source, std::uint32_t frames) noexcept OMX_RT {
  while (frames > 0) {
    float* const ring = line.samples.get() + line.position;
    const std::uint32_t run = smaller(frames, line.frames - line.position);
    for (std::uint32_t i = 0; i < run; ++i) {
      const float incoming = source[i];
      target[i] = ring[i];
      ring[i] = incoming;
    }
    line.position = line.position + run == line.frames ? 0 : line.position + run;
    target += run;
    source += run;
    frames -= run;
  }
}

void rt_delay_read(const RtDelayLine& line, float* target, std::uint32_t frames) noexcept OMX_RT {
  const std::uint32_t run = smaller(frames, line.frames - line.position);
  rt_copy(target, line.samples.get() + line.position, run);
  rt_copy(target + run, line.samples.get(), frames - run);
}

void rt_delay_write(RtDelayLine& line, const float* source, std::uint32_t frames) noexcept OMX_RT {
  const std::uint32_t run = smaller(frames, line.frames - line.position);
  rt_copy(line.samples.get() + line.position, source, run);
  rt_copy(line.samples.get(), source + run, frames - run);
  line.position = (line.position + frames) % line.frames;
}

void rt_delay_clear(RtDelayLine& line) noexcept OMX_RT {
  rt_clear(line.samples.get(), line.frames);
}

}  // namespace omx
