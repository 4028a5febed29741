#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>

#if defined(__linux__)

#include <fcntl.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// The numbers are the same on every architecture.
#define CREATE_RULESET 444
#define ADD_RULE 445
#define RESTRICT_SELF 446

#define CREATE_RULESET_VERSION 1U
#define RULE_PATH_BENEATH 1

enum {
  FS_WRITE_FILE = 1 << 1,
  FS_REMOVE_DIR = 1 << 4,
  FS_REMOVE_FILE = 1 << 5,
  FS_MAKE_CHAR = 1 << 6,
  FS_MAKE_DIR = 1 << 7,
  FS_MAKE_REG = 1 << 8,
  FS_MAKE_SOCK = 1 << 9,
  FS_MAKE_FIFO = 1 << 10,
  FS_MAKE_BLOCK = 1 << 11,
  FS_MAKE_SYM = 1 << 12,
  FS_REFER = 1 << 13,      // version 2
  FS_TRUNCATE = 1 << 14,   // version 3
  FS_IOCTL_DEV = 1 << 15,  // version 5
  NET_BIND_TCP = 1 << 0,   // version 4
  NET_CONNECT_TCP = 1 << 1,
  SCOPE_ABSTRACT_UNIX_SOCKET = 1 << 0,  // version 6
  SCOPE_SIGNAL = 1 << 1,
};

struct ruleset_attr {
  uint64_t handled_access_fs;
  uint64_t handled_access_net;
  uint64_t scoped;
};

struct path_beneath_attr {
  uint64_t allowed_access;
  int32_t parent_fd;
} __attribute__((packed));

int csystem_landlock_version(void) {
  long version = syscall(CREATE_RULESET, (void *)0, (size_t)0, CREATE_RULESET_VERSION);
  return version < 0 ? -errno : (int)version;
}

// Rights to read and to run programs are not given up.
static uint64_t write_rights(int version) {
  uint64_t rights = FS_WRITE_FILE | FS_REMOVE_DIR | FS_REMOVE_FILE | FS_MAKE_CHAR | FS_MAKE_DIR |
                    FS_MAKE_REG | FS_MAKE_SOCK | FS_MAKE_FIFO | FS_MAKE_BLOCK | FS_MAKE_SYM;
  if (version >= 2) rights |= FS_REFER;
  if (version >= 3) rights |= FS_TRUNCATE;
  if (version >= 5) rights |= FS_IOCTL_DEV;
  return rights;
}

static uint64_t allowed(int rights) {
  uint64_t access = 0;
  if (rights & CSYSTEM_WRITE_ALL)
    access |= FS_WRITE_FILE | FS_TRUNCATE | FS_MAKE_REG | FS_MAKE_DIR | FS_REMOVE_FILE | FS_REMOVE_DIR;
  if (rights & CSYSTEM_FOLDER_NAMES) access |= FS_MAKE_DIR | FS_REMOVE_DIR;
  if (rights & CSYSTEM_WRITE_FILE) access |= FS_WRITE_FILE | FS_TRUNCATE;
  if (rights & CSYSTEM_REMOVE) access |= FS_REMOVE_FILE | FS_REMOVE_DIR;
  if (rights & CSYSTEM_REMOVE_EMPTY) access |= FS_REMOVE_DIR;
  return access;
}

static int add_place(int ruleset, const struct csystem_place *place, uint64_t handled) {
  int descriptor = open(place->path, O_PATH | O_CLOEXEC);
  if (descriptor < 0) return -errno;
  struct path_beneath_attr rule = {allowed(place->rights) & handled, descriptor};
  int result = syscall(ADD_RULE, ruleset, RULE_PATH_BENEATH, &rule, 0) ? -errno : 0;
  close(descriptor);
  return result;
}

int csystem_landlock_confine(const struct csystem_place *places, size_t count,
                             int allows_network, size_t *failed) {
  *failed = count;
  int version = csystem_landlock_version();
  if (version < 0) return version;
  struct ruleset_attr attributes = {write_rights(version), 0, 0};
  size_t size = sizeof(uint64_t);
  if (version >= 4) {
    size = 2 * sizeof(uint64_t);
    if (!allows_network) attributes.handled_access_net = NET_BIND_TCP | NET_CONNECT_TCP;
  }
  if (version >= 6) {
    size = sizeof(attributes);
    attributes.scoped = SCOPE_SIGNAL;
    if (!allows_network) attributes.scoped |= SCOPE_ABSTRACT_UNIX_SOCKET;
  }
  int ruleset = (int)syscall(CREATE_RULESET, &attributes, size, 0);
  if (ruleset < 0) return -errno;
  int result = 0;
  for (size_t i = 0; i < count && result == 0; i++) {
    result = add_place(ruleset, &places[i], attributes.handled_access_fs);
    if (result) *failed = i;
  }
  if (result == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) result = -errno;
  if (result == 0 && syscall(RESTRICT_SELF, ruleset, 0)) result = -errno;
  close(ruleset);
  return result;
}

#else

int csystem_landlock_version(void) { return -ENOSYS; }

int csystem_landlock_confine(const struct csystem_place *places, size_t count,
                             int allows_network, size_t *failed) {
  (void)places;
  (void)allows_network;
  *failed = count;
  return -ENOSYS;
}

#endif
