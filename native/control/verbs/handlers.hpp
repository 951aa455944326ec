/// One handler per verb of contracts.
#pragma once

#include "control/command.hpp"
#include "omx_contracts/verbs.hpp"

namespace omx {

class Host;

using Handler = Answer (*)(Host& host, const Command& command);

/// The handler of a verb. Complete at compile time: a verb without one is a warning, which tests treat as an
/// error.
Handler handler_of(Verb verb);

/// Whether a verb changes the graph or the clients: refused while a file is rendered.
bool changes_graph(Verb verb);

// plugin_verbs.cpp
Answer handle_add(Host& host, const Command& command);
Answer handle_remove(Host& host, const Command& command);
Answer handle_bypass(Host& host, const Command& command);
Answer handle_activate(Host& host, const Command& command);
Answer handle_bundle_add(Host& host, const Command& command);
Answer handle_bundle_remove(Host& host, const Command& command);
Answer handle_sidechain(Host& host, const Command& command);
Answer handle_reset(Host& host, const Command& command);

// graph_verbs.cpp
Answer handle_connect(Host& host, const Command& command);
Answer handle_disconnect(Host& host, const Command& command);
Answer handle_expose(Host& host, const Command& command);
Answer handle_begin(Host& host, const Command& command);
Answer handle_commit(Host& host, const Command& command);
Answer handle_port_info(Host& host, const Command& command);

// param_verbs.cpp
Answer handle_param_set(Host& host, const Command& command);
Answer handle_param_get(Host& host, const Command& command);
Answer handle_param_info(Host& host, const Command& command);
Answer handle_param_parse(Host& host, const Command& command);
Answer handle_monitor_output(Host& host, const Command& command);
Answer handle_monitor_output_off(Host& host, const Command& command);

// state_verbs.cpp
Answer handle_state_save(Host& host, const Command& command);
Answer handle_state_load(Host& host, const Command& command);
Answer handle_instance_save(Host& host, const Command& command);
Answer handle_instance_load(Host& host, const Command& command);
Answer handle_preset_load(Host& host, const Command& command);
Answer handle_preset_save(Host& host, const Command& command);
Answer handle_presets(Host& host, const Command& command);

// render_verbs.cpp
Answer handle_open(Host& host, const Command& command);
Answer handle_notes(Host& host, const Command& command);
Answer handle_render(Host& host, const Command& command);

// worker_verbs.cpp
Answer handle_midi_input(Host& host, const Command& command);
Answer handle_cpu_load(Host& host, const Command& command);
Answer handle_max_cpu_load(Host& host, const Command& command);
Answer handle_info(Host& host, const Command& command);
Answer handle_subscribe(Host& host, const Command& command);
Answer handle_help(Host& host, const Command& command);
Answer handle_quit(Host& host, const Command& command);

}  // namespace omx
