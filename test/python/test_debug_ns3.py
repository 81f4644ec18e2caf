# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""CI's ns-3 tree with assertions: the actions of .ci/debug-ns3 before the build.

The programs that it calls are stand-ins; the build tool fails, so that each call ends there.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

TOP = Path(__file__).resolve().parents[2]
needs_apt = pytest.mark.skipif(not shutil.which("apt-config"), reason="no apt here")

# The lists that apt-get received are copied to "seen"; the source package that it "fetches" is a tree whose ns3
# records its arguments
STAND_INS = {
    "dpkg-query": "echo 3.37-2",
    "apt-get": """for word; do case $word in Dir::Etc::SourceParts=*) cp -r "${word#*=}/." "$WORLD/seen";; esac; done
echo "$@" >>"$WORLD/apt-get"
for word; do [ "$word" != ns3=3.37-2 ] || touch ns3_3.37-2.dsc; done""",
    "dpkg-source": """mkdir -p "$3/ns-3.37/build/include/ns3"
printf '#!/bin/sh\\necho "$USER $*" >"%s/ns3"\\n' "$WORLD" >"$3/ns-3.37/ns3"
chmod +x "$3/ns-3.37/ns3" """,
    "ccache": "echo 1",
    "ninja": "exit 1",
}

ONE_LINE = """# packages
deb [signed-by=/a/key] https://mirror.example/debian bookworm main contrib
  deb http://other.example/debian bookworm-updates main
#deb http://unused.example/debian bookworm main
deb-src http://sources.example/debian bookworm main
"""

DEB822 = """Types: deb
URIs: https://third.example/debian
Suites: bookworm
Components: main

types: deb deb-src
URIs: https://fourth.example/debian
Suites: bookworm-security
Components: main
"""


@pytest.fixture(name="world")
def fixture_world(tmp_path):
    """A folder with stand-ins, lists of packages, and an empty cache."""
    for folder in ("bin", "seen", "etc/sources.list.d"):
        (tmp_path / folder).mkdir(parents=True)
    for name, script in STAND_INS.items():
        (tmp_path / "bin" / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / "bin" / name).chmod(0o755)
    (tmp_path / "etc" / "sources.list").write_text(ONE_LINE)
    (tmp_path / "etc" / "sources.list.d" / "more.sources").write_text(DEB822)
    (tmp_path / "apt.conf").write_text(f'Dir::Etc "{tmp_path}/etc";\n')
    return tmp_path


def debug_ns3(world):
    """Runs the script up to the start of the build."""
    done = subprocess.run(
        [TOP / ".ci" / "debug-ns3"],
        env=dict(
            os.environ,
            PATH=f"{world}/bin:{os.environ['PATH']}",
            APT_CONFIG=str(world / "apt.conf"),
            MRC_NS3_CACHE=str(world / "cache"),
            WORLD=str(world),
            USER="root",
        ),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "'ninja' failed" in done.stderr
    return world / "cache" / "ns3-3.37-2" / "source" / "ns-3.37"


@needs_apt
def test_sources_come_from_where_packages_come_from_and_the_lists_stay(world):
    debug_ns3(world)
    assert (world / "seen" / "sources.list").read_text().splitlines() == [
        "deb-src [signed-by=/a/key] https://mirror.example/debian bookworm main contrib",
        "deb-src http://other.example/debian bookworm-updates main",
    ]
    derived = (world / "seen" / "more.sources").read_text()
    assert derived.count("Types: deb-src\n") == 2
    assert "fourth.example" in derived
    assert (world / "etc" / "sources.list").read_text() == ONE_LINE
    assert (world / "etc" / "sources.list.d" / "more.sources").read_text() == DEB822


@needs_apt
def test_ns3_is_fetched_once(world):
    debug_ns3(world)
    calls = (world / "apt-get").read_text().splitlines()
    assert [call.split()[-1] for call in calls] == ["update", "ns3=3.37-2"]
    debug_ns3(world)
    assert (world / "apt-get").read_text().splitlines() == calls


@needs_apt
def test_ns3_does_not_meet_root_by_name(world):
    debug_ns3(world)
    said = (world / "ns3").read_text()
    assert said.startswith(" configure ")
    assert "--build-profile=debug" in said


@needs_apt
def test_only_what_differs_is_new_in_the_kept_tree(world):
    module = debug_ns3(world) / "contrib" / "mrc"
    same = module / "model" / "core" / "mrc" / "mrc-requester.cc"
    changed = module / "CMakeLists.txt"
    gone = module / "model" / "core" / "mrc" / "mrc-of-another-clone.cc"
    assert same.read_bytes() == (TOP / same.relative_to(module)).read_bytes()
    os.utime(same, (1, 1))
    changed.write_text("another clone's")
    os.utime(changed, (1, 1))
    gone.write_text("")
    debug_ns3(world)
    assert same.stat().st_mtime == 1
    assert changed.read_bytes() == (TOP / "CMakeLists.txt").read_bytes()
    assert changed.stat().st_mtime > 1
    assert not gone.exists()


@needs_apt
def test_headers_that_moved_are_forgotten(world):
    tree = debug_ns3(world)
    stubs = tree / "build" / "include" / "ns3"
    for name in ("model/core/mrc/mrc-requester.h", "model/core/mrc/mrc-moved.h"):
        stub = stubs / Path(name).name
        stub.write_text(f'#include "{tree}/contrib/mrc/{name}"\n')
    (stubs / "node.h").write_text(f'#include "{tree}/src/network/model/node.h"\n')
    debug_ns3(world)
    assert sorted(stub.name for stub in stubs.iterdir()) == ["mrc-requester.h", "node.h"]
