#include "CLexicon.h"

// Clang has #embed in every C mode and only remarks that C23 made it standard.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char lexicon[] = {
#embed "lexicon.txt"
};
static const unsigned char verbs[] = {
#embed "verbs.txt"
};
static const unsigned char grammar[] = {
#embed "grammar.txt"
};
static const unsigned char objects[] = {
#embed "objects.txt"
};
static const unsigned char effort[] = {
#embed "effort.txt"
};
static const unsigned char fluff[] = {
#embed "fluff.txt"
};

static const struct lexicon_file files[] = {
  {"lexicon.txt", lexicon, sizeof lexicon}, {"verbs.txt", verbs, sizeof verbs},
  {"grammar.txt", grammar, sizeof grammar}, {"objects.txt", objects, sizeof objects},
  {"effort.txt", effort, sizeof effort},    {"fluff.txt", fluff, sizeof fluff},
};

struct lexicon_file lexicon_file_at(size_t index) {
  static const struct lexicon_file none = {"", 0, 0};
  return index < sizeof files / sizeof files[0] ? files[index] : none;
}
