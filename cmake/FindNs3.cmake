# Finds an ns-3: an installed one (Debian's libns3-dev, or cmake --install) or the build folder of an ns-3 tree.
#
#   find_package(Ns3 REQUIRED COMPONENTS core network OPTIONAL_COMPONENTS csma)
#   hints: CMAKE_PREFIX_PATH = prefix, ns-3 tree, or its build folder
#
# Defines one imported target per component (ns3::libcore, ...) and Ns3_VERSION ("3.37").
#
# ns-3's own ns3Config.cmake does not serve: the one in Debian's package fails to load, because it names programs and folders
# (raw-sock-creator, GSL, Python) that the package neither contains nor depends on, and a tree that was built but not
# installed has none. This module needs only headers and shared libraries.

# The headers and libraries of a tree are in build/
set(Ns3_hints ${CMAKE_PREFIX_PATH})
list(TRANSFORM Ns3_hints APPEND /build)
find_path(Ns3_INCLUDE_DIR ns3/core-module.h HINTS ${Ns3_hints} PATH_SUFFIXES include)
mark_as_advanced(Ns3_INCLUDE_DIR)
get_filename_component(Ns3_prefix "${Ns3_INCLUDE_DIR}" DIRECTORY)

# A tree calls its libraries libns3.37-core-default.so or libns3-dev-core-debug.so, an installation libns3-core.so
set(Ns3_profiles "" -default -optimized -release -relwithdebinfo -debug)
set(Ns3_stems ns3-@component@ ns3-dev-@component@)
foreach(minor RANGE 60 36 -1)
  foreach(patch .5 .4 .3 .2 .1 "")
    list(APPEND Ns3_stems ns3.${minor}${patch}-@component@)
  endforeach()
endforeach()

set(Ns3_required_libraries "")
foreach(component IN LISTS Ns3_FIND_COMPONENTS)
  set(names "")
  foreach(stem IN LISTS Ns3_stems)
    string(REPLACE @component@ ${component} stem ${stem})
    foreach(profile IN LISTS Ns3_profiles)
      list(APPEND names ${stem}${profile})
    endforeach()
  endforeach()
  # Only next to the headers: the headers of one ns-3 and the libraries of another would compile and link, and then fail
  find_library(
    Ns3_${component}_LIBRARY
    NAMES ${names} NAMES_PER_DIR
    PATHS ${Ns3_prefix}
    PATH_SUFFIXES lib lib64 lib/${CMAKE_LIBRARY_ARCHITECTURE}
    NO_DEFAULT_PATH
  )
  mark_as_advanced(Ns3_${component}_LIBRARY)
  if(Ns3_FIND_REQUIRED_${component})
    list(APPEND Ns3_required_libraries Ns3_${component}_LIBRARY)
  endif()
  if(Ns3_${component}_LIBRARY)
    set(Ns3_${component}_FOUND TRUE)
  endif()
endforeach()

if(Ns3_core_LIBRARY)
  get_filename_component(Ns3_soname ${Ns3_core_LIBRARY} REALPATH)
  get_filename_component(Ns3_soname ${Ns3_soname} NAME)
  if(Ns3_soname MATCHES "^libns3\\.([0-9.]+[0-9])-|\\.so\\.([0-9]+)$")
    set(Ns3_VERSION 3.${CMAKE_MATCH_1}${CMAKE_MATCH_2})
  else()
    set(Ns3_VERSION dev)
  endif()
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  Ns3
  REQUIRED_VARS Ns3_INCLUDE_DIR ${Ns3_required_libraries}
  VERSION_VAR Ns3_VERSION
  HANDLE_COMPONENTS
)

if(Ns3_FOUND)
  foreach(component IN LISTS Ns3_FIND_COMPONENTS)
    if(Ns3_${component}_FOUND AND NOT TARGET ns3::lib${component})
      add_library(ns3::lib${component} SHARED IMPORTED)
      set_target_properties(
        ns3::lib${component} PROPERTIES IMPORTED_LOCATION ${Ns3_${component}_LIBRARY}
                                        INTERFACE_INCLUDE_DIRECTORIES ${Ns3_INCLUDE_DIR}
      )
      if(NOT component STREQUAL core)
        set_target_properties(ns3::lib${component} PROPERTIES INTERFACE_LINK_LIBRARIES ns3::libcore)
      endif()
    endif()
  endforeach()
endif()
