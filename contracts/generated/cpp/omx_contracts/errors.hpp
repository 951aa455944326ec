// Generated from contracts/src by `npm run generate`. Do not edit.
#pragma once

#include <string_view>

namespace omx {

/// Error codes; the value is the code on the wire.
enum class ErrorCode : int {
    invalid_instance = -1,
    instance_exists = -2,
    instance_absent = -3,
    plugin_not_found = -101,
    plugin_ambiguous = -1001,
    plugin_failed = -102,
    plugin_refused = -1022,
    plugin_crashed = -1002,
    plugin_timeout = -1003,
    parameter_absent = -103,
    parameter_ambiguous = -1004,
    parameter_value = -1005,
    preset_failed = -104,
    state_failed = -105,
    audio_client = -201,
    audio_activate = -202,
    port_register = -204,
    connect_failed = -205,
    disconnect_failed = -206,
    out_of_range = -207,
    out_of_memory = -901,
    invalid_operation = -902,
    capacity = -1006,
    bad_expression = -1007,
    file_unreadable = -1008,
    file_unwritable = -1009,
    file_format = -1010,
    server_absent = -1011,
    channel_broken = -1023,
    worker_lost = -1012,
    worker_start = -1013,
    daemon_absent = -1014,
    daemon_running = -1015,
    name_taken = -1016,
    placement_cycle = -1021,
    chain_absent = -1017,
    unauthorized = -1018,
    interrupted = -1019,
    bad_request = -1020,
    internal = -1099,
};

constexpr std::string_view name_of(ErrorCode code) {
    switch (code) {
        case ErrorCode::invalid_instance: return "invalid_instance";
        case ErrorCode::instance_exists: return "instance_exists";
        case ErrorCode::instance_absent: return "instance_absent";
        case ErrorCode::plugin_not_found: return "plugin_not_found";
        case ErrorCode::plugin_ambiguous: return "plugin_ambiguous";
        case ErrorCode::plugin_failed: return "plugin_failed";
        case ErrorCode::plugin_refused: return "plugin_refused";
        case ErrorCode::plugin_crashed: return "plugin_crashed";
        case ErrorCode::plugin_timeout: return "plugin_timeout";
        case ErrorCode::parameter_absent: return "parameter_absent";
        case ErrorCode::parameter_ambiguous: return "parameter_ambiguous";
        case ErrorCode::parameter_value: return "parameter_value";
        case ErrorCode::preset_failed: return "preset_failed";
        case ErrorCode::state_failed: return "state_failed";
        case ErrorCode::audio_client: return "audio_client";
        case ErrorCode::audio_activate: return "audio_activate";
        case ErrorCode::port_register: return "port_register";
        case ErrorCode::connect_failed: return "connect_failed";
        case ErrorCode::disconnect_failed: return "disconnect_failed";
        case ErrorCode::out_of_range: return "out_of_range";
        case ErrorCode::out_of_memory: return "out_of_memory";
        case ErrorCode::invalid_operation: return "invalid_operation";
        case ErrorCode::capacity: return "capacity";
        case ErrorCode::bad_expression: return "bad_expression";
        case ErrorCode::file_unreadable: return "file_unreadable";
        case ErrorCode::file_unwritable: return "file_unwritable";
        case ErrorCode::file_format: return "file_format";
        case ErrorCode::server_absent: return "server_absent";
        case ErrorCode::channel_broken: return "channel_broken";
        case ErrorCode::worker_lost: return "worker_lost";
        case ErrorCode::worker_start: return "worker_start";
        case ErrorCode::daemon_absent: return "daemon_absent";
        case ErrorCode::daemon_running: return "daemon_running";
        case ErrorCode::name_taken: return "name_taken";
        case ErrorCode::placement_cycle: return "placement_cycle";
        case ErrorCode::chain_absent: return "chain_absent";
        case ErrorCode::unauthorized: return "unauthorized";
        case ErrorCode::interrupted: return "interrupted";
        case ErrorCode::bad_request: return "bad_request";
        case ErrorCode::internal: return "internal";
    }
    return "internal";
}

}  // namespace omx
