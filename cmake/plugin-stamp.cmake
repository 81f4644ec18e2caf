# The stamp that mrc-sim and its plugins must have in common: versions, and a digest of the headers that plugins include.
#
#   mrc_plugin_headers           headers of the runner for plugins
#   mrc_plugin_folder            folder with the stamp, as a header and as the source that each plugin contains
#   mrc_plugin_stamp             that header; a target that lists it as a source writes it when a header has changed
#
# As a script (cmake -P), this file writes the header.
if(CMAKE_SCRIPT_MODE_FILE)
  cmake_minimum_required(VERSION 3.18) # as in build-commit.cmake
  file(STRINGS ${list} headers)
  set(all "")
  foreach(header IN LISTS headers)
    file(SHA256 ${source}/${header} digest)
    get_filename_component(name ${header} NAME)
    string(APPEND all "${name} ${digest}\n")
  endforeach()
  string(SHA256 digest "${all}")
  string(SUBSTRING ${digest} 0 12 digest)
  file(CONFIGURE OUTPUT ${output} CONTENT [[
// The stamp of plugins (docs/plugins.md). Written by CMake.

#ifndef MRC_PLUGIN_STAMP_H
#define MRC_PLUGIN_STAMP_H

#include <string> // with the version of the library's ABI

#define MRC_PLUGIN_WORD(x) #x
#define MRC_PLUGIN_TEXT(x) MRC_PLUGIN_WORD(x)

/// Versions of the module, of ns-3, of C++ and of its library, and a digest of the headers.
#define MRC_PLUGIN_STAMP                                                                           \
    "module @mrc@, ns-3 @ns3@, headers @digest@, C++ " MRC_PLUGIN_TEXT(__cplusplus) ", string ABI "  \
    MRC_PLUGIN_TEXT(_GLIBCXX_USE_CXX11_ABI)

#endif // MRC_PLUGIN_STAMP_H
]] @ONLY)
  return()
endif()

set(mrc_plugin_folder ${CMAKE_CURRENT_BINARY_DIR}/plugin)
set(mrc_plugin_stamp ${mrc_plugin_folder}/mrc-plugin-stamp.h)
mrc_glob(mrc_plugin_headers runner/document/*.h runner/fluid/*.h runner/keys/*.h runner/kinds/*.h runner/results/*.h)
list(FILTER mrc_plugin_headers EXCLUDE REGEX "/fluid-(incidence|max-)") # these include Eigen

list(JOIN mrc_headers "\n" lines)
list(JOIN mrc_plugin_headers "\n" more)
file(CONFIGURE OUTPUT ${mrc_plugin_folder}/headers.txt CONTENT "${lines}\n${more}\n" @ONLY)
configure_file(cmake/mrc-plugin-stamp.cc ${mrc_plugin_folder}/mrc-plugin-stamp.cc COPYONLY)
set(headers ${mrc_headers} ${mrc_plugin_headers})
list(TRANSFORM headers PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
if(NOT Ns3_VERSION)
  set(Ns3_VERSION ${NS3_VER}) # in a tree of ns-3
endif()
add_custom_command(
  OUTPUT ${mrc_plugin_stamp}
  COMMAND ${CMAKE_COMMAND} -D source=${CMAKE_CURRENT_SOURCE_DIR} -D list=${mrc_plugin_folder}/headers.txt
          -D output=${mrc_plugin_stamp} -D mrc=${mrc_version} -D ns3=${Ns3_VERSION} -P ${CMAKE_CURRENT_LIST_FILE}
  DEPENDS ${headers} ${mrc_plugin_folder}/headers.txt ${CMAKE_CURRENT_LIST_FILE}
  COMMENT "Writing the stamp of plugins"
  VERBATIM
)
