# The contrib build, behind the library: this folder is contrib/mrc of an ns-3 tree, whose build system provides build_exec.

# The scenario runner needs more than ns-3: nlohmann/json and valijson (header files only). The module does without both.
find_path(MRC_NLOHMANN_JSON_INCLUDE nlohmann/json.hpp)
find_path(MRC_VALIJSON_INCLUDE valijson/schema.hpp)
mark_as_advanced(MRC_NLOHMANN_JSON_INCLUDE MRC_VALIJSON_INCLUDE)
if(mrc_runner_main AND MRC_NLOHMANN_JSON_INCLUDE AND MRC_VALIJSON_INCLUDE)
  build_exec(
    EXECNAME mrc-sim
    SOURCE_FILES ${mrc_runner_main}
                 ${mrc_runner_parts}
    LIBRARIES_TO_LINK ${libmrc}
    EXECUTABLE_DIRECTORY_PATH ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/contrib/mrc/experiments/
  )
  target_include_directories(mrc-sim SYSTEM PRIVATE ${MRC_NLOHMANN_JSON_INCLUDE} ${MRC_VALIJSON_INCLUDE})
  target_compile_definitions(
    mrc-sim PRIVATE MRC_VERSION="${mrc_version}" MRC_NS3_VERSION="${NS3_VER}"
                    MRC_SOURCE_DIR="${CMAKE_CURRENT_SOURCE_DIR}"
  )
else()
  message(STATUS "mrc: the scenario runner mrc-sim is not built; it needs nlohmann/json and valijson")
endif()
