# The contrib build, behind the library: this folder is contrib/mrc of an ns-3 tree, whose build system provides build_exec.

# What this module's own CI asks for. ns-3's test suites (test/system) do not depend on it.
option(MRC_UNIT_TESTS "Also build mrc-unit-tests, which needs GoogleTest and all modules that the examples need" OFF)

# mrc_tree_program(NAME FOLDER LIBRARIES... SOURCES file...) adds an executable to those of the tree
function(mrc_tree_program name folder)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "LIBRARIES;SOURCES")
  build_exec(
    EXECNAME ${name}
    SOURCE_FILES ${arg_SOURCES}
    LIBRARIES_TO_LINK ${libmrc}
                      ${arg_LIBRARIES}
    EXECUTABLE_DIRECTORY_PATH ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/contrib/mrc/${folder}/
  )
endfunction()

include(cmake/joint.cmake)
include(cmake/runner-libraries.cmake)

# mrc_runner_knows(TARGET): where those are, and what only programs may know
function(mrc_runner_knows target)
  target_include_directories(${target} SYSTEM PRIVATE ${mrc_runner_includes})
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/runner)
  target_compile_definitions(${target} PRIVATE MRC_VERSION="${mrc_version}" MRC_NS3_VERSION="${NS3_VER}")
endfunction()

if(mrc_runner_main AND NOT mrc_runner_lacks)
  include(cmake/build-commit.cmake)
  add_library(mrc-runner-parts OBJECT ${mrc_runner_parts} ${mrc_commit_source})
  add_dependencies(mrc-runner-parts mrc-commit)
  target_link_libraries(mrc-runner-parts PRIVATE ${libmrc})
  mrc_runner_knows(mrc-runner-parts)
  mrc_join(mrc-runner-parts ${mrc_joint_runner})
  mrc_tree_program(mrc-sim runner SOURCES ${mrc_runner_main} $<TARGET_OBJECTS:mrc-runner-parts>)
  mrc_runner_knows(mrc-sim)
endif()

# The tests of the core and of the runner need nothing of this tree; the standalone build has them.
if(MRC_UNIT_TESTS)
  find_package(GTest REQUIRED)
  mrc_tree_program(
    mrc-unit-tests test
    LIBRARIES ${libapplications} ${libcsma} ${libflow-monitor} ${libpoint-to-point} ${libtraffic-control} GTest::gtest_main
    SOURCES ${mrc_unit_tests}
  )
  mrc_join(mrc-unit-tests ${mrc_joint_tests})
endif()
