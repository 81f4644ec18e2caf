#!/bin/bash
#
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# The driver of the MRC test bench: installs packages, configures and builds as necessary, then executes the command.
# Needs only bash on a Debian 12 system. Completed steps are not repeated.

set -euo pipefail
export LC_ALL=C.UTF-8
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")} # clones share compiled objects
# Only Debian's Python modules, because the user's own may have any version
export PYTHONNOUSERSITE=1
unset PYTHONPATH PYTHONHOME

top=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
preset=${MRC_PRESET:-release}
build=$top/build/$preset
shown=build/$preset # as messages name it
log=$build/setup.log
installed= # yes: this is no clone, but what ./mrc install has copied
if [ ! -e "$top/CMakeLists.txt" ] && [ -x "$top/../../bin/mrc-sim" ]; then
  installed=yes
  build=$(readlink -f "$top/../../bin")
  shown=$build
fi
ns3_choice=$top/build/ns3-folder # the folder given to setup --ns3; absent: the packaged ns-3
python=/usr/bin/python3          # Debian's Python with the packages below; PATH may have another one first

# Packages by command. The first list is for the simulator only, without Python and tests; make builds programs and
# plugins of users
packages=(g++ make cmake ninja-build libns3-dev nlohmann-json3-dev libeigen3-dev libcli11-dev)
python_packages=(python3 python3-pandas python3-matplotlib python3-scipy python3-jinja2 python3-tabulate)
sweep_packages=("${python_packages[@]}" snakemake python3-jsonschema python3-psutil)
report_packages=("${python_packages[@]}" node-d3) # d3 draws the run in motion; only browsers run it
bench_packages=("${python_packages[@]}" libbenchmark-dev)
setup_packages=("${sweep_packages[@]}" libgtest-dev libbenchmark-dev libvalijson-dev python3-pytest ccache)
# tshark reads captures, codespell checks spelling; the others open pages in a browser
test_packages=("${setup_packages[@]}" "${report_packages[@]}" tshark chromium chromium-driver python3-selenium codespell
  python3-clang-14 python3-coverage) # ./mrc mutate --draw reads the sources, and what tests reach
also_packages=() # additional packages of the command

say() {
  if [ -z "${quiet:-}" ]; then
    echo "mrc: $*" >&2
  fi
}

die() {
  echo "mrc: $*" >&2
  exit 2
}

# The commands, in the order of the help. Each command describes its arguments: ./mrc help COMMAND
declare -A about
commands=()

# offer COMMAND LINE: declares a command, which the function command_COMMAND executes, or else the simulator
offer() {
  commands+=("$1")
  about[$1]=$2
}

offer demo "MRC against RoCEv2/DCQCN on a 64-GPU cluster: a table and results/demo/report.html"
offer figures "figures of the MRC paper: runs, plots and checks of claims"
offer report "a page about one or several runs, with a player of the run"
offer export "a scenario or results as files of other programs: htsim, HPCC, SONiC"
offer sweep "every combination of the values that a file varies, resumable"
offer validate "the same cases run with the reference simulator of UET, a user's htsim_uec, and with this one"
offer perf "a collective over message sizes, MRC compared with RoCE"
offer run "one simulation"
offer check "validates a scenario, prints it with all defaults, and estimates a run"
offer import "a scenario from files of other simulators: htsim, HPCC, SimAI, GOAL, Chakra"
offer capacity "parts and cost of a network, and its capacity after faults"
offer new "a folder with a controller, selector, balancer, job, fault or topology of your own, as a plugin"
offer keys "the keys of scenarios; --document writes all reference pages of the manual"
offer attributes "ns-3 attributes and trace sources; --document as with keys"
offer results "content of results: files, columns, kinds of samples and events, as JSON; --document as with keys"
offer schema "the JSON Schema of scenarios, or of sweeps (schema sweep), for editors"
offer test "all tests, with their number at the end"
offer mutate "changes copies of the sources and checks that a test detects each change; --draw N draws the changes"
offer bench "speed and memory"
offer install "headers, library, mrc-sim and these commands in another folder, for all users: install --prefix DIR"
offer setup "only preparation, and import mrcbench for notebooks [--ns3 DIR | --ns3 packaged]"
offer help "this text, or details of one command: help COMMAND"

usage() {
  local command
  printf 'usage: ./mrc COMMAND [ARGUMENT...]\n\n'
  for command in "${commands[@]}"; do
    printf '  %-12s%s\n' "$command" "${about[$command]}"
  done
  cat <<'END'

Every command first installs, configures and builds as necessary. MRC_PRESET=release|debug|asan selects the build.
Exit status: 0 success, 1 a job did not complete or a claim failed, 2 bad input or usage, 130 interrupted.
END
}

