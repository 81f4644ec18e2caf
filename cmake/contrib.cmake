# The contrib build, after the library: this folder is contrib/mrc of an ns-3 tree, whose build system provides build_exec.

include(cmake/joint.cmake)
include(cmake/runner-libraries.cmake)

# mrc_runner_knows(TARGET): the folders of those libraries, and definitions for programs only
function(mrc_runner_knows target)
  target_include_directories(${target} SYSTEM PRIVATE ${mrc_runner_includes})
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/runner)
  target_compile_definitions(${target} PRIVATE MRC_VERSION="${mrc_version}" MRC_NS3_VERSION="${NS3_VER}")
endfunction()

if(mrc_runner_main AND NOT mrc_runner_lacks)
  include(cmake/build-commit.cmake)
  include(cmake/plugin-stamp.cmake)
  add_library(mrc-runner-parts OBJECT ${mrc_runner_parts} ${mrc_commit_source} ${mrc_plugin_stamp})
  target_include_directories(mrc-runner-parts PRIVATE ${mrc_plugin_folder})
  add_dependencies(mrc-runner-parts mrc-commit)
  target_link_libraries(mrc-runner-parts PRIVATE ${libmrc})
  mrc_runner_knows(mrc-runner-parts)
  mrc_join(mrc-runner-parts ${mrc_joint_runner})
  build_exec(
    EXECNAME mrc-sim
    SOURCE_FILES ${mrc_runner_main} $<TARGET_OBJECTS:mrc-runner-parts>
    LIBRARIES_TO_LINK ${libmrc}
    EXECUTABLE_DIRECTORY_PATH ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/contrib/mrc/runner/
  )
  mrc_runner_knows(mrc-sim)
  set_target_properties(mrc-sim PROPERTIES ENABLE_EXPORTS ON) # its plugins use its classes
endif()
