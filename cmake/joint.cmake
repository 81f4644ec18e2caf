# Several sources are compiled as one, for the runner and the tests: their headers take most of the time.

option(MRC_JOINT "Read common headers once, and compile sources of a folder together: half of a whole build's time" ON)

# Folders of the runner and of tests whose sources may be joined
set(mrc_joint_runner runner/capacity runner/command-line runner/document runner/fluid runner/keys runner/kinds
                     runner/plugin runner/reference runner/results runner/run)
set(mrc_joint_tests
    test/core test/fabric test/helper test/nic test/policy test/runner test/runner/capacity test/runner/fluid
    test/runner/keys test/runner/reference test/stack test/wire test/workload)

# mrc_join(TARGET FOLDER...): compiles up to eight sources of each of these folders as one. Names within a folder must
# therefore differ, also local ones. Folders of kinds and of their tests are excluded, because the files of kinds have
# constants of the same names. CMake has such groups from 3.18 on.
function(mrc_join target)
  if(NOT (MRC_JOINT AND TARGET ${target}) OR CMAKE_VERSION VERSION_LESS 3.18)
    return()
  endif()
  foreach(folder IN LISTS ARGN)
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "^${folder}/[^/]+\\.cc$")
    set(number 0)
    foreach(source IN LISTS sources)
      math(EXPR group "${number} / 8")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP "${folder}/${group}")
      math(EXPR number "${number} + 1")
    endforeach()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
