#ifndef CLEXICON_H
#define CLEXICON_H

#include <stddef.h>

/// The lexicon's text files as bytes inside the binary. They live as long as the process.
///
/// Why C: a SwiftPM resource is found through a path of the machine that built it, and needs all of
/// Foundation to be found; `.embedInCode` makes a Swift array literal, which takes 80 seconds to
/// compile at this size. `#embed` compiles in well under one and works from any folder.
struct lexicon_file {
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

/// The file at `index`, or one with no bytes past the last.
struct lexicon_file lexicon_file_at(size_t index);

#endif
