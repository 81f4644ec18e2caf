# Libraries that the runner, not the module, needs besides ns-3: only headers.
#
#   mrc_runner_includes          the folders of those headers
#   mrc_runner_lacks             missing ones; empty: mrc-sim can be built
set(mrc_runner_includes "")
set(mrc_runner_lacks "")

# mrc_runner_needs(VARIABLE HEADER PACKAGE): the header of a library, and its Debian package
macro(mrc_runner_needs variable header package)
  find_path(${variable} ${header} PATH_SUFFIXES eigen3)
  mark_as_advanced(${variable})
  if(${variable})
    list(APPEND mrc_runner_includes ${${variable}})
  else()
    list(APPEND mrc_runner_lacks "${header} (Debian: ${package})")
  endif()
endmacro()

mrc_runner_needs(MRC_JSON_INCLUDE nlohmann/json.hpp nlohmann-json3-dev)
mrc_runner_needs(MRC_EIGEN_INCLUDE Eigen/SparseCore libeigen3-dev)
mrc_runner_needs(MRC_CLI11_INCLUDE CLI/App.hpp libcli11-dev)
if(mrc_runner_lacks)
  list(JOIN mrc_runner_lacks ", " lacks)
  message(STATUS "mrc: the scenario runner mrc-sim is not built without ${lacks}")
endif()
