# The contrib build: this folder is contrib/mrc of an ns-3 tree, whose build system provides build_lib and friends.

# Outside the model and its tests, only what needs no more than ns-3 itself; nlohmann/json and valijson for the runner are optional.
build_lib(
  LIBNAME mrc
  SOURCE_FILES ${mrc_pure_sources}
               ${mrc_shell_sources}
  HEADER_FILES ${mrc_headers}
  LIBRARIES_TO_LINK ${libcore}
                    ${libnetwork}
  TEST_SOURCES ${mrc_system_tests}
)
