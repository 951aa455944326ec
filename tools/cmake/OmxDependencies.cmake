# Libraries of the system, each as one imported target that carries its include path.
#   omx_clap_headers  CLAP's C headers:  #include <clap/plugin.h>
#   omx_jack          libjack (jackd2's or PipeWire's, decided when the program starts)
#   omx_sndfile       libsndfile
#   omx_ebur128       libebur128
#   omx_samplerate    libsamplerate
#   omx_lilv          lilv, which reads LV2 bundles
#   omx_serd          serd, lilv's reader of Turtle
#   omx_lv2           LV2's C headers:   #include <lv2/core/lv2.h>

find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)

find_path(OMX_CLAP_INCLUDE_DIR clap/plugin.h PATHS /usr/share/dpf/distrho/src REQUIRED)
add_library(omx_clap_headers INTERFACE)
target_include_directories(omx_clap_headers SYSTEM INTERFACE "${OMX_CLAP_INCLUDE_DIR}")

function(omx_pkg_config name module)
  pkg_check_modules(${name} REQUIRED IMPORTED_TARGET ${module})
  add_library(omx_${name} INTERFACE)
  target_link_libraries(omx_${name} INTERFACE PkgConfig::${name})
endfunction()

omx_pkg_config(jack jack)
omx_pkg_config(sndfile sndfile)
omx_pkg_config(ebur128 libebur128)
omx_pkg_config(samplerate samplerate)
omx_pkg_config(lv2 lv2)
omx_pkg_config(lilv lilv-0)
omx_pkg_config(serd serd-0)
