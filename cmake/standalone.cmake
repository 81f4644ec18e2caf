# The standalone build: everything in this repository against an installed ns-3 (CMAKE_PREFIX_PATH selects another one).

if(CMAKE_VERSION VERSION_LESS 3.21)
  message(FATAL_ERROR "The standalone build needs CMake 3.21 or later, this is ${CMAKE_VERSION}")
endif()
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug, or None with flags of your own" FORCE)
endif()
option(MRC_WERROR "Treat compiler warnings as errors" OFF)
option(MRC_DEBUG "Compile with ns-3's assertions and logging" OFF)
set(MRC_SANITIZE "" CACHE STRING "Sanitizers for -fsanitize=, for example address,undefined")
set(MRC_MODEL_OPTIONS "" CACHE STRING "Compiler options for model/ and helper/ alone, for example -O1 where the rest has -O0")
option(MRC_FUZZ "Also build the fuzz targets of test/fuzz with libFuzzer (clang++ only)" OFF)

set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_LINK_DEPENDS_NO_SHARED ON) # programs are not linked again when only the code of the module's library changes
set(CMAKE_CXX_FLAGS_RELEASE "-O3")
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g")

# Chosen once: with another launcher everything would be compiled again
if(NOT DEFINED CACHE{MRC_CCACHE})
  find_program(MRC_CCACHE ccache)
endif()
if(MRC_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # ccache requires this sloppiness for precompiled headers
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros ${MRC_CCACHE})
endif()

find_package(Threads REQUIRED)
include(cmake/joint.cmake)
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_SOURCE_DIR}/cmake)
set(mrc_ns3_modules core network internet virtual-net-device) # of the module; the others are for programs
find_package(Ns3 REQUIRED COMPONENTS ${mrc_ns3_modules} applications csma flow-monitor point-to-point traffic-control)
list(TRANSFORM mrc_ns3_modules PREPEND ns3::lib OUTPUT_VARIABLE mrc_ns3_targets)
find_package(GTest QUIET)
find_package(benchmark QUIET)
find_path(MRC_VALIJSON_INCLUDE valijson/schema.hpp)
include(cmake/runner-libraries.cmake)
if(mrc_runner_lacks OR NOT (GTest_FOUND AND benchmark_FOUND AND MRC_VALIJSON_INCLUDE))
  # Targets are left out; after a change of installed headers the next build checks again
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS /usr/include)
endif()

# This module is C++17. The headers of later releases of ns-3 need more.
if(Ns3_VERSION STREQUAL "dev" OR Ns3_VERSION VERSION_GREATER_EQUAL 3.46)
  set(CMAKE_CXX_STANDARD 23)
elseif(Ns3_VERSION VERSION_GREATER_EQUAL 3.41)
  set(CMAKE_CXX_STANDARD 20)
else()
  set(CMAKE_CXX_STANDARD 17)
endif()

# Compile options of all targets. Headers of ns-3 come from imported targets, so they are system headers, without warnings.
# NS3_ASSERT_ENABLE and NS3_LOG_ENABLE change no class that this module uses, so they may be on with an installed ns-3 that
# was built without them.
add_library(mrc-options INTERFACE)
target_compile_options(mrc-options INTERFACE -Wall -Wextra)
if(MRC_WERROR)
  target_compile_options(mrc-options INTERFACE -Werror)
endif()
if(MRC_DEBUG)
  target_compile_definitions(mrc-options INTERFACE NS3_ASSERT_ENABLE NS3_LOG_ENABLE)
