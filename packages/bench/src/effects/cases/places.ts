/** URIs and files of plugins of others, in the words of omx-effect-times. */
export const calf = (name: string) => `lv2 http://calf.sourceforge.net/plugins/${name}`;
export const lsp = (name: string) => `lv2 http://lsp-plug.in/plugins/lv2/${name}`;
export const zam = (name: string) => `lv2 urn:zamaudio:${name}`;
export const x42 = (name: string) => `lv2 http://gareus.org/oss/lv2/${name}`;
export const mda = (name: string) => `lv2 http://drobilla.net/plugins/mda/${name}`;
export const swh = (name: string) => `lv2 http://plugin.org.uk/swh-plugins/${name}`;
export const caps = (label: string) => `ladspa /usr/lib/ladspa/caps.so#${label}`;
