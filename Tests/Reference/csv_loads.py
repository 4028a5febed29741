"""Loads a run folder's CSV files in Python's csv, pandas and SQLite, and compares the numbers.

usage: csv_loads.py RUN

Every numeric cell must read back as the same double in all three, no loader may warn, and each
file must be plain UTF-8 with LF line ends.
"""

import csv
import pathlib
import shutil
import subprocess
import sys
import tempfile
import warnings

import pandas


def number(text):
    try:
        return float(text)
    except ValueError:
        return None


def check(path):
    """Returns the number of cells compared, or raises with the first difference."""
    raw = path.read_bytes()
    assert b"\r" not in raw and raw.endswith(b"\n"), f"{path}: line ends"
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, strict=True))
    header, body = rows[0], rows[1:]
    assert all(len(row) == len(header) for row in body), f"{path}: ragged rows"
    assert len(set(header)) == len(header), f"{path}: two columns share a name"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        frame = pandas.read_csv(path, keep_default_na=False, na_values=[""],
                                float_precision="round_trip")
    assert list(frame.columns) == header, f"{path}: pandas sees other columns"
    assert len(frame) == len(body), f"{path}: pandas sees {len(frame)} rows, csv {len(body)}"
    compared = 0
    for at, row in enumerate(body):
        for name, text in zip(header, row):
            expected = number(text)
            found = frame[name].iloc[at]
            if text == "":
                assert pandas.isna(found), f"{path}:{at + 2}: {name} should be missing"
            elif expected is not None:
                assert float(found) == expected, f"{path}:{at + 2}: {name} {found} {expected}"
                compared += 1
    if shutil.which("sqlite3"):
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run(
                ["sqlite3", f"{folder}/db"],
                input=f".import --csv {path} t\nselect count(*) from t;\n",
                capture_output=True, text=True, check=True)
        assert run.stderr == "", f"{path}: sqlite3 says {run.stderr}"
        assert int(run.stdout) == len(body), f"{path}: sqlite3 sees {run.stdout.strip()} rows"
    return compared


def main():
    folder = pathlib.Path(sys.argv[1])
    files = sorted(folder.glob("*.csv"))
    assert files, f"no CSV file in {folder}"
    for path in files:
        print(f"{path.name}: {check(path)} numbers read back exactly")
    print(f"{len(files)} passed, 0 failed")


if __name__ == "__main__":
    main()
