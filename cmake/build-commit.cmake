# The commit of a build, for its results.
#
#   mrc_commit_source            C++ source with the commit; every build checks it, and writes it when the commit changes
#
# As a script (cmake -P), this file is that check.
if(CMAKE_SCRIPT_MODE_FILE)
  cmake_minimum_required(VERSION 3.18) # from which on CONFIGURE replaces the name below
  set(commit unknown) # no repository, as in an archive of the sources
  find_program(git git)
  if(git)
    execute_process(
      COMMAND ${git} -C ${source} describe --always --dirty --abbrev=12 --exclude=*
      OUTPUT_VARIABLE described
      ERROR_QUIET
      OUTPUT_STRIP_TRAILING_WHITESPACE
    )
    if(described)
      set(commit ${described})
    endif()
  endif()
  file(
    CONFIGURE
    OUTPUT ${output}
    CONTENT "#include \"results/build-commit.h\"\n\nconst char* const mrcsim::BUILD_COMMIT = \"@commit@\";\n"
    @ONLY
  )
  return()
endif()

set(mrc_commit_source ${CMAKE_CURRENT_BINARY_DIR}/build-commit.cc)
add_custom_target(
  mrc-commit
  COMMAND ${CMAKE_COMMAND} -D source=${CMAKE_CURRENT_SOURCE_DIR} -D output=${mrc_commit_source} -P ${CMAKE_CURRENT_LIST_FILE}
  BYPRODUCTS ${mrc_commit_source}
  COMMENT "Reading the commit" # ./mrc recognizes the step by this text
  VERBATIM
)
