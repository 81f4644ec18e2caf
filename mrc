#!/bin/bash
#
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# The driver of the MRC test bench: brings the machine to a working state (packages, configure, build), then does the
# command. Needs nothing but bash on a Debian 12 system. What is done already is not done again.

set -euo pipefail
export LC_ALL=C.UTF-8
# Debian's Python modules alone: those of the user's own may be of any age
export PYTHONNOUSERSITE=1
unset PYTHONPATH PYTHONHOME

top=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
preset=${MRC_PRESET:-release}
build=$top/build/$preset
log=$build/setup.log
ns3_choice=$top/build/ns3-folder # the folder given to setup --ns3; absent: the packaged ns-3
python=/usr/bin/python3          # Debian's, which has the packages below; another one may come first on PATH

tool_packages=(g++ cmake ninja-build ccache)
library_packages=(libgtest-dev libbenchmark-dev nlohmann-json3-dev libvalijson-dev libeigen3-dev)
python_packages=(python3 python3-pandas python3-matplotlib python3-scipy python3-pytest snakemake)
report_packages=(node-d3) # draws the run in motion; nothing of it is run here but by browsers
# tshark reads captures; the others open the pages that are written in a real browser
test_packages=(tshark chromium chromium-driver python3-selenium "${report_packages[@]}")
count_packages=(valgrind) # counts instructions
also_packages=()          # what the command needs besides

say() {
  if [ -z "${quiet:-}" ]; then
    echo "mrc: $*" >&2
  fi
}

die() {
  echo "mrc: $*" >&2
  exit 2
}

usage() {
  cat <<'END'
usage: ./mrc COMMAND [ARGUMENT...]

  demo                 MRC against RoCEv2/DCQCN on a 64-GPU cluster: a table and results/demo/report.html
  figures [ID...]      figures of the MRC paper: runs, plots, and what is expected [--list] [--quick] [--full] [--keep] [--document]
                       [--cores N] [--out DIR]
  report DIR [DIR...]  a page about a run, or about several side by side: report.html, and motion.html, the run to be played
                       [--out FILE] [--no-motion]
  sweep FILE.json      every combination of what the file varies, resumable [--dry-run] [--out DIR] [--cores N]
                       [--profile P] [--again] [--quick] [--full]
  perf OP              a collective over message sizes, MRC and RoCE side by side [--min 1MB] [--max 64MB] [--factor 4]
                       [--ranks 64] [--roce-qps 1,16] [--loss 0.001] [--dry-run] and more, see perf --help
  run SCENARIO.json    one simulation [--set KEY=VALUE] [--seed N] [--out DIR] [--quiet] [--force]
                       [--progress|--no-progress]
  check SCENARIO.json  validate only, print the effective configuration and what a run will take [--force] [--all]: with the
                       value of every ns-3 attribute
  keys [PATH]          what a scenario may say: type, unit, default, range and meaning of every key, or of those at and
                       below PATH, such as switch.ecn or workload[all-reduce].bytes [--json] [--document]
  attributes [CLASS]   the same of ns-3 attributes, and trace sources: of this module's CLASS, such as MrcNscc, or which
                       classes there are [--json] [--document]
  results              what results hold, as JSON: files, columns, keys of summary.json, kinds of samples and events [--document]
  schema               the JSON Schema of scenarios, for editors
  test                 all tests, closing with a count [--quick] [--list]
  mutate [NAME...]     breaks the sources (copies of them) on purpose and sees whether a test notices; takes an hour
                       [--list FILE] [--copies N] [--hang SECONDS] [--build DIR]
  bench                speed and memory [--only W1,W2] [--repeat N] [--json FILE] [--compare OLD.json] [--no-micro]
                       [--against MRC-SIM] [--micro-only] [--instructions] [--scaling [DIR]] [--document]
  setup                only the preparation, and import mrcbench for notebooks [--ns3 DIR]: use that ns-3 (a built tree or an
                       installation); --ns3 packaged: Debian's again
  help                 this text

Every command first installs, configures and builds what is missing. MRC_PRESET=release|debug|asan selects the build.
Exit status: 0 done, 1 something did not complete or an expectation failed, 2 bad input or usage.
END
}

# show_failure WHAT: the end of the log, and out
show_failure() {
  tail -n 40 "$log" >&2
  die "$1 failed; the whole log is $log"
}

