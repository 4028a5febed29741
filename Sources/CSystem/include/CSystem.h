#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <stddef.h>

// Landlock, the Linux kernel's way for a process to give up rights for good, its children's too.
// Source: Linux Documentation/userspace-api/landlock.rst. Constants are our own, because headers
// of older systems lack them; off Linux every call answers that there is none.

// What may still be done at and below a path.
enum {
  // Everything that writes: files and folders made, changed and removed.
  CSYSTEM_WRITE_ALL = 1,
  // Folders made, renamed, and removed while empty; no file.
  CSYSTEM_FOLDER_NAMES = 2,
  // The content of this one file.
  CSYSTEM_WRITE_FILE = 4,
  // Files and folders removed.
  CSYSTEM_REMOVE = 8,
  // Empty folders removed.
  CSYSTEM_REMOVE_EMPTY = 16,
};

struct csystem_place {
  const char *path;
  int rights;
};

// The version of the kernel's Landlock interface, from 1; minus errno when there is none.
int csystem_landlock_version(void);

// Gives up, for this thread and all that it will start, every right to write that this version
// knows, but at the places named; and TCP unless it is allowed. Returns 0, or minus errno; then
// nothing was given up, and *failed is the place at fault, or count.
int csystem_landlock_confine(const struct csystem_place *places, size_t count,
                             int allows_network, size_t *failed);

#endif
