/**
 * omx-clap-lv2: the machine's LV2 plugins as CLAP plugins.
 *
 * A CLAP host links this library, asks for its entry and finds every LV2 plugin in the entry's plugin
 * factory; the id of a CLAP plugin made so is the URI of the LV2 plugin. Nothing is read before the first
 * call that needs it, and creating one plugin reads the index and that plugin's bundle only.
 *
 * Threads: every function here belongs to the main thread, in CLAP's sense. Texts handed out stay valid until
 * omx_clap_lv2_entry()->deinit(), unless a function says otherwise. Texts are UTF-8.
 */
#ifndef OMX_CLAP_LV2_H
#define OMX_CLAP_LV2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <clap/entry.h>
#include <clap/events.h>
#include <clap/plugin.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define OMX_CLAP_LV2_API __attribute__((visibility("default")))
#else
#define OMX_CLAP_LV2_API
#endif

/** Whether a plugin can be had, and if not, why. */
typedef enum omx_clap_lv2_status {
  OMX_CLAP_LV2_OK = 0,
  OMX_CLAP_LV2_NOT_FOUND = 1,       /**< no bundle on LV2_PATH (or added) holds the URI */
  OMX_CLAP_LV2_BROKEN_BUNDLE = 2,   /**< its Turtle cannot be read or contradicts itself */
  OMX_CLAP_LV2_MISSING_BINARY = 3,  /**< the file that lv2:binary names is not there */
  OMX_CLAP_LV2_FEATURE_REFUSED = 4, /**< it requires a feature that is not offered; the text names it */
  OMX_CLAP_LV2_OPTION_REFUSED = 5,  /**< it requires an option that is not offered; the text names it */
  OMX_CLAP_LV2_PORT_REFUSED = 6, /**< it has a port of a type that cannot be connected; the text names both */
  OMX_CLAP_LV2_LOAD_FAILED = 7,  /**< its code could not be loaded, or lacks the plugin */
  OMX_CLAP_LV2_INSTANTIATE_FAILED = 8, /**< the plugin itself refused to be instantiated */
  OMX_CLAP_LV2_BAD_ARGUMENT = 9
} omx_clap_lv2_status;

/**
 * The CLAP entry. init() and deinit() may be called several times; the last deinit() frees everything, so
 * every plugin must be gone by then. init()'s path is not used.
 */
OMX_CLAP_LV2_API const clap_plugin_entry_t* omx_clap_lv2_entry(void);

/**
 * The descriptor of one plugin, or NULL when its data cannot be read (omx_clap_lv2_explain() says why).
 * Unlike the factory's get_plugin_descriptor() it reads no other plugin's data. Valid until deinit().
 */
OMX_CLAP_LV2_API const clap_plugin_descriptor_t* omx_clap_lv2_descriptor(const char* uri);

/** How many plugins there are, by their manifests alone. The order is that of the URIs. */
OMX_CLAP_LV2_API uint32_t omx_clap_lv2_count(void);
/** The URI of plugin `index`, or NULL. Valid until bundles are added or removed. */
OMX_CLAP_LV2_API const char* omx_clap_lv2_uri(uint32_t index);

/**
 * Whether the plugin can be had. Reads its data, never loads its code, so load and instantiate failures do
 * not show here. Writes one sentence for a person into `text` (always terminated, cut to `size`; may be
 * NULL).
 */
OMX_CLAP_LV2_API omx_clap_lv2_status omx_clap_lv2_explain(const char* uri, char* text, size_t size);

/**
 * Why the last call of this library that failed did so: create_plugin(), a plugin's init() or activate(), its
 * state's save() or load(), a preset, and the functions here. As omx_clap_lv2_explain() otherwise.
 */
OMX_CLAP_LV2_API omx_clap_lv2_status omx_clap_lv2_last_error(char* text, size_t size);

/**
 * Takes in a bundle that LV2_PATH does not name (a folder with a manifest.ttl), or reads a known one again.
 * It has precedence over bundles of LV2_PATH that hold the same URI. Plugins that exist already are
 * unaffected.
 */
OMX_CLAP_LV2_API omx_clap_lv2_status omx_clap_lv2_bundle_add(const char* path);

/**
 * Forgets a bundle until it is added again or the process ends. Plugins of it that exist already live on; no
 * new ones can be created. OMX_CLAP_LV2_NOT_FOUND when it is not known.
 */
OMX_CLAP_LV2_API omx_clap_lv2_status omx_clap_lv2_bundle_remove(const char* path);

/** A preset of a plugin. The texts are valid during the call that hands it over. */
typedef struct omx_clap_lv2_preset {
  const char* uri;    /**< what CLAP's preset-load takes as load key */
  const char* label;  /**< never NULL; the URI when the preset has no label */
  const char* bank;   /**< label of its bank, or NULL */
  const char* bundle; /**< folder that holds it */
} omx_clap_lv2_preset;

