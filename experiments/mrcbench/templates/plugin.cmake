# The plugin {{ name }} of mrc-sim:
#   cmake -S . -B build && cmake --build build    builds build/lib{{ name }}.so, which scenario.json names
#   ctest --test-dir build                        builds, checks and runs it
# Another ns3-mrc than the one below: -DCMAKE_PREFIX_PATH=DIR
cmake_minimum_required(VERSION 3.21)
project({{ name }} LANGUAGES CXX)
find_package(ns3-mrc REQUIRED HINTS "{{ package }}")
mrc_add_plugin({{ name }} {{ name }}.cc)

enable_testing()
add_test(NAME build COMMAND ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR})
add_test(NAME check COMMAND ns3-mrc::mrc-sim check ${CMAKE_SOURCE_DIR}/scenario.json)
add_test(NAME run COMMAND ns3-mrc::mrc-sim run ${CMAKE_SOURCE_DIR}/scenario.json --out ${CMAKE_BINARY_DIR}/results)
set_tests_properties(build PROPERTIES FIXTURES_SETUP plugin)
set_tests_properties(check run PROPERTIES FIXTURES_REQUIRED plugin)
