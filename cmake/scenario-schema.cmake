# The schema of scenarios: a base, and a file for each kind of topology, transport, job and fault. A small program puts them
# together while we build; a mistake in one of them stops the build with its place. What comes out is
#
#   mrc_schema_source            C++ that holds it, for the runner, which needs no file then
#   scenario.schema.json         the same as JSON beside it, for editors
#
# Whoever includes this file tells the target mrc-assemble-schema where nlohmann/json is.
set(mrc_schema_source ${CMAKE_CURRENT_BINARY_DIR}/scenario-schema-text.cc)
set(mrc_schema_base runner/document/scenario.schema.json)
mrc_glob(mrc_schema_kinds runner/kinds/*/*.json)

set(mrc_schema_program runner/command-line/assemble-schema.cc)
foreach(part schema-assembly schema-object schema-kinds schema-keywords json-text json-path)
  list(APPEND mrc_schema_program runner/document/${part}.cc)
endforeach()
add_executable(mrc-assemble-schema ${mrc_schema_program})
target_include_directories(mrc-assemble-schema PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/runner)
# It runs once, for some milliseconds
target_compile_options(mrc-assemble-schema PRIVATE -O1)
set_target_properties(mrc-assemble-schema PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})

set(schema_parts ${mrc_schema_base} ${mrc_schema_kinds})
list(TRANSFORM schema_parts PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ OUTPUT_VARIABLE schema_files)
add_custom_command(
  OUTPUT ${mrc_schema_source} ${CMAKE_CURRENT_BINARY_DIR}/scenario.schema.json
  COMMAND mrc-assemble-schema ${mrc_schema_source} ${CMAKE_CURRENT_BINARY_DIR}/scenario.schema.json ${schema_parts}
  DEPENDS mrc-assemble-schema ${schema_files}
  WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
  COMMENT "Putting the schema of scenarios together"
  VERBATIM
)
