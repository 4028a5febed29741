#!/usr/bin/env python3
"""Makes lexicon.txt from the WordNet 3.0 database, the same bytes every time.

    make-lexicon.py [WORDNET_FOLDER] [--check]

WORDNET_FOLDER is where Debian's package wordnet-base puts the database (the default,
/usr/share/wordnet). --check writes nothing and fails if lexicon.txt differs.

One line per class of words: four hexadecimal digits say how often a word was tagged as
verb, noun, adjective, adverb in the sense-tagged text that WordNet ships counts of; each
is log2 of (tags + half a tag per sense), doubled; "-" is no such sense. The fifth character
is the share, in ninths, of the noun's senses one can see or touch. The lines "ed" and "pl"
hold irregular past forms and plurals. Words are kept, most used first, up to the budget.
"""
import math
import re
import sys
from collections import defaultdict
from pathlib import Path

PARTS = {"v": "verb", "n": "noun", "a": "adj", "r": "adv"}
PART_OF_NUMBER = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
# Lexicographer files of things seen or touched: animal, artifact, body, communication,
# food, object, person, plant, possession, substance. From lexnames(5WN).
SEEN = {5, 6, 8, 10, 13, 17, 18, 20, 21, 27}
# Communication and possession hold much that is said or owed, not seen.
HALF_SEEN = {10: 0.8, 18: 0.8, 21: 0.4}
WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
BUDGET = 198_000


def senses(folder, part):
    """The lexicographer file of every sense, in order, of each plain lower-case word."""
    files = {}
    for line in (folder / f"data.{PARTS[part]}").read_text(encoding="latin-1").splitlines():
        if not line.startswith(" "):
            offset, number = line.split(" ", 2)[:2]
            files[offset] = int(number)
    found = {}
    for line in (folder / f"index.{PARTS[part]}").read_text(encoding="latin-1").splitlines():
        if line.startswith(" "):
            continue
        fields = line.split()
        if WORD.fullmatch(fields[0]):
            count = int(fields[2])
            found[fields[0]] = [files[offset] for offset in fields[-count:]]
    return found


def proper_names(folder):
    """Words that WordNet only spells with a capital, as noun."""
    plain, capital = set(), set()
    for line in (folder / "data.noun").read_text(encoding="latin-1").splitlines():
        if line.startswith(" "):
            continue
        fields = line.split()
        for position in range(int(fields[3], 16)):
            word = fields[4 + 2 * position]
            (plain if word == word.lower() else capital).add(word.lower())
    return capital - plain


def tags(folder):
    """How often each sense was tagged: word -> part -> sense number -> count."""
    counts = defaultdict(lambda: defaultdict(dict))
    for line in (folder / "cntlist.rev").read_text(encoding="latin-1").splitlines():
        key, sense, count = line.split()
        word, rest = key.split("%", 1)
        counts[word][PART_OF_NUMBER[rest[0]]][int(sense)] = int(count)
    return counts


def level(weight):
    return format(min(15, round(math.log2(weight * 2))), "x")


def seen_share(files, counted):
    """Tagged senses weigh by their tags, all others a little, the first a little more."""
    total = seen = 0.0
    for number, file in enumerate(files, start=1):
        weight = counted.get(number, 0) + (1.0 if number == 1 else 0.5)
        total += weight
        if file in SEEN:
            seen += weight * HALF_SEEN.get(file, 1.0)
    return str(round(9 * seen / total))


def code(word, table, counts):
    text = ""
    for part in "vnar":
        files = table[part].get(word)
        if files is None:
            text += "-"
        else:
            tagged = sum(counts[word][part].values()) if word in counts else 0
            text += level(tagged + 0.5 * len(files))
    nouns = table["n"].get(word)
    counted = counts[word]["n"] if word in counts else {}
    return text + ("-" if nouns is None else seen_share(nouns, counted))


def uses(folder):
    """How often each word stands in WordNet's own definitions and examples."""
    counts = defaultdict(int)
    for part in PARTS.values():
        for line in (folder / f"data.{part}").read_text(encoding="latin-1").splitlines():
            if not line.startswith(" "):
                for word in WORD.findall(line.split(" | ", 1)[1].lower()):
                    counts[word] += 1
    return counts


def rank(word, table, counts, used):
    """Words to keep first: the most often tagged or used in definitions; verbs count double."""
    tagged = sum(sum(c.values()) for c in counts[word].values()) if word in counts else 0
    number = sum(len(table[part].get(word, ())) for part in "vnar")
    weight = 3 * tagged + used[word] + used[word + "s"] + number
    return (-weight * (2 if word in table["v"] else 1), word)


def irregular(folder, part, kept):
    pairs = []
    for line in (folder / f"{PARTS[part]}.exc").read_text(encoding="latin-1").splitlines():
        fields = line.split()
        for base in fields[1:]:
            if base in kept and WORD.fullmatch(fields[0]) and fields[0] != base:
                pairs.append((fields[0], base))
    return sorted(set(pairs))


def make(folder):
    table = {part: senses(folder, part) for part in PARTS}
    counts = tags(folder)
    names = proper_names(folder)
    used = uses(folder)
    words = set().union(*table.values())
    words = {
        w for w in words
        if len(w) > 1 and not (w in names and not any(w in table[p] for p in "var"))
    }

    def render(kept):
        groups = defaultdict(list)
        for word in kept:
            groups[code(word, table, counts)].append(word)
        lines = [f"{key} {' '.join(sorted(groups[key]))}" for key in sorted(groups)]
        verbs = {w for w in kept if w in table["v"]}
        tagged = {w for w in kept if w in counts}
        nouns = {w for w in kept if w in table["n"]} & tagged
        past = [f"{form}={base}" for form, base in irregular(folder, "v", verbs & tagged)
                if not form.endswith(("ing", "ed"))]
        plural = [f"{form}={base}" for form, base in irregular(folder, "n", nouns)]
        lines += ["ed " + " ".join(past), "pl " + " ".join(plural)]
        return "\n".join(lines) + "\n"

    order = sorted(words, key=lambda w: rank(w, table, counts, used))
    low, high = 0, len(order)
    while low < high:
        middle = (low + high + 1) // 2
        if len(render(order[:middle])) <= BUDGET:
            low = middle
        else:
            high = middle - 1
    return render(order[:low]), low, len(order)


def main(arguments):
    check = "--check" in arguments
    rest = [a for a in arguments if a != "--check"]
    folder = Path(rest[0] if rest else "/usr/share/wordnet")
    text, kept, of = make(folder)
    target = Path(__file__).with_name("lexicon.txt")
    if check:
        same = target.read_bytes() == text.encode("ascii")
        print("lexicon.txt is what WordNet gives" if same else "lexicon.txt differs")
        return 0 if same else 1
    target.write_bytes(text.encode("ascii"))
    print(f"lexicon.txt: {kept} of {of} words, {len(text)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
