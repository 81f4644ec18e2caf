# Files that cmake --install copies: the headers beside those of ns-3, the library, mrc-sim and its scenarios, and the files by
# which other builds find them (find_package(ns3-mrc), pkg-config). The folder of a build is found in the same way.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(mrc_package ${CMAKE_INSTALL_LIBDIR}/cmake/ns3-mrc)
set(mrc_share ${CMAKE_INSTALL_DATADIR}/ns3-mrc)

install(FILES ${mrc_headers} ${include_folder}/mrc-module.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ns3)
install(TARGETS mrc EXPORT ns3-mrc-targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})

# Needs of plugins besides the library: headers of the runner and the stamp. The program defines the runner's functions.
if(TARGET mrc-sim)
  set(mrc_runner_folder ${CMAKE_INSTALL_INCLUDEDIR}/ns3-mrc)
  foreach(header IN LISTS mrc_plugin_headers)
    get_filename_component(folder ${header} DIRECTORY)
    string(REGEX REPLACE "^runner" ${mrc_runner_folder} folder ${folder})
    install(FILES ${header} DESTINATION ${folder})
  endforeach()
  install(FILES ${mrc_plugin_stamp} ${mrc_plugin_folder}/mrc-plugin-stamp.cc DESTINATION ${mrc_share}/plugin)
  add_library(mrc-plugin INTERFACE)
  target_link_libraries(mrc-plugin INTERFACE mrc)
  target_sources(
    mrc-plugin INTERFACE $<BUILD_INTERFACE:${mrc_plugin_folder}/mrc-plugin-stamp.cc>
                         $<INSTALL_INTERFACE:$<INSTALL_PREFIX>/${mrc_share}/plugin/mrc-plugin-stamp.cc>
  )
  target_include_directories(
    mrc-plugin INTERFACE $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/runner> $<INSTALL_INTERFACE:${mrc_runner_folder}>
  )
  target_include_directories(mrc-plugin SYSTEM INTERFACE ${MRC_JSON_INCLUDE})
  set_target_properties(mrc-plugin PROPERTIES EXPORT_NAME plugin)
  install(TARGETS mrc-plugin EXPORT ns3-mrc-targets)
endif()

list(JOIN mrc_ns3_modules " " mrc_components)
configure_package_config_file(cmake/ns3-mrc-config.cmake.in ns3-mrc-config.cmake INSTALL_DESTINATION ${mrc_package})
write_basic_package_version_file(ns3-mrc-config-version.cmake COMPATIBILITY ExactVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/ns3-mrc-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/ns3-mrc-config-version.cmake
              cmake/FindNs3.cmake DESTINATION ${mrc_package})

foreach(component IN LISTS mrc_ns3_modules)
  list(APPEND mrc_ns3_libraries ${Ns3_${component}_LIBRARY})
endforeach()
list(JOIN mrc_ns3_libraries " " mrc_ns3_libraries)
get_filename_component(mrc_ns3_folder ${Ns3_core_LIBRARY} DIRECTORY)
file(RELATIVE_PATH mrc_up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/ns3-mrc.pc.in ns3-mrc.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/ns3-mrc.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(TARGET mrc-sim)
  set_target_properties(mrc-sim PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR};${mrc_ns3_folder}")
  install(TARGETS mrc-sim EXPORT ns3-mrc-targets RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(EXPORT ns3-mrc-targets NAMESPACE ns3-mrc:: DESTINATION ${mrc_package})
export(EXPORT ns3-mrc-targets NAMESPACE ns3-mrc:: FILE ${CMAKE_CURRENT_BINARY_DIR}/ns3-mrc-targets.cmake)
configure_file(cmake/FindNs3.cmake FindNs3.cmake COPYONLY)
install(FILES docs/scenario.schema.json DESTINATION ${mrc_share})
install(DIRECTORY docs/adding DESTINATION ${mrc_share}/docs FILES_MATCHING PATTERN *.cc) # examples for ./mrc new
install(DIRECTORY experiments DESTINATION ${mrc_share} USE_SOURCE_PERMISSIONS PATTERN __pycache__ EXCLUDE)
install(PROGRAMS mrc DESTINATION ${mrc_share})
install(CODE "file(CREATE_LINK ../${mrc_share}/mrc \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/mrc\" SYMBOLIC)")
