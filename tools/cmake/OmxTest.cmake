# omx_test(<name> <sources>... [LIBS <targets>...] [LABELS <labels>...] [DEFINES <definitions>...]
#          [DEPENDS <targets>...] [TIMEOUT <seconds>])
#
# A doctest program bin/test_<name>, registered with ctest as <name>. Nothing is built without OMX_TESTS.
# The main function is supplied: sources only include <doctest/doctest.h>.
# DEPENDS names what the test loads while it runs, such as fixtures.
# Label `rtsan` marks a test that also runs under RealtimeSanitizer; `nosan` one that no sanitizer can run; `foreign`
# one that loads plugins of others, whose leaks are not ours; `single` one with a single thread, which the thread
# sanitizer need not see.
function(omx_test name)
  if(NOT OMX_TESTS)
    return()
  endif()
  cmake_parse_arguments(arg "" "TIMEOUT" "LIBS;LABELS;DEFINES;DEPENDS" ${ARGN})
  if(OMX_SANITIZE AND "nosan" IN_LIST arg_LABELS)
    return()
  endif()
  if(OMX_SANITIZE STREQUAL "thread" AND "single" IN_LIST arg_LABELS)
    return()
  endif()
  if(OMX_SANITIZE STREQUAL "realtime" AND NOT "rtsan" IN_LIST arg_LABELS)
    return()
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  add_executable(test_${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(test_${name} PRIVATE omx_doctest ${arg_LIBS})
  target_compile_definitions(test_${name} PRIVATE ${arg_DEFINES})
  if(arg_DEPENDS)
    add_dependencies(test_${name} ${arg_DEPENDS})
  endif()
  add_test(NAME ${name} COMMAND test_${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${arg_LABELS}")
  omx_sanitizer_options(options "${arg_LABELS}")
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "${options}")
  set_property(GLOBAL APPEND PROPERTY OMX_TEST_TARGETS test_${name})
endfunction()

# Sets <result> to the environment of a test with these labels under the sanitizer of this build.
function(omx_sanitizer_options result labels)
  set(options)
  if(OMX_SANITIZE STREQUAL "address")
    set(asan "detect_stack_use_after_return=1:strict_string_checks=1")
    if("foreign" IN_LIST labels)
      string(APPEND asan ":detect_leaks=0")
    endif()
    list(APPEND options "ASAN_OPTIONS=${asan}" "UBSAN_OPTIONS=print_stacktrace=1")
  elseif(OMX_SANITIZE STREQUAL "thread")
    list(APPEND options "TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1")
  endif()
  set(${result} "${options}" PARENT_SCOPE)
endfunction()

if(OMX_TESTS)
  include(CheckCXXCompilerFlag)
  enable_testing()
  find_path(OMX_DOCTEST_INCLUDE_DIR doctest/doctest.h REQUIRED)
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/doctest_main.cpp"
    CONTENT "#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN\n#include <doctest/doctest.h>\n")
  add_library(omx_doctest STATIC "${PROJECT_BINARY_DIR}/doctest_main.cpp")
  target_include_directories(omx_doctest SYSTEM PUBLIC "${OMX_DOCTEST_INCLUDE_DIR}")
  target_compile_options(omx_doctest PRIVATE -w)
  # doctest's macros use __COUNTER__, which newer clangs call an extension under -Wpedantic.
  check_cxx_compiler_flag(-Wc2y-extensions OMX_WARNS_OF_COUNTER)
  if(OMX_WARNS_OF_COUNTER)
    target_compile_options(omx_doctest INTERFACE -Wno-c2y-extensions)
  endif()
endif()
