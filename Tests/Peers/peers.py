"""Serves the peers of `autoresearch bench --peers`: a line of JSON in, a line of JSON out.

{"suite": …, "candidates": […]}  which peers are here, and which are not and why
{"tally": NAME, "count": N}      the tallies of the first N candidates
{"time": NAME, "count": N}       does N candidates, starting over as often as needed
"""

import json
import sys

from kernels import PEERS


def load(suite):
    peers, told = {}, []
    for name, make in PEERS.items():
        try:
            peers[name] = make(suite)
            told.append({"name": name, "version": getattr(peers[name], "version", None)})
        except ImportError as error:
            told.append({"name": name, "absent": str(error)})
    return peers, {"python": sys.version.split()[0], "peers": told}


def time(peer, candidates, count):
    work = getattr(peer, "time", peer.tallies)
    while count > 0:
        part = candidates[:count]
        work(part)
        count -= len(part)


def main():
    peers, candidates = {}, []
    for line in sys.stdin:
        asked = json.loads(line)
        if "suite" in asked:
            candidates = asked["candidates"]
            peers, answer = load(asked["suite"])
        elif "tally" in asked:
            answer = {"tallies": peers[asked["tally"]].tallies(candidates[: asked["count"]])}
        else:
            time(peers[asked["time"]], candidates, asked["count"])
            answer = {"done": asked["count"]}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
