# Language level, warnings, code generation and sanitizers for every target of this project.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# -O2 rather than CMake's -O3; assert() stays out of the audio thread. A sanitizer build keeps its symbols.
set(CMAKE_C_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

# Several build folders share what they compile where ccache is installed.
find_program(OMX_CCACHE ccache)
if(OMX_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER "${OMX_CCACHE}")
  set(CMAKE_CXX_COMPILER_LAUNCHER "${OMX_CCACHE}")
endif()

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")

# Not -ffast-math: the checks for non-finite samples must work, and outputs must be equal on every path.
# -fno-math-errno and -fno-trapping-math let loops with sqrt or comparisons be vectorised;
# -ftree-vectorize is on at -O2 only from gcc 12 on; no contraction keeps results equal across machines.
add_compile_options(-fno-math-errno -fno-trapping-math -ffp-contract=off -ftree-vectorize)
add_compile_options(
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wdouble-promotion
  $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>
  $<$<COMPILE_LANGUAGE:CXX>:-Woverloaded-virtual>)
if(OMX_WERROR)
  add_compile_options(-Werror)
endif()

# 32-bit Raspberry Pi OS: file offsets of 64 bits.
add_compile_definitions(_FILE_OFFSET_BITS=64 $<$<COMPILE_LANGUAGE:C>:_GNU_SOURCE>)

set(OMX_CLANG_20 FALSE)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 20)
  set(OMX_CLANG_20 TRUE)
  # The audio thread's functions carry [[clang::nonblocking]]; the compiler proves what they call.
  add_compile_options(
    $<$<COMPILE_LANGUAGE:CXX>:-Wfunction-effects>
    $<$<COMPILE_LANGUAGE:CXX>:-Werror=function-effects>)
endif()

if(OMX_SANITIZE STREQUAL "address")
  set(omx_sanitizers -fsanitize=address,undefined -fno-sanitize-recover=undefined)
elseif(OMX_SANITIZE STREQUAL "thread")
  set(omx_sanitizers -fsanitize=thread)
elseif(OMX_SANITIZE STREQUAL "realtime")
  if(NOT OMX_CLANG_20)
    message(FATAL_ERROR "OMX_SANITIZE=realtime needs clang 20 or newer: configure with -DCMAKE_CXX_COMPILER=clang++-22")
  endif()
  set(omx_sanitizers -fsanitize=realtime)
elseif(NOT OMX_SANITIZE STREQUAL "")
  message(FATAL_ERROR "OMX_SANITIZE is \"${OMX_SANITIZE}\": use address, thread, realtime or leave it empty")
endif()
if(omx_sanitizers)
  # Not optimised: compiling takes most of the time of a sanitizer run.
  add_compile_options(${omx_sanitizers} -O0 -g1 -fno-omit-frame-pointer)
  add_link_options(${omx_sanitizers})
endif()
