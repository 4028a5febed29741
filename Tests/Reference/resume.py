#!/usr/bin/env python3
"""A sweep that is killed, interrupted, or kept from writing ends with the bytes of an undisturbed one.

usage: resume.py --binary BINARY [--kills N] [--seed S] [--rounds N]     (from the top of a checkout)

Kills a sweep with SIGKILL at N random moments of one run, each followed by --resume, and again with
SIGINT and SIGTERM; fills its disk (a small tmpfs), lets its syncs fail (fiu-run), and makes its
folder read-only (a bind mount). What needs root or a missing tool is said to be skipped.
"""
import argparse
import hashlib
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HERE = pathlib.Path.cwd()
BINARY, KILLS, SEED = None, 10, 1
PLAN = """{"schema":"autoresearch.plan/1","name":"night","suite":"Traces/vigil-twelve-days","method":"%s",
"parameters":{"weights":{"step":%s},"notifyThreshold":{"min":40,"max":70,"step":%s}},"keep":200}
"""


def plan(step, threshold="0.25", method="lattice"):
    return PLAN % (method, step, threshold)


class Place:
    """A folder with a suite and a plan."""

    def __init__(self, root=None, text=None):
        self.root = pathlib.Path(root or tempfile.mkdtemp())
        shutil.copytree(HERE / "Traces/vigil-twelve-days", self.root / "Traces/vigil-twelve-days")
        (self.root / "plan.json").write_text(text or plan("0.1"))

    def start(self, *words, before=(), **more):
        return subprocess.Popen(
            [*before, BINARY, "sweep", *words], cwd=self.root, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, **more)

    def run(self, *words, before=()):
        process = self.start(*words, before=before)
        out, err = process.communicate()
        process.out, process.err = out, err
        return process

    def resume(self, *words, before=()):
        return self.run("--resume", "Reports/night", "--quiet", *words, before=before)

    def files(self):
        top = self.root / "Reports/night"
        return {
            str(p.relative_to(top)): hashlib.sha256(p.read_bytes()).hexdigest()
            for p in sorted(top.rglob("*")) if p.is_file() and p.name != "run.json"}

    def record(self):
        return json.loads((self.root / "Reports/night/run.json").read_text())

    def ledger(self):
        path = self.root / "Reports/ledger.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()]


