import { errors } from '../errors.js';
import { feedbackLines } from '../events.js';
import {
  calls,
  clientCapacity,
  clientRecord,
  type FieldLayout,
  headerRecord,
  histogramBuckets,
  instanceCapacity,
  instanceFlags,
  instanceRecord,
  layout,
  meteredChannels,
  type RecordSpec,
  statusLayout,
  statusMagic,
  statusVersion,
} from '../status-page.js';
import { usage, type Verb, type VerbSpec, verbs } from '../verbs.js';

/** First lines of a generated header. */
export const notice = '// Generated from contracts/src by `npm run generate`. Do not edit.\n#pragma once\n';

function quoted(text: string): string {
  return JSON.stringify(text);
}

/** C++ table of the verbs: enum, names, numbers of arguments, usage. */
export function verbsHeader(): string {
  const names = Object.keys(verbs) as Verb[];
  const rows = names.map((name) => {
    const spec: VerbSpec = verbs[name];
    const required = spec.arguments.filter((a) => !a.optional).length;
    const rest = spec.arguments.at(-1)?.type === 'rest';
    return `    {Verb::${name}, ${quoted(name)}, ${required}, ${spec.arguments.length}, ${rest}, ${quoted(usage(name))}, ${quoted(spec.summary)}},`;
  });
  return `${notice}
#include <array>
#include <cstdint>
#include <string_view>

namespace omx {

enum class Verb : std::uint8_t { ${names.join(', ')} };

struct VerbSpec {
    Verb verb;
    std::string_view name;
    std::uint8_t min_arguments;
    std::uint8_t max_arguments;
    bool takes_rest;  ///< the last argument takes all that follows
    std::string_view usage;
    std::string_view summary;
};

inline constexpr std::array<VerbSpec, ${names.length}> verb_table{{
${rows.join('\n')}
}};

}  // namespace omx
`;
}

/** C++ table of the errors with their wire codes. */
export function errorsHeader(): string {
  const codes = Object.entries(errors);
  const values = codes.map(([code, spec]) => `    ${code} = ${spec.wire},`);
  const names = codes.map(([code]) => `        case ErrorCode::${code}: return ${quoted(code)};`);
  return `${notice}
#include <string_view>

namespace omx {

/// Error codes; the value is the code on the wire.
enum class ErrorCode : int {
${values.join('\n')}
};

constexpr std::string_view name_of(ErrorCode code) {
    switch (code) {
${names.join('\n')}
    }
    return "internal";
}

}  // namespace omx
`;
}

/** C++ constants of the feedback lines' first words. */
export function feedbackHeader(): string {
  const lines = Object.entries(feedbackLines).map(
    ([name, spec]) => `/// ${spec.summary}\ninline constexpr std::string_view ${name} = ${quoted(name)};`,
  );
  return `${notice}
#include <string_view>

namespace omx::feedback {

${lines.join('\n')}

}  // namespace omx::feedback
`;
}

function member(field: FieldLayout): string {
  const array = field.count > 1 ? `[${field.count}]` : '';
  const types = {
    u32: 'std::atomic<std::uint32_t>',
    u64: 'std::atomic<std::uint64_t>',
    f32: 'std::atomic<float>',
    text: 'char',
  };
  return `    ${types[field.type]} ${field.name}${array};  ///< ${field.doc}`;
}

/** A record of shared memory: a cache line or more, every word atomic. */
export function record(spec: RecordSpec): string {
  const { fields, bytes } = layout(spec);
  const asserts = fields.map((f) => `static_assert(offsetof(${spec.name}, ${f.name}) == ${f.offset});`);
  return `/// ${spec.doc}
struct alignas(64) ${spec.name} {
${fields.map(member).join('\n')}
};
static_assert(sizeof(${spec.name}) == ${bytes});
${asserts.join('\n')}
`;
}

/** C++ structs of the status page, with their offsets asserted. */
export function statusPageHeader(): string {
  const flags = Object.entries(instanceFlags).map(
    ([name, bit]) => `inline constexpr std::uint32_t flag_${name} = ${bit};`,
  );
  return `${notice}
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace omx {

inline constexpr std::uint32_t status_magic = ${statusMagic}u;
inline constexpr std::uint32_t status_version = ${statusVersion};
inline constexpr std::uint32_t client_capacity = ${clientCapacity};
inline constexpr std::uint32_t instance_capacity = ${instanceCapacity};
inline constexpr std::uint32_t metered_channels = ${meteredChannels};
inline constexpr std::uint32_t histogram_buckets = ${histogramBuckets};

/// What a thread is calling inside a plugin.
enum class PluginCall : std::uint32_t { ${calls.join(', ')} };

${flags.join('\n')}

${[headerRecord, clientRecord, instanceRecord].map(record).join('\n')}
/// The whole page. The file is mapped shared; every word is lock-free.
struct StatusPage {
    StatusHeader header;
    StatusClient clients[client_capacity];
    StatusInstance instances[instance_capacity];
};
static_assert(sizeof(StatusPage) == ${statusLayout.pageBytes});
static_assert(std::atomic<std::uint64_t>::is_always_lock_free && std::atomic<float>::is_always_lock_free);

}  // namespace omx
`;
}
