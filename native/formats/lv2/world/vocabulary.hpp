/// URIs of vocabularies that have no header of their own.
#pragma once

namespace omx::lv2::uris {

inline constexpr char rdf_type[] = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
inline constexpr char rdfs_label[] = "http://www.w3.org/2000/01/rdf-schema#label";
inline constexpr char rdfs_comment[] = "http://www.w3.org/2000/01/rdf-schema#comment";
inline constexpr char rdfs_range[] = "http://www.w3.org/2000/01/rdf-schema#range";
inline constexpr char rdfs_see_also[] = "http://www.w3.org/2000/01/rdf-schema#seeAlso";
inline constexpr char rdf_value[] = "http://www.w3.org/1999/02/22-rdf-syntax-ns#value";
inline constexpr char doap_homepage[] = "http://usefulinc.com/ns/doap#homepage";
inline constexpr char is_side_chain[] = "http://lv2plug.in/ns/lv2core#isSideChain";
inline constexpr char short_name[] = "http://lv2plug.in/ns/lv2core#shortName";

}  // namespace omx::lv2::uris
