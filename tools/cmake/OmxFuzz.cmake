# omx_fuzz(<name> <sources>... [LIBS <targets>...])
#
# A fuzz target, bin/fuzz_<name>: the sources define LLVMFuzzerTestOneInput and hold what is to be looked into. With clang
# libFuzzer runs it, guided by coverage; elsewhere a plain main function does, with random inputs. As a test it runs
# for a short while from a fixed seed, which is printed; run the program itself to go on for longer.
function(omx_fuzz name)
  if(NOT OMX_TESTS OR OMX_SANITIZE STREQUAL "realtime")
    return()
  endif()
  cmake_parse_arguments(arg "" "" "LIBS" ${ARGN})
  add_executable(fuzz_${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(fuzz_${name} PRIVATE ${arg_LIBS})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND NOT OMX_SANITIZE STREQUAL "thread")
    target_compile_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  else()
    target_sources(fuzz_${name} PRIVATE "${PROJECT_SOURCE_DIR}/tools/cmake/fuzz_main.cpp")
  endif()
  add_test(NAME fuzz_${name} COMMAND fuzz_${name} -runs=20000 -seed=1 -max_len=512)
  set_tests_properties(fuzz_${name} PROPERTIES TIMEOUT 120)
  omx_sanitizer_options(options "")
  set_tests_properties(fuzz_${name} PROPERTIES ENVIRONMENT "${options}")
  set_property(GLOBAL APPEND PROPERTY OMX_TEST_TARGETS fuzz_${name})
endfunction()