endif()
if(MRC_SANITIZE)
  target_compile_options(
    mrc-options INTERFACE -fsanitize=${MRC_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
  )
  target_link_options(mrc-options INTERFACE -fsanitize=${MRC_SANITIZE})
endif()
target_include_directories(mrc-options INTERFACE ${CMAKE_BINARY_DIR}/include)
target_link_libraries(mrc-options INTERFACE Threads::Threads)

# Versions, for the results of programs
add_library(mrc-program-options INTERFACE)
target_compile_definitions(mrc-program-options INTERFACE MRC_VERSION="${mrc_version}" MRC_NS3_VERSION="${Ns3_VERSION}")

# The folder of the repository, only for sources that read files in it: the other ones compile to the same object in every
# clone, so that clones can share a compiler cache.
set_property(
  SOURCE test/fuzz/replay-main.cc ${mrc_valijson_tests}
  APPEND PROPERTY COMPILE_DEFINITIONS MRC_SOURCE_DIR="${CMAKE_CURRENT_SOURCE_DIR}"
)

# include/ns3/: all public headers side by side, as in ns-3's own build, as links to the files
set(include_folder ${CMAKE_BINARY_DIR}/include/ns3)
file(MAKE_DIRECTORY ${include_folder})
file(GLOB stale_links ${include_folder}/*.h)
set(module_header "// All public headers of the MRC module. Written by CMake.\n\n#ifndef MRC_MODULE_H\n#define MRC_MODULE_H\n\n")
set(flat_names mrc-module.h)
foreach(header IN LISTS mrc_headers)
  get_filename_component(name ${header} NAME)
  if(name IN_LIST flat_names)
    message(FATAL_ERROR "Two public headers are called ${name}; ns-3 lays all headers into one folder")
  endif()
  list(APPEND flat_names ${name})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR}/${header} ${include_folder}/${name} SYMBOLIC)
  list(REMOVE_ITEM stale_links ${include_folder}/${name})
  string(APPEND module_header "#include \"ns3/${name}\"\n")
endforeach()
string(APPEND module_header "\n#endif // MRC_MODULE_H\n")
file(CONFIGURE OUTPUT ${include_folder}/mrc-module.h CONTENT "${module_header}" @ONLY)
list(REMOVE_ITEM stale_links ${include_folder}/mrc-module.h)
if(stale_links)
  file(REMOVE ${stale_links})
endif()

# mrc_precompile(TARGET HEADER...): most sources of the target include these headers, so they are read once. No source may
# rely on that: builds without MRC_JOINT and those in an ns-3 tree do not have it.
function(mrc_precompile target)
  if(MRC_JOINT AND TARGET ${target})
    target_precompile_headers(${target} PRIVATE ${ARGN} <algorithm> <functional> <map> <memory> <optional> <string> <vector>)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      target_compile_options(${target} PRIVATE -fpch-preprocess) # for ccache
    endif()
  endif()
endfunction()
set(model_headers <ns3/double.h> <ns3/object.h> <ns3/random-variable-stream.h> <ns3/simulator.h> <ns3/uinteger.h>)

# mrc_objects(NAME SOURCE...) compiles once; a target that links NAME gets the objects. An archive would not do: a class that
# is only known by its TypeId ("ns3::MrcNscc") is not referenced, so the linker would leave it out.
function(mrc_objects name)
  add_library(${name} INTERFACE)
  if(ARGN)
    add_library(${name}-objects OBJECT ${ARGN})
    target_link_libraries(${name}-objects PRIVATE mrc-options ${mrc_ns3_targets})
    if(MRC_FUZZ)
      # libFuzzer searches for inputs that reach new code, so the code that it calls must report its position
      target_compile_options(${name}-objects PRIVATE -fsanitize=fuzzer-no-link)
    endif()
    target_sources(${name} INTERFACE $<TARGET_OBJECTS:${name}-objects>)
  endif()
endfunction()

# The protocol core needs only ns-3's core library; the core's tests are linked without the rest, as a check.
mrc_objects(mrc-pure ${mrc_pure_sources})
mrc_precompile(mrc-pure-objects ${model_headers})
target_link_libraries(mrc-pure INTERFACE mrc-options ns3::libcore)

mrc_objects(mrc-shell ${mrc_shell_sources})
mrc_precompile(mrc-shell-objects ${model_headers})

# The module as a library, which programs and plugins share, so that a process has each TypeId once. Calls within it are
# bound when it is linked: nothing replaces its functions.
add_library(mrc SHARED)
target_link_libraries(mrc PRIVATE mrc-options mrc-pure mrc-shell PUBLIC ${mrc_ns3_targets})
target_link_options(mrc PRIVATE -Wl,-Bsymbolic-functions)
target_include_directories(mrc PUBLIC $<BUILD_INTERFACE:${CMAKE_BINARY_DIR}/include> $<INSTALL_INTERFACE:include>)
target_compile_features(mrc PUBLIC cxx_std_${CMAKE_CXX_STANDARD})
set_target_properties(mrc PROPERTIES OUTPUT_NAME ns3-mrc VERSION ${mrc_version} SOVERSION ${mrc_version})
foreach(part mrc-pure-objects mrc-shell-objects)
  if(TARGET ${part})
    target_compile_options(${part} PRIVATE ${MRC_MODEL_OPTIONS} -fPIC -fno-semantic-interposition)
  endif()
endforeach()

# mrc_program(NAME FOLDER LIBRARIES... SOURCES file...) adds an executable; without sources or libraries there is none
function(mrc_program name folder)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "LIBRARIES;SOURCES")
  foreach(library IN LISTS arg_LIBRARIES)
    if(NOT TARGET ${library})
      message(STATUS "${name} is not built: ${library} is not there")
      return()
    endif()
  endforeach()
  if(arg_SOURCES)
    add_executable(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE mrc-options ${arg_LIBRARIES} mrc-program-options)
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}${folder})
  endif()
endfunction()

# The runner: its parts as a library (so that tests reach them), and the program
if(NOT mrc_runner_lacks)
  include(cmake/build-commit.cmake)
  include(cmake/plugin-stamp.cmake)
  add_library(mrc-runner INTERFACE)
  mrc_objects(mrc-runner-parts ${mrc_runner_parts} ${mrc_commit_source} ${mrc_plugin_stamp})
  target_link_libraries(mrc-runner INTERFACE mrc-runner-parts mrc mrc-program-options)
  if(TARGET mrc-runner-parts-objects)
    add_dependencies(mrc-runner-parts-objects mrc-commit)
    target_include_directories(mrc-runner-parts-objects PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/runner ${mrc_plugin_folder})
    target_include_directories(mrc-runner-parts-objects SYSTEM PRIVATE ${mrc_runner_includes})
    target_link_libraries(mrc-runner-parts-objects PRIVATE mrc-program-options)
    mrc_join(mrc-runner-parts-objects ${mrc_joint_runner})
  endif()
  target_include_directories(mrc-runner INTERFACE ${CMAKE_CURRENT_SOURCE_DIR}/runner)
  target_include_directories(mrc-runner SYSTEM INTERFACE ${mrc_runner_includes})
endif()
mrc_program(mrc-sim "" LIBRARIES mrc-runner SOURCES ${mrc_runner_main})
if(TARGET mrc-sim)
  set_target_properties(mrc-sim PROPERTIES ENABLE_EXPORTS ON) # its plugins use its classes
endif()

# Libraries of programs that use the module together with other parts of ns-3
set(stack_libraries ns3::libapplications ns3::libcsma ns3::libflow-monitor ns3::libpoint-to-point ns3::libtraffic-control)

# Tests
mrc_program(mrc-core-tests "" LIBRARIES mrc-pure GTest::gtest_main SOURCES ${mrc_core_tests})
mrc_program(mrc-unit-tests "" LIBRARIES mrc ${stack_libraries} GTest::gtest_main SOURCES ${mrc_unit_tests})
if(NOT MRC_VALIJSON_INCLUDE)
  message(STATUS "mrc-runner-tests: without ${mrc_valijson_tests}: valijson is not there")
  list(REMOVE_ITEM mrc_runner_tests ${mrc_valijson_tests})
endif()
if(TARGET GTest::gtest AND NOT MRC_FUZZ)
  mrc_program(mrc-sim-adding "" LIBRARIES mrc-runner SOURCES ${mrc_runner_main} ${mrc_added}) # for test_adding.py
endif()
mrc_program(mrc-runner-tests "" LIBRARIES mrc-runner GTest::gtest_main SOURCES ${mrc_runner_tests})
if(TARGET mrc-runner-tests AND MRC_VALIJSON_INCLUDE)
  target_include_directories(mrc-runner-tests SYSTEM PRIVATE ${MRC_VALIJSON_INCLUDE})
endif()
if(mrc_system_tests)
  mrc_program(mrc-test-runner "" LIBRARIES mrc SOURCES test/system/mrc-test-runner.cc ${mrc_system_tests})
endif()

# The sources of the tests are two thirds of all code and run once, so -O1; the tested code has -O3.
foreach(program mrc-core-tests mrc-unit-tests mrc-runner-tests mrc-test-runner)
  if(TARGET ${program})
    target_compile_options(${program} PRIVATE $<$<CONFIG:Release>:-O1>)
    if(program STREQUAL mrc-test-runner)
      mrc_precompile(${program} <ns3/test.h> ${model_headers})
    else()
      mrc_precompile(${program} <gtest/gtest.h> ${model_headers})
      mrc_join(${program} ${mrc_joint_tests})
    endif()
  endif()
endforeach()

# Fuzzing: every test/fuzz/NAME-fuzz.cc is a target. NAME-replay runs it on its seeds as an ordinary test; with MRC_FUZZ,
# NAME-fuzz searches. Targets of the protocol core are linked with the core alone.
set(fuzz_library_transport mrc-pure)
set(fuzz_library_scenario mrc-runner)
mrc_glob(fuzz_sources test/fuzz/*-fuzz.cc)
if(TARGET GTest::gtest AND NOT MRC_FUZZ)
  mrc_objects(mrc-fuzz-replay test/fuzz/replay-main.cc)
  target_link_libraries(mrc-fuzz-replay-objects PRIVATE GTest::gtest mrc-program-options)
endif()
add_custom_target(fuzzers)
foreach(source IN LISTS fuzz_sources)
  get_filename_component(name ${source} NAME_WE)
  string(REGEX REPLACE "-fuzz$" "" name ${name})
  set(library mrc)
  if(DEFINED fuzz_library_${name})
    set(library ${fuzz_library_${name}})
  endif()
  mrc_program(${name}-replay /fuzz LIBRARIES ${library} mrc-fuzz-replay GTest::gtest SOURCES ${source})
  if(MRC_FUZZ)
    mrc_program(${name}-fuzz "" LIBRARIES ${library} SOURCES ${source})
    if(TARGET ${name}-fuzz)
      target_compile_options(${name}-fuzz PRIVATE -fsanitize=fuzzer-no-link)
      target_link_options(${name}-fuzz PRIVATE -fsanitize=fuzzer)
      add_dependencies(fuzzers ${name}-fuzz)
    endif()
  endif()
endforeach()

# Transcripts of the transports of the core, which test/reference compares with the rules
if(MRC_JSON_INCLUDE)
  mrc_glob(transcript_sources test/reference/*.cc)
  mrc_program(mrc-transcript "" LIBRARIES mrc-pure SOURCES ${transcript_sources})
  target_include_directories(mrc-transcript SYSTEM PRIVATE ${MRC_JSON_INCLUDE})
  mrc_join(mrc-transcript test/reference)
else()
  message(STATUS "mrc-transcript is not built: nlohmann/json.hpp is not there")
endif()

# Micro-benchmarks
mrc_glob(bench_sources test/bench/*.cc)
mrc_program(mrc-bench "" LIBRARIES mrc benchmark::benchmark SOURCES ${bench_sources})

# Examples: one executable each
mrc_glob(example_sources examples/*.cc)
foreach(source IN LISTS example_sources)
  get_filename_component(name ${source} NAME_WE)
  mrc_program(${name} /examples LIBRARIES mrc ${stack_libraries} SOURCES ${source})
endforeach()

include(cmake/install.cmake)
