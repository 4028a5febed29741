#!/usr/bin/env python3
"""What a run can write, seen from outside: by strace, and by a program that the run starts.

usage: confinement.py --binary BINARY     (from the top of a checkout; needs Debian's strace)

A kernel without Landlock is acted out by strace, which answers Landlock's first call with an error.
The program that the run starts is git: a script of that name, first on the PATH, tries to write
into the guarded sources and prints what it is told, which ends up as "commit" in run.json.
"""
import argparse
import ctypes
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path.cwd()
BINARY = None
PLAN = """{"schema":"autoresearch.plan/1","name":"small","suite":"Traces/vigil-twelve-days","method":"lattice",
"parameters":{"weights":{"step":0.2},"notifyThreshold":{"min":50,"max":60,"step":5}},"keep":5}
"""
GIT = """#!/bin/sh
( echo changed >> Engine/score.swift ) 2>&1
echo this line makes the answer long enough to be taken for a commit
"""
WRITING = "open,openat,openat2,creat,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,rmdir,truncate,link,linkat,symlink,symlinkat,mknod,mknodat,landlock_restrict_self"


def has_landlock():
    return ctypes.CDLL(None, use_errno=True).syscall(444, None, 0, 1) > 0


class Place:
    """A folder with suites, a plan, guarded sources and a git of our own."""

    def __init__(self):
        self.root = pathlib.Path(tempfile.mkdtemp())
        shutil.copytree(HERE / "Traces", self.root / "Traces")
        (self.root / "plan.json").write_text(PLAN)
        (self.root / "Engine").mkdir()
        (self.root / "Engine/score.swift").write_text("let weight = 0.35\n")
        (self.root / "bin").mkdir()
        (self.root / "bin/git").write_text(GIT)
        (self.root / "bin/git").chmod(0o755)

    def run(self, *words, before=()):
        path = f"{self.root / 'bin'}:{os.environ['PATH']}"
        return subprocess.run(
            [*before, BINARY, *words], cwd=self.root, env={**os.environ, "PATH": path}, text=True, capture_output=True)

    def record(self, run="small"):
        return json.loads((self.root / f"Reports/{run}/run.json").read_text())

    def report(self):
        return (self.root / "Reports/small/report.md").read_text()