# --- packages ---------------------------------------------------------------------------------------------------------

missing_packages() {
  local wanted=("${tool_packages[@]}" "${library_packages[@]}" "${python_packages[@]}" "${also_packages[@]}")
  local installed package
  if [ ! -e "$ns3_choice" ]; then
    wanted+=(libns3-dev)
  fi
  installed=" $(dpkg-query -W -f='${Package}=${db:Status-Status} ' "${wanted[@]}" 2>/dev/null || true)"
  for package in "${wanted[@]}"; do
    if [[ $installed != *" $package=installed "* ]]; then
      echo "$package"
    fi
  done
}

# as_root COMMAND...: with sudo where we are not root
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  else
    sudo "$@"
  fi
}

install_packages() {
  local packages=("$@")
  if [ "$(id -u)" != 0 ] && ! sudo -n true 2>/dev/null && ! { [ -t 0 ] && command -v sudo >/dev/null; }; then
    die "Debian packages are missing, and this is neither root nor a user of sudo. As root: apt-get install ${packages[*]}"
  fi
  say "installing ${#packages[@]} Debian packages: ${packages[*]}"
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -y -q -o DPkg::Lock::Timeout=600)
  if ! { as_root "${apt[@]}" update && as_root "${apt[@]}" install --no-install-recommends "${packages[@]}"; } \
    >>"$log" 2>&1; then
    show_failure "installing ${packages[*]}"
  fi
}

ensure_packages() {
  command -v dpkg-query >/dev/null || return 0 # not Debian: CMake will say what is missing
  local missing
  missing=$(missing_packages)
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
  say "configuring build/$preset"
  rm -f "$build/CMakeCache.txt"
  if ! (cd "$top" && cmake --preset "$preset" "${options[@]}") >>"$log" 2>&1; then
    show_failure "configuring"
  fi
}

