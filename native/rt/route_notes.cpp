#include "rt/route_notes.hpp"

namespace omx {

namespace {

std::uint32_t last_frame(const RtBlock& block) noexcept OMX_RT {
  return block.frames > 0 ? block.frames - 1 : 0;
}

// Calls `take(event)` for the messages that fall into the block, times counted from its first frame.
template <typename Take>
void take_from_port(const RtNoteSource& source, const RtBlock& block, Take take) noexcept OMX_RT {
  const RtCycle& cycle = block.cycle;
  if (cycle.ports == nullptr) return;
  const std::uint32_t count = cycle.ports->midi_count(source.midi_port, cycle.frames);
  for (std::uint32_t i = 0; i < count; ++i) {
    RtMidi midi;
    if (!cycle.ports->midi_read(source.midi_port, cycle.frames, i, midi)) continue;
    if (midi.time_frames < block.offset_frames) continue;
    const std::uint32_t time_frames = midi.time_frames - block.offset_frames;
    if (time_frames >= block.frames) continue;
    RtEvent event;
    if (rt_event_from_midi(midi, time_frames, source.to_port, source.to_dialect, event)) take(event);
  }
}

// Both copies of a dual mono instance are given the same notes; the first speaks for both.
template <typename Take>
void take_from_instance(const RtNoteSource& source, const RtBlock& block, Take take) noexcept OMX_RT {
  const RtEventList& given = source.instance->copies[0]->out_events;
  for (std::uint32_t i = 0; i < given.size(); ++i) {
    if (rt_port_of_event(given[i]) != source.from_port) continue;
    RtEvent event;
    if (!rt_event_for_port(given[i], source.to_port, source.to_dialect, event)) continue;
    if (event.header.time > last_frame(block)) event.header.time = last_frame(block);
    take(event);
  }
}

template <typename Take>
void take_releases(const RtProgram& program, RtSpan releases, Take take) noexcept OMX_RT {
  if (program.position_frames > 0) return;
  for (std::uint32_t i = 0; i < releases.count; ++i) {
    const RtNoteRelease& release = program.note_releases[releases.first + i];
    rt_end_notes(release.port, release.dialect, take);
  }
}

template <typename Take>
void take_notes(const RtProgram& program, RtSpan notes, const RtBlock& block, Take take) noexcept OMX_RT {
  for (std::uint32_t i = 0; i < notes.count; ++i) {
    const RtNoteSource& source = program.note_sources[notes.first + i];
    if (source.instance != nullptr) {
      take_from_instance(source, block, take);
    } else {
      take_from_port(source, block, take);
    }
  }
}

}  // namespace

void rt_gather_notes(const RtProgram& program, const RtCall& call, const RtBlock& block) noexcept OMX_RT {
  if (call.notes.count == 0 && call.releases.count == 0) return;
  RtInstance& instance = *call.instance;
  const auto give = [&](const RtEvent& event) noexcept OMX_RT {
    for (std::uint32_t i = 0; i < instance.copy_count; ++i) instance.copies[i]->in_events.push(event.header);
  };
  take_releases(program, call.releases, give);
  take_notes(program, call.notes, block, give);
}

void rt_write_midi(RtProgram& program, const RtMidiOutput& output, const RtBlock& block) noexcept OMX_RT {
  const RtCycle& cycle = block.cycle;
  if (cycle.ports == nullptr) return;
  if (block.offset_frames == 0) cycle.ports->midi_clear(output.port, cycle.frames);
  RtEventList& merged = *program.midi_merge;
  merged.clear();
  const auto merge = [&](const RtEvent& event) noexcept OMX_RT { merged.push(event.header); };
  take_releases(program, output.releases, merge);
  take_notes(program, output.notes, block, merge);
  for (std::uint32_t i = 0; i < merged.size(); ++i) {
    std::array<std::uint8_t, 3> storage;
    RtMidi midi;
    if (!rt_midi_from_event(merged[i], storage, midi)) continue;
    midi.time_frames += block.offset_frames;
    cycle.ports->midi_write(output.port, cycle.frames, midi);
  }
}

}  // namespace omx
