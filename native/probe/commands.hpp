/// The commands of omx-probe. Each prints its report as one line of JSON on stdout and returns the exit
/// status.
#pragma once

#include "base/result.hpp"
#include "probe/arguments.hpp"

namespace omx::probe {

/// What a command came to: nothing, or the error to print. Its code decides the exit status.
using Outcome = Status;

// With the audio server.

/// play <file>: plays a sound file, once or in a loop.
Outcome play(Arguments& arguments);
/// generate <signal>: plays a test signal until it is ended; with -o writes it to a file instead.
Outcome generate(Arguments& arguments);
/// record <file>: records.
Outcome record(Arguments& arguments);
/// run <signal or file> <file>: plays and records in one callback.
Outcome run(Arguments& arguments);
/// latency: frames from an impulse at the output to its arrival at the input.
Outcome latency(Arguments& arguments);
/// bare: opens a client, waits for its first cycle, and tells how long that took.
Outcome bare(Arguments& arguments);

// With files.

/// compare <a> <b>: whether two sound files are the same, and how far they differ.
Outcome compare(Arguments& arguments);
/// loudness <file>: integrated loudness and peaks by EBU R 128.
Outcome loudness(Arguments& arguments);
/// info <file>: rate, channels, length.
Outcome info(Arguments& arguments);

}  // namespace omx::probe