class Confinement(unittest.TestCase):
    def setUp(self):
        self.place = Place()
        self.addCleanup(shutil.rmtree, self.place.root)

    @unittest.skipUnless(has_landlock(), "this kernel has no Landlock")
    def test_a_write_into_guarded_sources_fails_with_the_kernels_error(self):
        before = (self.place.root / "Engine/score.swift").read_bytes()
        done = self.place.run("sweep", "plan.json", "--quiet", "--guard", "Engine")
        self.assertEqual(done.returncode, 0, done.stderr)
        record = self.place.record()
        self.assertRegex(record["commit"], r"cannot create Engine/score.swift: Permission denied")
        self.assertEqual((self.place.root / "Engine/score.swift").read_bytes(), before)
        self.assertEqual(record["confinement"]["mechanism"], "landlock")
        self.assertIn(record["confinement"]["statement"], self.place.report())
        self.assertEqual(record["guarded"][0]["path"], "Engine")
        self.assertIn(record["guarded"][0]["digest"], self.place.report())

    def test_without_landlock_the_report_says_so_and_the_guard_still_tells(self):
        for error, words in (("ENOSYS", "this kernel has no Landlock"), ("EOPNOTSUPP", "Landlock is switched off in this kernel")):
            with self.subTest(error):
                shutil.rmtree(self.place.root / "Reports", ignore_errors=True)
                blind = ("strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=landlock_create_ruleset", "-e", f"inject=landlock_create_ruleset:error={error}")
                done = self.place.run("sweep", "plan.json", "--quiet", before=blind)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn("not confined", done.stdout)
                self.assertIn(words, self.place.record()["confinement"]["statement"])
                self.assertIn(f"Nothing confined this run: {words}.", self.place.report())
                # Now the same script does change the sources: status 3, and no run folder.
                done = self.place.run("sweep", "plan.json", "--quiet", "--guard", "Engine", "--out", "Reports/guarded", before=blind)
                self.assertEqual(done.returncode, 3, done.stderr)
                self.assertIn("Engine/score.swift: error: this guarded file changed during the run", done.stderr)
                self.assertFalse((self.place.root / "Reports/guarded").exists())
                self.assertEqual([p.name for p in (self.place.root / "Reports").glob(".*")], [])

    @unittest.skipUnless(has_landlock(), "this kernel has no Landlock")
    def test_strace_sees_no_write_outside(self):
        for words in (("sweep", "plan.json"), ("sweep", "plan.json", "--out", "elsewhere/run", "--junit", "out.xml"), ("sweep", "plan.json", "--force")):
            with self.subTest(words):
                log = self.place.root / "strace.log"
                done = self.place.run(*words, "--quiet", before=("strace", "-f", "-qq", "-y", "-s", "4096", "-o", str(log), "-e", f"trace={WRITING}"))
                self.assertEqual(done.returncode, 0, done.stderr)
                parent = "elsewhere" if "--out" in words else "Reports"
                ours = [rf"{parent}/\.[a-z]+\.unfinished(\.old)?(/.*)?", r"Reports/(ledger\.jsonl|index\.html)"]
                if "--junit" in words:
                    ours.append(r"out\.xml")
                seen, confined = self.writes(log.read_text())
                self.assertGreaterEqual(confined, 1)
                self.assertGreater(len(seen), 20)
                strange = [p for p in seen if not re.fullmatch("|".join(ours + [rf"{parent}/[a-z]+(/\.journal(/.*)?)?", "/dev/null"]), p)]
                self.assertEqual(strange, [])
                log.unlink()

    def writes(self, log):
        """Paths of writing calls that succeeded after the process was confined, and how often it was."""
        seen, confined = [], 0
        for line in log.splitlines():
            # One call a line; calls that strace splits are writes of threads, which open nothing.
            call = re.match(r"\d+ +(\w+)\((.*)\) += (-?\d+)", line)
            if not call or int(call[3]) < 0:
                continue
            if call[1] == "landlock_restrict_self":
                confined += 1
                continue
            if not confined or call[1].startswith("open") and not re.search(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC", call[2]):
                continue
            for base, path in re.findall(r'(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"([^"]*)"', call[2]):
                full = os.path.normpath(os.path.join(base or self.place.root, path))
                inside = os.path.relpath(full, self.place.root)
                seen.append(full if inside.startswith("..") else inside)
        return seen, confined

    @unittest.skipUnless(has_landlock(), "this kernel has no Landlock")
    def test_other_commands_keep_only_what_they_need(self):
        root = self.place.root
        self.assertEqual(self.place.run("new", "day", "Traces/mine/monday").returncode, 0)
        self.assertEqual(self.place.run("lock", "Traces/mine").returncode, 0)
        self.assertEqual(self.place.run("sweep", "plan.json", "--quiet").returncode, 0)
        before = (root / "Reports/small/report.html").read_bytes()
        (root / "Reports/small/report.html").unlink()
        self.assertEqual(self.place.run("report", "Reports/small").returncode, 0)
        self.assertEqual((root / "Reports/small/report.html").read_bytes(), before)
        log = root / "strace.log"
        for words in (("verify", "Traces/mine"), ("evaluate", "Traces/mine"), ("report", "Reports/small", "--stdout"), ("reproduce", "Reports/small", "--quiet")):
            with self.subTest(words):
                done = self.place.run(*words, before=("strace", "-f", "-qq", "-y", "-o", str(log), "-e", f"trace={WRITING}"))
                self.assertEqual(done.returncode, 0, done.stderr)
                seen, confined = self.writes(log.read_text())
                self.assertEqual((seen, confined), ([], 1))
                log.unlink()

    def test_a_guard_that_holds_the_run_is_refused(self):
        done = self.place.run("sweep", "plan.json", "--quiet", "--guard", ".")
        self.assertEqual(done.returncode, 64)
        done = self.place.run("sweep", "plan.json", "--quiet", "--guard", "nowhere")
        self.assertEqual(done.returncode, 64)
        self.assertIn("there is nothing to guard", done.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    arguments, rest = parser.parse_known_args()
    BINARY = os.path.abspath(arguments.binary)
    unittest.main(argv=[sys.argv[0], *rest])
