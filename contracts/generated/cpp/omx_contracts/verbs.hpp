// Generated from contracts/src by `npm run generate`. Do not edit.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace omx {

enum class Verb : std::uint8_t { add, remove, connect, disconnect, expose, begin, commit, param_set, param_get, param_info, param_parse, port_info, bypass, activate, bundle_add, bundle_remove, sidechain, reset, state_save, state_load, instance_save, instance_load, preset_load, preset_save, presets, monitor_output, monitor_output_off, midi_input, cpu_load, max_cpu_load, info, subscribe, open, notes, render, help, quit };

struct VerbSpec {
    Verb verb;
    std::string_view name;
    std::uint8_t min_arguments;
    std::uint8_t max_arguments;
    bool takes_rest;  ///< the last argument takes all that follows
    std::string_view usage;
    std::string_view summary;
};

inline constexpr std::array<VerbSpec, 37> verb_table{{
    {Verb::add, "add", 2, 5, false, "add <uri> <instance> [client] [layout] [placement]", "Load a plugin (clap:<path>#<id>, or lv2:<uri> or just the URI of an LV2 plugin) as an instance in a client, by default effect_<instance>. Layout dual runs a mono plugin as two copies with one set of parameters. Placement bridged gives it a process of its own, whose dry signal passes in cycles that it gives no answer for in time; inline is the default."},
    {Verb::remove, "remove", 1, 1, false, "remove <instance>", "Unload an instance; -1 unloads all. An absent instance is no error."},
    {Verb::connect, "connect", 2, 3, false, "connect <from> <to> [gain]", "Connect two ports. Between instances of one client it is an edge with a linear gain; otherwise a connection of the audio server. A client has ports of its own, <client>:in_<n> and <client>:out_<n> from 1, made at the first edge from or to them: they stay while what they lead to is edited."},
    {Verb::disconnect, "disconnect", 2, 2, false, "disconnect <from> <to>", "Undo a connection."},
    {Verb::expose, "expose", 1, 1, false, "expose <port>", "Make a port of an instance visible in the audio server; replies with its full name there."},
    {Verb::begin, "begin", 0, 0, false, "begin", "Collect the graph edits that follow on this connection, to be heard as one change at commit."},
    {Verb::commit, "commit", 0, 0, false, "commit", "Make the collected edits heard, with one crossfade. Connections outside that the server refuses fail here."},
    {Verb::param_set, "param_set", 3, 3, false, "param_set <instance> <symbol> <value>", "Set a parameter; clamped to its range."},
    {Verb::param_get, "param_get", 2, 2, false, "param_get <instance> <symbol>", "A parameter as last set or reported."},
    {Verb::param_info, "param_info", 1, 1, false, "param_info <instance>", "All parameters of an instance: id, name, module, range, default, value, text, flags."},
    {Verb::param_parse, "param_parse", 3, 3, true, "param_parse <instance> <symbol> <text>", "The value that the plugin reads in a text such as '-12.5 dB'."},
    {Verb::port_info, "port_info", 1, 1, false, "port_info <instance>", "All ports of an instance: name, direction, kind, channel, latency in frames, main or side chain."},
    {Verb::bypass, "bypass", 2, 2, false, "bypass <instance> <bypassed>", "Bypass an instance (1) or bring it back (0), with a crossfade and the same latency."},
    {Verb::activate, "activate", 2, 2, false, "activate <instance> <active>", "Activate (1) or deactivate (0) an instance; a deactivated one passes the dry signal."},
    {Verb::bundle_add, "bundle_add", 1, 1, false, "bundle_add <path>", "Take in an LV2 bundle that LV2_PATH does not name, or read a known one again."},
    {Verb::bundle_remove, "bundle_remove", 1, 2, false, "bundle_remove <path> [resource]", "Forget an LV2 bundle; plugins of it that are loaded live on."},
    {Verb::sidechain, "sidechain", 2, 2, false, "sidechain <instance> <source>", "What an open side chain of an instance hears: silence (default) or main, the main input."},
    {Verb::reset, "reset", 1, 2, false, "reset <client> [frame]", "Reset the plugins of a client at the first cycle that starts at or after a frame time; 0 means at once."},
    {Verb::state_save, "state_save", 1, 1, false, "state_save <folder>", "Write the state of every instance to effect_<instance>.state in a folder."},
    {Verb::state_load, "state_load", 1, 1, false, "state_load <folder>", "Read the state of every instance back from a folder."},
    {Verb::instance_save, "instance_save", 2, 2, false, "instance_save <instance> <file>", "Write the state of one instance to a file."},
    {Verb::instance_load, "instance_load", 2, 2, false, "instance_load <instance> <file>", "Read the state of one instance from a file."},
    {Verb::preset_load, "preset_load", 2, 2, false, "preset_load <instance> <preset>", "Load a preset: a file, or a file and a key after #; of an LV2 plugin the preset's URI, or the bundle that holds it."},
    {Verb::preset_save, "preset_save", 3, 4, false, "preset_save <instance> <name> <folder> [file]", "Write the state of an LV2 plugin as a preset into a bundle, a folder that is made; the file's name is ours."},
    {Verb::presets, "presets", 1, 1, false, "presets <instance>", "The presets of an LV2 plugin that bundles hold: URI, label, bank. None of a CLAP plugin."},
    {Verb::monitor_output, "monitor_output", 2, 2, false, "monitor_output <instance> <symbol>", "Report changes of an output parameter as output_set lines. Replies 1 for success, 0 for failure."},
    {Verb::monitor_output_off, "monitor_output_off", 2, 2, false, "monitor_output_off <instance> <symbol>", "Stop reporting an output parameter. Replies 1 for success, 0 for failure."},
    {Verb::midi_input, "midi_input", 1, 1, false, "midi_input <client>", "Open a client with a MIDI input, <client>:midi_in, and report messages of its channels as midi lines; replies with its full name. A worker has one."},
    {Verb::cpu_load, "cpu_load", 0, 0, false, "cpu_load", "Load of the audio server in percent, as it reports it."},
    {Verb::max_cpu_load, "max_cpu_load", 0, 0, false, "max_cpu_load", "Highest load since the last call, in percent."},
    {Verb::info, "info", 0, 0, false, "info", "The worker: pid, driver, rate, period, clients, instances, transport of the status page."},
    {Verb::subscribe, "subscribe", 0, 0, false, "subscribe", "Turn this connection into one that receives feedback lines."},
    {Verb::open, "open", 1, 1, false, "open <file>", "File driver only: open a sound file as the input, which sets the rate; replies with rate, channels and frames. Its channels are the ports file:in_1, file:in_2 and so on; the result is taken from file:out_1, file:out_2."},
    {Verb::notes, "notes", 1, 1, false, "notes <file>", "File driver only: messages that come out of the note port file:events_1 during a render, from a text file: a line for each, its frame and then its bytes as hexadecimal numbers. Replies with their number."},
    {Verb::render, "render", 1, 3, false, "render <file> [tail] [format]", "File driver only: run the opened input through the graph faster than real time into a file. Progress comes as render_progress lines. The tail after the input in seconds (default: as long as the plugins sound, 10 at most); the sample format pcm16, pcm24 (default) or float."},
    {Verb::help, "help", 0, 0, false, "help", "The verbs with their arguments."},
    {Verb::quit, "quit", 0, 0, false, "quit", "End the worker."},
}};

}  // namespace omx