/**
 * Calls `take` for every preset of a plugin, in the order of their labels. Reads those bundles that say in
 * their manifest that they hold presets of the plugin. Returns OMX_CLAP_LV2_NOT_FOUND for an unknown plugin.
 */
OMX_CLAP_LV2_API omx_clap_lv2_status omx_clap_lv2_presets(
    const char* uri, void (*take)(void* user, const omx_clap_lv2_preset* preset), void* user);

/**
 * An extension of the plugins made here, for hosts that want to know what CLAP does not say. All on the main
 * thread. Loading presets is CLAP's preset-load: as key the preset's URI; or as location the preset's bundle
 * or Turtle file, with the URI as key, or without a key when there is only one preset in it.
 */
#define OMX_CLAP_LV2_EXTENSION "org.plugin-hostd.lv2/1"

/** What CLAP has no words for in a parameter: a set of bits. */
enum {
  OMX_CLAP_LV2_LOGARITHMIC = 1 << 0, /**< best shown on a logarithmic scale */
  OMX_CLAP_LV2_INTEGER = 1 << 1,
  OMX_CLAP_LV2_TOGGLED = 1 << 2,
  OMX_CLAP_LV2_ENUMERATION = 1 << 3, /**< only the values of its scale points, which its texts name */
  OMX_CLAP_LV2_TRIGGER = 1 << 4,     /**< goes back to its default after a block */
  OMX_CLAP_LV2_EXPENSIVE = 1 << 5,   /**< changing it costs or clicks */
  OMX_CLAP_LV2_TIMES_RATE = 1 << 6,  /**< its bounds are multiples of the sample rate */
  OMX_CLAP_LV2_PROPERTY = 1 << 7     /**< a property that goes by messages, not a control port */
};

typedef struct omx_clap_lv2_plugin {
  /** The symbol of the port, or the URI of the property, behind a parameter; NULL for an unknown id. */
  const char*(CLAP_ABI* param_symbol)(const clap_plugin_t* plugin, clap_id param_id);
  /** The symbol of the LV2 port behind one channel of an audio port, or NULL. */
  const char*(CLAP_ABI* audio_symbol)(
      const clap_plugin_t* plugin, bool is_input, uint32_t port_index, uint32_t channel);
  /** Whether that audio port carries control voltage: audio-rate values that are no sound. */
  bool(CLAP_ABI* is_cv)(const clap_plugin_t* plugin, bool is_input, uint32_t port_index);
  /** The symbol of the LV2 atom port behind a note port, or NULL. */
  const char*(CLAP_ABI* note_symbol)(const clap_plugin_t* plugin, bool is_input, uint32_t port_index);

  /** Properties (patch:writable, patch:readable) that are text or paths, and so no parameters. */
  uint32_t(CLAP_ABI* property_count)(const clap_plugin_t* plugin);
  /** URI of property `index`, or NULL. */
  const char*(CLAP_ABI* property_uri)(const clap_plugin_t* plugin, uint32_t index);
  /** Sends a value to the plugin, which acts on it in its next block. False for an unknown or read-only
   * property. */
  bool(CLAP_ABI* set_property)(const clap_plugin_t* plugin, const char* property_uri, const char* value);
  /** The value as last set or reported by the plugin; false when none is known. Always terminated. */
  bool(CLAP_ABI* get_property)(
      const clap_plugin_t* plugin, const char* property_uri, char* value, uint32_t size);

  /** Writes the state as a preset bundle into the folder `bundle_path`, which is made. */
  bool(CLAP_ABI* save_preset)(const clap_plugin_t* plugin, const char* bundle_path, const char* label);

  /** OMX_CLAP_LV2_LOGARITHMIC and so on; 0 for an unknown id. */
  uint32_t(CLAP_ABI* param_traits)(const clap_plugin_t* plugin, clap_id param_id);
} omx_clap_lv2_plugin;

/**
 * Atoms that are no MIDI, no patch message and no position go as events of a space of their own, in both
 * directions, when the host has CLAP's event registry ("clap.event-registry") and knows this space. Without
 * it they stay between the plugin and its own ports.
 */
#define OMX_CLAP_LV2_EVENT_SPACE "org.plugin-hostd.lv2-atom"

typedef struct omx_clap_lv2_atom_event {
  clap_event_header_t header; /**< type 0 */
  uint32_t port;              /**< LV2 index of the atom port */
  uint32_t type;              /**< number of the atom's type: see omx_clap_lv2_map() */
  uint32_t size;              /**< of the body, in bytes */
  const void* body;           /**< aligned to eight bytes; valid while the event is handed over */
} omx_clap_lv2_atom_event;

/** The number of a URI, the same for all LV2 plugins in this process, and back (NULL for none). Any thread.
 */
OMX_CLAP_LV2_API uint32_t omx_clap_lv2_map(const char* uri);
OMX_CLAP_LV2_API const char* omx_clap_lv2_unmap(uint32_t number);

#ifdef __cplusplus
}
#endif

#endif