ensure_configured() {
  # A build folder belongs to the place it was made in: after the repository has moved, start over
  if [ -e "$build/CMakeCache.txt" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$top" "$build/CMakeCache.txt"; then
    find "$build" -mindepth 1 -maxdepth 1 ! -name "$(basename "$log")" ! -name lock -exec rm -rf {} +
  fi
  if [ ! -e "$build/build.ninja" ] || [ ! -e "$build/CMakeCache.txt" ]; then
    configure
  fi
}

# As many compilers as there are processors, but not more than fit the memory (1.5 GB each)
compile_jobs() {
  local processors memory
  processors=$(nproc)
  memory=$(awk '/^MemAvailable/ {n = int($2 / 1500000)} END {print n < 1 ? 1 : n}' /proc/meminfo)
  echo $((processors < memory ? processors : memory))
}

# Reads ninja's output; the first compile step is announced, and counted on while somebody watches
follow_build() {
  local line announced=
  while IFS= read -r line; do
    echo "$line" >>"$log"
    [[ $line =~ ^\[([1-9][0-9]*/[0-9]+)\] ]] || continue
    [[ $line != *"which commit"* ]] || continue # asked by every build, and nothing to wait for
    if [ -z "$announced" ]; then
      say "building build/$preset"
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

# ensure_built [TARGET...]: without targets, everything
ensure_built() {
  if ! NINJA_STATUS='[%f/%t] ' ninja -C "$build" -j "$(compile_jobs)" "$@" 2>&1 | follow_build; then
    show_failure "building"
  fi
}

# prepare [TARGET...]; two calls at once must not build at once: the second waits for the first
prepare() {
  if ! { mkdir -p "$build" && [ -w "$build" ]; } 2>/dev/null; then
    die "the folder $build cannot be written, so nothing can be built there"
  fi
  exec 9>"$build/lock"
  if ! flock -n 9; then
    say "waiting for another ./mrc that is building build/$preset"
    flock 9
  fi
  : >"$log"
  ensure_packages
  ensure_configured
  ensure_built "$@"
  exec 9>&-
}

# --- commands ---------------------------------------------------------------------------------------------------------

# choose_ns3 DIR: remembers the ns-3 to build against and forgets what was configured against another one
choose_ns3() {
  local folder
  if [ "$1" = packaged ]; then
    rm -f "$ns3_choice"
  else
    folder=$(readlink -e "$1") || die "--ns3: there is no folder '$1'"
    if [ ! -e "$folder/include/ns3/core-module.h" ] && [ ! -e "$folder/build/include/ns3/core-module.h" ]; then
      die "--ns3: '$1' holds neither build/include/ns3/core-module.h (an ns-3 tree, version 3.37 or later, after" \
        "'./ns3 configure --enable-modules=core,network,internet,virtual-net-device,applications,csma,flow-monitor,point-to-point,traffic-control && ./ns3 build') nor include/ns3/core-module.h (an installation)"
    fi
    mkdir -p "$top/build"
    echo "$folder" >"$ns3_choice"
  fi
  rm -f "$top"/build/*/CMakeCache.txt
}

# link_package: import mrcbench works in Python of this user (docs/notebooks.md). A link and no .pth file, which would put
# all scripts of experiments/ among the modules of every program.
link_package() {
  local site link folder=$top/experiments/mrcbench
  site=$("$python" -c 'import site; print(site.getusersitepackages())' 2>/dev/null) || return 0
  link=$site/mrcbench
  if [ "$(readlink "$link" || true)" = "$folder" ]; then
    return 0
  fi
  if [ -e "$link" ] && [ ! -L "$link" ]; then
    say "$link is not ours, so it stays; docs/notebooks.md tells how to import mrcbench"
  elif { mkdir -p "$site" && ln -sfn "$folder" "$link"; } 2>/dev/null; then
    say "import mrcbench works now in $python ($link)"
  else
    say "$site cannot be written; docs/notebooks.md tells how to import mrcbench"
  fi
}

command_setup() {
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
  say "ready: build/$preset"
}

# simulator COMMAND SCENARIO...: the runner takes over this process, and with it signals and exit status
simulator() {
  local argument
  for argument in "$@"; do
    if [ "$argument" = --quiet ]; then
      quiet=yes
    fi
  done
  prepare mrc-sim
  say "mrc-sim $* (build/$preset)"
  exec "$build/mrc-sim" "$@"
}

command_run() { simulator run "$@"; }

command_check() { simulator check "$@"; }

command_schema() { simulator schema "$@"; }

# reference COMMAND [ARGUMENT...]: what can be set, or is in results, told here or written into the manual
reference() {
  local argument
  for argument in "${@:2}"; do
    if [ "$argument" = --document ]; then
      experiment manual "the page of $1" "$@"
    fi
  done
  simulator "$@"
}

command_keys() { reference keys "$@"; }

command_attributes() { reference attributes "$@"; }

command_results() { reference results "$@"; }

# experiment SCRIPT WHAT [ARGUMENT...]: runs by the engine of experiments
experiment() {
  prepare mrc-sim
  say "$2 (build/$preset)"
  exec "$python" "$top/experiments/$1.py" --mrc-sim "$build/mrc-sim" "${@:3}"
}

command_demo() { experiment demo "MRC against RoCEv2 on a 64-GPU cluster" "$@"; }

command_figures() { experiment figures "figures of the MRC paper" "$@"; }

command_sweep() { experiment sweep "sweep" "$@"; }

command_perf() { experiment perf "collective over sizes" "$@"; }

command_report() {
  also_packages=("${report_packages[@]}")
  experiment report "report" "$@"
}

command_test() {
  also_packages=("${test_packages[@]}")
  prepare
  say "testing build/$preset"
  exec "$python" "$top/test/run_tests.py" --build "$build" "$@"
}

# The copies of the sources are built by the command itself
command_mutate() {
  also_packages=("${test_packages[@]}" git)
  mkdir -p "$build"
  ensure_packages
  exec "$python" "$top/test/mutations.py" "$@"
}

command_bench() {
  local argument
  for argument in "$@"; do
    if [ "$argument" = --instructions ] || [ "$argument" = --document ]; then
      also_packages=("${count_packages[@]}")
    fi
  done
  prepare
  say "measuring build/$preset"
  exec "$python" "$top/experiments/bench.py" --mrc-sim "$build/mrc-sim" "$@"
}

main() {
  case ${1:-help} in
    setup | demo | figures | report | sweep | perf | run | check | keys | attributes | results | schema | test | mutate | bench) "command_$1" "${@:2}" ;;
    help | --help | -h) usage ;;
    *)
      echo "mrc: unknown command '$1'" >&2
      usage >&2
      exit 2
      ;;
  esac
}

case $preset in
  release | debug | asan) main "$@" ;;
  *) die "MRC_PRESET is '$preset'; it can be release, debug or asan" ;;
esac
