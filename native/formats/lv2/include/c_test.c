/* The header is plain C. */
#include "omx-clap-lv2.h"

omx_clap_lv2_status omx_header_is_c(void);

omx_clap_lv2_status omx_header_is_c(void) {
  return omx_clap_lv2_explain("urn:nothing", NULL, 0);
}
