# What cmake --install copies: the headers beside those of ns-3, the library, mrc-sim and its scenarios, and the files by
# which other builds find them (find_package(ns3-mrc), pkg-config).

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(mrc_package ${CMAKE_INSTALL_LIBDIR}/cmake/ns3-mrc)
set(mrc_share ${CMAKE_INSTALL_DATADIR}/ns3-mrc)

install(FILES ${mrc_headers} ${include_folder}/mrc-module.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ns3)
install(TARGETS mrc EXPORT ns3-mrc-targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT ns3-mrc-targets NAMESPACE ns3-mrc:: DESTINATION ${mrc_package})

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
  install(TARGETS mrc-sim RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(FILES docs/scenario.schema.json DESTINATION ${mrc_share})
install(DIRECTORY experiments DESTINATION ${mrc_share} USE_SOURCE_PERMISSIONS PATTERN __pycache__ EXCLUDE)
install(PROGRAMS mrc DESTINATION ${mrc_share})
install(CODE "file(CREATE_LINK ../${mrc_share}/mrc \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/mrc\" SYMBOLIC)")