# show_failure STEP: shows the end of the log and exits
show_failure() {
  tail -n 40 "$log" >&2
  die "$1 failed; the whole log is $log"
}

# --- packages ---------------------------------------------------------------------------------------------------------

# missing_packages PACKAGE...: prints those that are not installed
missing_packages() {
  local installed package
  [ $# -gt 0 ] || return 0
  installed=" $(dpkg-query -W -f='${Package}=${db:Status-Status} ' "$@" 2>/dev/null || true)"
  for package in "$@"; do
    if [ "$package" = libns3-dev ] && [ -e "$ns3_choice" ]; then
      continue
    fi
    if [[ $installed != *" $package=installed "* ]]; then
      echo "$package"
    fi
  done
}

# as_root COMMAND...: uses sudo unless the user is root
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  else
    sudo "$@"
  fi
}

install_packages() {
  local packages=("$@")
  { mkdir -p "$build" && [ -w "$build" ]; } 2>/dev/null || log=/dev/null
  if [ "$(id -u)" != 0 ] && ! sudo -n true 2>/dev/null && ! { [ -t 0 ] && command -v sudo >/dev/null; }; then
    die "Debian packages are missing, and you are neither root nor a user of sudo. As root:" \
      "apt-get install ${packages[*]}"
  fi
  say "installing ${#packages[@]} Debian packages: ${packages[*]}"
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -y -q -o DPkg::Lock::Timeout=600)
  if ! { as_root "${apt[@]}" update && as_root "${apt[@]}" install --no-install-recommends "${packages[@]}"; } \
    >>"$log" 2>&1; then
    show_failure "installing ${packages[*]}"
  fi
}

# ensure_packages PACKAGE...
ensure_packages() {
  command -v dpkg-query >/dev/null || return 0 # not Debian: CMake reports missing packages
  local missing
  missing=$(missing_packages "$@")
  if [ -n "$missing" ]; then
    # shellcheck disable=SC2086 # one word per package
    install_packages $missing
  fi
}

# --- configure and build ----------------------------------------------------------------------------------------------

configure() {
  local options=()
  if [ -e "$ns3_choice" ]; then
    options+=("-DCMAKE_PREFIX_PATH=$(cat "$ns3_choice")")
  fi
  if [ -n "${CI:-}" ]; then
    options+=(-DMRC_WERROR=ON)
  fi
  say "configuring $shown"
  rm -f "$build/CMakeCache.txt"
  if ! (cd "$top" && cmake --preset "$preset" "${options[@]}") >>"$log" 2>&1; then
    show_failure "configuring"
  fi
}