class Resume(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.whole, cls.seconds = cls.undisturbed(plan("0.1"))

    @classmethod
    def undisturbed(cls, text):
        place = Place(text=text)
        begin = time.monotonic()
        done = place.run("plan.json", "--quiet")
        assert done.returncode in (0, 1), done.err
        took = time.monotonic() - begin
        files = place.files()
        shutil.rmtree(place.root)
        return files, took

    def place(self, **more):
        place = Place(**more)
        self.addCleanup(shutil.rmtree, place.root, ignore_errors=True)
        return place

    def interrupted(self, number, times, whole, text, seconds):
        """One run, ended by a signal at random moments and resumed until it is whole."""
        place = self.place(text=text)
        words = ["plan.json", "--quiet", "--checkpoint", "0"]
        ended = 0
        # Each attempt gets a share of the time that is drawn, so that many are needed.
        while ended < times:
            process = place.start(*words)
            # From before the folder is made to well into the report.
            time.sleep(RANDOM.uniform(0, seconds * RANDOM.choice((0.1, 0.5, 1.1))))
            process.send_signal(number)
            out, err = process.communicate()
            begun = (place.root / "Reports/.night.unfinished/.journal/beginning").exists() or (
                place.root / "Reports/night/.journal/beginning").exists()
            if (place.root / "Reports/night").exists():
                self.check_whole_or_partial(place, process.returncode)
            if not begun and process.returncode != 0:
                continue  # ended before it had begun: nothing to go on with, nothing lost
            if process.returncode == 0:
                self.assertEqual(place.files(), whole)
                shutil.rmtree(place.root / "Reports")
                words = ["plan.json", "--quiet", "--checkpoint", "0"]
                continue
            ended += 1
            words = ["--resume", "Reports/night", "--quiet", "--checkpoint", "0"]
            self.assertIn(process.returncode, (-number, 130), err)
        done = place.run(*words[:-2])
        self.assertEqual(done.returncode, 0, done.err)
        self.assertEqual(place.files(), whole)
        self.assertEqual([p.name for p in (place.root / "Reports").glob(".*")], [])
        self.assertEqual(place.record()["partial"], None)
        self.assertEqual(place.record()["ledger"]["sweeps"], 1)
        return place.record()["resumed"]

    def check_whole_or_partial(self, place, status):
        """No half file that a reader takes for whole: checksums hold, and half a sweep says so."""
        subprocess.run(["sha256sum", "--quiet", "-c", "SHA256SUMS"], cwd=place.root / "Reports/night", check=True)
        partial = place.record()["partial"]
        report = (place.root / "Reports/night/report.md").read_text()
        self.assertEqual(partial is not None, "**Partial: " in report)
        if partial:
            self.assertLess(partial["tallied"], partial["of"])
            self.assertNotEqual(place.record()["verdict"]["decision"], "port")

    def test_kill_9_at_random_moments(self):
        # Several runs, so that late moments are met as well as early ones.
        left, resumed, runs = KILLS, 0, 0
        while left > 0:
            times = min(left, 10)
            resumed += self.interrupted(signal.SIGKILL, times, self.whole, plan("0.1"), self.seconds)
            left -= times
            runs += 1
        print(f"killed {KILLS} times in {runs} runs, resumed {resumed} times: the same bytes; seed {SEED}", flush=True)

    def test_rounds_of_refine_are_gone_on_with(self):
        text = plan("0.5", "10", "refine")
        whole, seconds = self.undisturbed(text)
        self.interrupted(signal.SIGKILL, max(2, KILLS // 5), whole, text, seconds)

    def test_interrupt_and_terminate_write_a_report_and_are_gone_on_with(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            self.interrupted(number, max(2, KILLS // 5), self.whole, plan("0.1"), self.seconds)

    def test_a_second_signal_ends_at_once(self):
        place = self.place(text=plan("0.02"))
        process = place.start("plan.json", "--quiet")
        self.wait_for(place.root / "Reports/.night.unfinished/.journal/beginning")
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=5)
        self.assertEqual(process.returncode, 130, err)
        self.assertIn("interrupted: ending the blocks", err)

    def wait_for(self, path):
        for _ in range(2000):
            if path.exists():
                return
            time.sleep(0.005)
        self.fail(f"{path} did not appear")

    def test_nothing_is_tallied_twice_and_nothing_lost(self):
        place = self.place()
        process = place.start("plan.json", "--quiet", "--checkpoint", "0")
        self.wait_for(place.root / "Reports/.night.unfinished/.journal/round-1")
        time.sleep(self.seconds / 4)
        process.kill()
        process.communicate()
        head = (place.root / "Reports/.night.unfinished/.journal/round-1").read_bytes().split(b"\nbody ")[0]
        fields = dict(line.split(" ", 1) for line in head.decode().splitlines()[1:])
        kept = int(fields["next"])
        self.assertGreater(kept, 0)
        # Interrupted at once, the resumed one has exactly what was kept, and says so.
        process = place.start("--resume", "Reports/night", "--checkpoint", "0", "--quiet")
        process.send_signal(signal.SIGKILL)
        process.communicate()
        self.assertEqual(place.resume().returncode, 0)
        counts = place.record()["counts"]
        self.assertEqual(counts["evaluated"], counts["planned"])
        self.assertEqual(place.files(), self.whole)

    def test_two_at_once_are_kept_apart(self):
        place = self.place()
        first = place.start("plan.json", "--quiet")
        self.wait_for(place.root / "Reports/.night.unfinished/.journal/beginning")
        second = place.run("plan.json", "--quiet")
        busy = place.resume()
        first.communicate()
        self.assertEqual((first.returncode, second.returncode), (0, 0), second.err)
        self.assertTrue((place.root / "Reports/night-2/report.md").exists())
        self.assertIn(busy.returncode, (0, 74))
        self.assertEqual(place.files(), self.whole)

    def test_a_closed_pipe_does_not_stop_the_run(self):
        place = self.place()
        process = place.start("plan.json", "--quiet")
        process.stdout.close()
        process.wait()
        process.stderr.close()
        self.assertEqual(process.returncode, 0)
        self.assertEqual(place.files(), self.whole)

    def mounted(self, *options):
        """A small file system of its own; skips where there is no right to mount."""
        root = pathlib.Path(tempfile.mkdtemp())
        done = subprocess.run(["mount", "-t", "tmpfs", *options, "tmpfs", str(root)], capture_output=True, text=True)
        if done.returncode != 0:
            self.skipTest(f"mounting is not permitted: {done.stderr.strip()}")
        self.addCleanup(subprocess.run, ["umount", "-l", str(root)], capture_output=True)
        return root

    def failed(self, place, done):
        self.assertEqual(done.returncode, 74, done.err)
        self.assertRegex(done.err, r": error: can't ")
        self.assertIn("`autoresearch sweep --resume Reports/night`", done.err)

    def test_a_full_disk(self):
        for room in (60, 200, 400):
            root = self.mounted("-o", "size=16m")
            place = Place(root=root)
            # What is left is enough to begin, not to end.
            free = os.statvfs(root).f_bavail * os.statvfs(root).f_frsize
            ballast = root / "ballast"
            with open(ballast, "wb") as file:
                file.write(b"x" * (free - room * 1024))
            done = place.run("plan.json", "--quiet", "--checkpoint", "0")
            self.failed(place, done)
            self.assertIn("No space left on device", done.err)
            self.assertFalse((root / "Reports/night").exists())
            ballast.unlink()
            self.assertEqual(place.resume().returncode, 0)
            self.assertEqual(place.files(), self.whole)

    def test_a_failing_sync(self):
        if not shutil.which("fiu-run"):
            self.skipTest("fiu-run is not installed (fiu-utils)")
        place = self.place()
        done = None
        # The first syncs succeed, so that the run has begun.
        for chance in ("0.05", "0.1", "0.2", "0.4"):
            if done is None or done.returncode == 0:
                shutil.rmtree(place.root / "Reports", ignore_errors=True)
                done = place.run("plan.json", "--quiet", "--checkpoint", "0", before=(
                    "fiu-run", "-x", "-c", f"enable_random name=posix/io/sync/fsync,probability={chance},failinfo=5"))
        self.assertEqual(done.returncode, 74, done.err)
        self.assertIn("can't make it durable: Input/output error", done.err)
        if "--resume" in done.err:
            self.assertEqual(place.resume().returncode, 0)
        else:
            self.assertEqual(place.run("plan.json", "--quiet").returncode, 0)
        self.assertEqual(place.files(), self.whole)

    def test_a_read_only_folder(self):
        root = self.mounted()
        place = Place(root=root)
        process = place.start("plan.json", "--quiet", "--checkpoint", "0")
        self.wait_for(root / "Reports/.night.unfinished/.journal/round-1")
        process.kill()
        process.communicate()
        subprocess.run(["mount", "-o", "remount,ro", str(root)], check=True)
        for words in (("--resume", "Reports/night"), ("plan.json",)):
            done = place.run(*words, "--quiet")
            self.assertEqual(done.returncode, 74, done.err)
            self.assertIn("Read-only file system", done.err)
        subprocess.run(["mount", "-o", "remount,rw", str(root)], check=True)
        self.assertEqual(place.resume().returncode, 0)
        self.assertEqual(place.files(), self.whole)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    arguments, rest = parser.parse_known_args()
    BINARY, KILLS, SEED = os.path.abspath(arguments.binary), arguments.kills, arguments.seed
    RANDOM = random.Random(SEED)
    print(f"seed {SEED}", flush=True)
    unittest.main(argv=[sys.argv[0], *rest])
