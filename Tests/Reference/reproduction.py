#!/usr/bin/env python3
"""`reproduce` says equal wherever it runs, and names file and line of what differs.

usage: reproduction.py --binary BINARY     (from the top of a checkout)
"""
import argparse
import os
import pathlib
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


class Reproduction(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.root = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.root)
        home = cls.root / "home"
        home.mkdir()
        shutil.copytree(HERE / "Traces", home / "Traces")
        (home / "plan.json").write_text(PLAN)
        cls.home = home
        for words in (("--open-holdout", "a test of the harness"), ("--no-inputs", "--out", "Reports/bare"), ("--threads", "2", "--out", "Reports/two")):
            done = cls.call("sweep", "plan.json", "--quiet", *words, cwd=home)
            assert done.returncode in (0, 1), done.stderr

    @staticmethod
    def call(*words, cwd, **environment):
        return subprocess.run([BINARY, *words], cwd=cwd, env={**os.environ, **environment}, text=True, capture_output=True)

    def again(self, run="Reports/small", *words, cwd=None, **environment):
        return self.call("reproduce", run, "--quiet", *words, cwd=cwd or self.home, **environment)

    def test_equal_in_another_folder_zone_locale_user_and_thread_count(self):
        away = self.root / "far away" / "with spaces"
        shutil.copytree(self.home, away)
        shutil.rmtree(away / "Traces/vigil-twelve-days")  # inputs/ is enough
        places = (
            ("1", {"TZ": "UTC", "LC_ALL": "C"}),
            ("2", {"TZ": "Pacific/Chatham", "LC_ALL": "tr_TR.UTF-8", "USER": "somebody", "HOME": str(self.root)}),
        )
        for threads, environment in places:
            done = self.again("Reports/small", "--threads", threads, cwd=away, **environment)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertRegex(done.stdout, r"^equal: \d+ files, byte for byte")

    def test_equal_without_inputs_where_the_suite_stands(self):
        self.assertEqual(self.again("Reports/bare").returncode, 0)
        self.assertEqual(self.again("Reports/two").returncode, 0)

    def test_it_is_neither_a_trial_nor_an_opening_and_writes_nothing(self):
        def everything():
            return {p: (p.stat().st_mtime_ns, p.stat().st_size) for p in self.home.rglob("*")}
        before = everything()
        self.assertEqual(self.again().returncode, 0)
        self.assertEqual(everything(), before)

    def changed(self, name, change, line):
        copy = self.root / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.home, copy)
        path = copy / "Reports/small" / name
        path.write_bytes(change(path.read_bytes()))
        done = self.again(cwd=copy)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertTrue(done.stdout.startswith(f"different: Reports/small/{name}:{line}"), done.stdout)

    def test_one_changed_byte_is_named_by_file_and_line(self):
        def third_line(data):
            lines = data.split(b"\n")
            lines[2] = lines[2][:-1] + (b"0" if lines[2][-1:] != b"0" else b"1")
            return b"\n".join(lines)
        self.changed("candidates.csv", third_line, "3:")
        self.changed("report.html", third_line, "3:")
        self.changed("decisions.csv", lambda data: data[:-1], "")
        self.changed("report.md", lambda data: data + b"x", "")

    def test_missing_and_added_files_are_named(self):
        copy = self.root / "files"
        shutil.copytree(self.home, copy)
        (copy / "Reports/small/charts/days.svg").unlink()
        (copy / "Reports/small/extra.txt").write_text("x")
        done = self.again(cwd=copy)
        self.assertEqual(done.returncode, 1)
        self.assertIn("charts/days.svg: missing", done.stdout)
        self.assertIn("extra.txt: the run again has no such file", done.stdout)

    def test_a_changed_plan_is_told_before_anything_runs(self):
        copy = self.root / "plan"
        shutil.copytree(self.home, copy)
        plan = copy / "Reports/small/plan.json"
        plan.write_text(plan.read_text().replace('"step":5', '"step":1'))
        done = self.again(cwd=copy)
        self.assertEqual(done.returncode, 1)
        self.assertIn("plan.json is not the plan that run.json records", done.stdout)

    def test_a_broken_record_is_refused(self):
        copy = self.root / "record"
        shutil.copytree(self.home, copy)
        record = copy / "Reports/small/run.json"
        record.write_text(record.read_text().replace("inputs/vigil-twelve-days", "inputs/../../Traces"))
        self.assertEqual(self.again(cwd=copy).returncode, 2)
        record.unlink()
        self.assertEqual(self.again(cwd=copy).returncode, 2)

    def test_a_recorded_program_runs_only_when_it_is_named_again(self):
        mark = self.root / "ran"
        command = f"touch {mark}; cat >/dev/null"
        copy = self.root / "program"
        shutil.copytree(self.home, copy)
        record = copy / "Reports/small/run.json"
        record.write_text(record.read_text().replace('"sub_scores": null', '"sub_scores": {"command": "%s"}' % command))
        done = self.again(cwd=copy)
        self.assertEqual(done.returncode, 64, done.stdout)
        self.assertIn("--sub-scores", done.stderr)
        self.assertFalse(mark.exists())


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    arguments, rest = parser.parse_known_args()
    BINARY = os.path.abspath(arguments.binary)
    unittest.main(argv=[sys.argv[0], *rest])
