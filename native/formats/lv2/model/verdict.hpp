/// Whether something could be done with an LV2 plugin, and if not, why.
#pragma once

#include <string>
#include <utility>

#include "formats/lv2/include/omx-clap-lv2.h"

namespace omx::lv2 {

/// A status with the sentence that tells a person what happened; empty when all is well.
struct [[nodiscard]] Verdict {
  omx_clap_lv2_status status = OMX_CLAP_LV2_OK;
  std::string text;

  bool ok() const { return status == OMX_CLAP_LV2_OK; }
};

/// Remembers the last failure for omx_clap_lv2_last_error(). [main-thread]
void note_failure(const Verdict& verdict);
const Verdict& last_failure();

}  // namespace omx::lv2