ensure_configured() {
  # A build folder contains absolute paths: after the repository has moved, start again
  if [ -e "$build/CMakeCache.txt" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$top" "$build/CMakeCache.txt"; then
    find "$build" -mindepth 1 -maxdepth 1 ! -name "$(basename "$log")" ! -name lock -exec rm -rf {} +
  fi
  if [ ! -e "$build/build.ninja" ] || [ ! -e "$build/CMakeCache.txt" ]; then
    configure
  fi
}

# One compiler per processor, limited by the memory (1.5 GB each)
compile_jobs() {
  local processors memory
  processors=$(nproc)
  memory=$(awk '/^MemAvailable/ {n = int($2 / 1500000)} END {print n < 1 ? 1 : n}' /proc/meminfo)
  echo $((processors < memory ? processors : memory))
}

# Reads ninja's output: announces the first compile step, and counts steps on a terminal
follow_build() {
  local line announced=
  while IFS= read -r line; do
    echo "$line" >>"$log"
    [[ $line =~ ^\[([1-9][0-9]*/[0-9]+)\] ]] || continue
    [[ $line != *"Reading the commit"* ]] || continue # a short step of every build
    if [ -z "$announced" ]; then
      say "building $shown"
      announced=yes
    fi
    if [ -t 2 ]; then
      printf '\r%s ' "${BASH_REMATCH[1]}" >&2
    fi
  done
  if [ -n "$announced" ] && [ -t 2 ]; then
    printf '\r%20s\r' '' >&2
  fi
}

# ensure_built [TARGET...]: builds the targets; default: all
ensure_built() {
  if ! NINJA_STATUS='[%f/%t] ' ninja -C "$build" -j "$(compile_jobs)" "$@" 2>&1 | follow_build; then
    show_failure "building"
  fi
}

# is_built [TARGET...]: true if they exist and their sources have not changed since the last build
is_built() {
  local target
  for target in "$@"; do
    [ -x "$build/$target" ] || return 1
  done
  [ -e "$build/built" ] &&
    [ -z "$(cd "$top" && find CMakeLists.txt cmake model helper runner -newer "$build/built" -print -quit)" ]
}

# lock: waits until no other ./mrc changes the build folder; the lock ends with exec 9>&-
lock() {
  exec 9>"$build/lock"
  if ! flock -n 9; then
    say "waiting for another ./mrc that is building $shown"
    flock 9
  fi
}

# prepare [TARGET...]: installs, configures and builds; a second call at the same time waits for the first
prepare() {
  if [ -n "$installed" ]; then
    ensure_packages "${also_packages[@]}"
    return
  fi
  if ! { mkdir -p "$build" && [ -w "$build" ]; } 2>/dev/null; then
    is_built "$@" || die "the folder $build cannot be written, so nothing can be built there"
    ensure_packages "${also_packages[@]}"
    return
  fi
  lock
  : >"$log"
  ensure_packages "${packages[@]}" "${also_packages[@]}"
  ensure_configured
  touch "$build/built.new"
  ensure_built "$@"
  mv "$build/built.new" "$build/built"
  exec 9>&-
}

# --- commands ---------------------------------------------------------------------------------------------------------

# choose_ns3 DIR: stores the ns-3 to build against and removes the configuration for another one
choose_ns3() {
  local folder
  if [ "$1" = packaged ]; then
    rm -f "$ns3_choice"
  else
    folder=$(readlink -e "$1") || die "--ns3: there is no folder '$1'"
    if [ ! -e "$folder/include/ns3/core-module.h" ] && [ ! -e "$folder/build/include/ns3/core-module.h" ]; then
      die "--ns3: '$1' contains neither build/include/ns3/core-module.h (an ns-3 tree, version 3.37 or later, after" \
        "'./ns3 configure --enable-modules=core,network,internet,virtual-net-device,applications,csma,flow-monitor,point-to-point,traffic-control && ./ns3 build') nor include/ns3/core-module.h (an installation)"
    fi
    mkdir -p "$top/build"
    echo "$folder" >"$ns3_choice"
  fi
  rm -f "$top"/build/*/CMakeCache.txt
}

# link_package: makes mrcbench importable in this user's Python (docs/notebooks.md). With a link, because a .pth file
# would make all scripts of experiments/ importable in every program.
link_package() {
  local site link folder=$top/experiments/mrcbench
  site=$("$python" -c 'import site; print(site.getusersitepackages())' 2>/dev/null) || return 0
  link=$site/mrcbench
  if [ "$(readlink "$link" || true)" = "$folder" ]; then
    return 0
  fi
  if [ -e "$link" ] && [ ! -L "$link" ]; then
    say "$link is not a link of ours, so it is unchanged; docs/notebooks.md describes how to import mrcbench"
  elif { mkdir -p "$site" && ln -sfn "$folder" "$link"; } 2>/dev/null; then
    say "mrcbench can now be imported in $python ($link)"
  else
    say "$site cannot be written; docs/notebooks.md describes how to import mrcbench"
  fi
}

# asks_for_help ARGUMENT...
asks_for_help() {
  [[ " $* " == *" --help "* || " $* " == *" -h "* ]]
}

command_setup() {
  if asks_for_help "$@"; then
    cat <<'END'
usage: ./mrc setup [--ns3 DIR | --ns3 packaged]

Installs packages except those of tests only, configures and builds all, and makes mrcbench importable
(docs/notebooks.md).
--ns3 DIR       builds against this ns-3, a built tree or an installation, from now on
--ns3 packaged  builds against Debian's ns-3 again
END
    return
  fi
  needs_sources setup
  also_packages=("${setup_packages[@]}")
  while [ $# -gt 0 ]; do
    case $1 in
      --ns3)
        [ $# -ge 2 ] || die "--ns3 needs a folder"
        choose_ns3 "$2"
        shift 2
        ;;
      *) die "setup: unknown argument '$1'" ;;
    esac
  done
  prepare
  link_package
  say "ready: $shown"
}

# needs_sources COMMAND
needs_sources() {
  [ -z "$installed" ] || die "$1 needs the sources, a clone of the repository"
}

command_install() {
  if asks_for_help "$@" || [ $# != 2 ] || [ "$1" != --prefix ]; then
    cat <<'END'
usage: ./mrc install --prefix DIR

Builds and copies into DIR, which every user may then read: include/ns3, lib/libns3-mrc.so, the files for
find_package(ns3-mrc) and pkg-config, bin/mrc-sim, and bin/mrc with these commands (docs/ns3-module.md). Installs all
Debian packages that these commands need, because users of DIR may not be able to.
END
    asks_for_help "$@" || exit 2
    return
  fi
  needs_sources install
  local folder
  folder=$(realpath -m "$2")
  also_packages=("${sweep_packages[@]}" "${report_packages[@]}")
  prepare mrc mrc-sim
  lock
  if ! cmake --install "$build" --prefix "$folder" >>"$log" 2>&1; then
    show_failure "installing into $folder"
  fi
  exec 9>&-
  say "installed: $folder"
}

# simulator COMMAND SCENARIO...: replaces this process by the simulator, which then receives signals
simulator() {
  [[ " $* " != *" --quiet "* ]] || quiet=yes
  prepare mrc-sim
  say "mrc-sim $* ($shown)"
  exec "$build/mrc-sim" "$@"
}

# reference COMMAND [ARGUMENT...]: prints the reference, or writes it into the manual
reference() {
  if [[ " $* " == *" --document "* ]]; then
    needs_sources "$1 --document"
    also_packages=("${python_packages[@]}")
    experiment manual "the reference pages of the manual" "$@"
  fi
  if asks_for_help "${@:2}"; then
    say "./mrc $1 --document writes the reference pages in docs/; the other options are those of mrc-sim"
  fi
  simulator "$@"
}

command_keys() { reference keys "$@"; }

command_attributes() { reference attributes "$@"; }

command_results() { reference results "$@"; }

command_schema() {
  if [ "$*" = sweep ]; then
    exec cat "$top/experiments/mrcbench/suite/sweep.schema.json"
  fi
  simulator schema "$@"
}

# tell_help SCRIPT ARGUMENT...: shows the help of the script if requested, without a build
tell_help() {
  if asks_for_help "${@:2}"; then
    ensure_packages "${also_packages[@]:-python3}"
    exec "$python" "$top/$1" --help
  fi
}

# experiment SCRIPT TEXT [ARGUMENT...]: executes a script of experiments
experiment() {
  tell_help "experiments/$1.py" "${@:3}"
  prepare mrc-sim
  say "$2 ($shown)"
  exec "$python" "$top/experiments/$1.py" --mrc-sim "$build/mrc-sim" "${@:3}"
}

# sweep SCRIPT TEXT [ARGUMENT...]: as experiment, with the packages for many runs
sweep() {
  also_packages=("${sweep_packages[@]}")
  experiment "$@"
}

command_demo() { sweep demo "MRC against RoCEv2 on a 64-GPU cluster" "$@"; }

command_figures() { sweep figures "figures of the MRC paper" "$@"; }

command_sweep() { sweep sweep "sweep" "$@"; }

command_validate() { sweep validate "comparison with htsim_uec" "$@"; }

command_perf() { sweep perf "collective over sizes" "$@"; }

command_import() {
  also_packages=("${python_packages[@]}")
  experiment import "import" "$@"
}

command_new() {
  also_packages=("${python_packages[@]}" "${packages[@]}") # the latter build the plugin, also beside an installation
  experiment new "new plugin" "$@"
}

command_report() {
  also_packages=("${python_packages[@]}")
  tell_help experiments/report.py "$@" # without the packages of the run in motion
  also_packages=("${report_packages[@]}")
  experiment report "report" "$@"
}

command_export() {
  also_packages=("${python_packages[@]}")
  experiment export "export" "$@"
}

command_test() {
  needs_sources test
  tell_help test/run_tests.py "$@"
  also_packages=("${test_packages[@]}")
  prepare
  say "testing $shown"
  exec "$python" "$top/test/run_tests.py" --build "$build" "$@"
}

# The command itself builds the copies of the sources
command_mutate() {
  needs_sources mutate
  tell_help test/mutations.py "$@"
  ensure_packages "${packages[@]}" "${test_packages[@]}" git
  exec "$python" "$top/test/mutations.py" "$@"
}

command_bench() {
  needs_sources bench
  also_packages=("${bench_packages[@]}")
  if [[ " $* " == *" --instructions "* || " $* " == *" --document "* ]]; then
    also_packages+=(valgrind) # counts instructions
  fi
  tell_help experiments/bench.py "$@"
  prepare mrc-sim mrc-bench
  say "measuring $shown"
  exec "$python" "$top/experiments/bench.py" --mrc-sim "$build/mrc-sim" "$@"
}

command_help() {
  case ${1:-help} in
    help | -*) usage ;;
    *) main "$1" --help ;;
  esac
}

main() {
  local command=${1:-help}
  case $command in -h | --help) command=help ;; esac
  if [ -z "${about[$command]:-}" ]; then
    echo "mrc: unknown command '$command'" >&2
    usage >&2
    exit 2
  elif declare -F "command_$command" >/dev/null; then
    "command_$command" "${@:2}"
  else
    simulator "$@"
  fi
}

case $preset in
  release | debug | asan) main "$@" ;;
  *) die "MRC_PRESET is '$preset'; allowed: release, debug or asan" ;;
esac
