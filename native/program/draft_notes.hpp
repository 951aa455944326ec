/// The note connections of a draft.
#pragma once

#include "program/draft.hpp"

namespace omx::program {

/// Gives the calls of a draft, and the driver's MIDI outputs, what they hear. Events that arise in a plugin
/// that is not called are not heard.
void add_note_routes(Draft& draft, const Plan& plan);

}  // namespace omx::program
