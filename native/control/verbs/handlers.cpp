#include "control/verbs/handlers.hpp"

namespace omx {

Handler handler_of(Verb verb) {
  switch (verb) {
  case Verb::add:
    return handle_add;
  case Verb::remove:
    return handle_remove;
  case Verb::connect:
    return handle_connect;
  case Verb::disconnect:
    return handle_disconnect;
  case Verb::expose:
    return handle_expose;
  case Verb::begin:
    return handle_begin;
  case Verb::commit:
    return handle_commit;
  case Verb::param_set:
    return handle_param_set;
  case Verb::param_get:
    return handle_param_get;
  case Verb::param_info:
    return handle_param_info;
  case Verb::param_parse:
    return handle_param_parse;
  case Verb::port_info:
    return handle_port_info;
  case Verb::bypass:
    return handle_bypass;
  case Verb::activate:
    return handle_activate;
  case Verb::bundle_add:
    return handle_bundle_add;
  case Verb::bundle_remove:
    return handle_bundle_remove;
  case Verb::sidechain:
    return handle_sidechain;
  case Verb::reset:
    return handle_reset;
  case Verb::state_save:
    return handle_state_save;
  case Verb::state_load:
    return handle_state_load;
  case Verb::instance_save:
    return handle_instance_save;
  case Verb::instance_load:
    return handle_instance_load;
  case Verb::preset_load:
    return handle_preset_load;
  case Verb::preset_save:
    return handle_preset_save;
  case Verb::presets:
    return handle_presets;
  case Verb::monitor_output:
    return handle_monitor_output;
  case Verb::monitor_output_off:
    return handle_monitor_output_off;
  case Verb::midi_input:
    return handle_midi_input;
  case Verb::cpu_load:
    return handle_cpu_load;
  case Verb::max_cpu_load:
    return handle_max_cpu_load;
  case Verb::info:
    return handle_info;
  case Verb::subscribe:
    return handle_subscribe;
  case Verb::open:
    return handle_open;
  case Verb::notes:
    return handle_notes;
  case Verb::render:
    return handle_render;
  case Verb::help:
    return handle_help;
  case Verb::quit:
    return handle_quit;
  }
  return handle_help;  // no value outside the enumeration comes here
}

bool changes_graph(Verb verb) {
  switch (verb) {
  case Verb::add:
  case Verb::remove:
  case Verb::connect:
  case Verb::disconnect:
  case Verb::expose:
  case Verb::commit:
  case Verb::activate:
  case Verb::state_load:
  case Verb::instance_load:
  case Verb::preset_load:
  case Verb::open:
  case Verb::notes:
  case Verb::render:
    return true;
  default:
    return false;
  }
}

}  // namespace omx
