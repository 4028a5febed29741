#include "CLanes.h"

#include <stddef.h>
#include <string.h>

// Products must be rounded before they are added, or scores differ from the plain kernel's in the
// last bit and ties with a threshold break the other way.
#pragma STDC FP_CONTRACT OFF

typedef double lanes __attribute__((vector_size(64)));
typedef int64_t wide __attribute__((vector_size(64)));
typedef uint64_t quad __attribute__((vector_size(32)));
typedef int32_t ints8 __attribute__((vector_size(32)));
typedef int32_t ints64 __attribute__((vector_size(256)));
typedef uint8_t bytes64 __attribute__((vector_size(64)));
typedef _Bool bits64 __attribute__((ext_vector_type(64)));
typedef _Bool bits8 __attribute__((ext_vector_type(8)));

#define CLANES_NAME(name) clanes_baseline_##name
#define CLANES_TARGET
#include "body.inc"
#undef CLANES_NAME
#undef CLANES_TARGET

#if defined(__x86_64__)

#define CLANES_NAME(name) clanes_avx2_##name
#define CLANES_TARGET __attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt")))
#include "body.inc"
#undef CLANES_NAME
#undef CLANES_TARGET

#define CLANES_NAME(name) clanes_avx512_##name
#define CLANES_TARGET \
  __attribute__((target("avx512f,avx512vl,avx512dq,avx512bw,avx2,bmi,bmi2,popcnt,lzcnt")))
#include "body.inc"
#undef CLANES_NAME
#undef CLANES_TARGET

const clanes_unit *clanes_unit_for(int level) {
  __builtin_cpu_init();
  if (level == 0) return &clanes_baseline_unit;
  if (level == 2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
    return &clanes_avx2_unit;
  if (level == 3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw"))
    return &clanes_avx512_unit;
  return NULL;
}

#else

const clanes_unit *clanes_unit_for(int level) {
  return level == 0 ? &clanes_baseline_unit : NULL;
}

#endif

int clanes_level(void) {
  if (clanes_unit_for(3)) return 3;
  return clanes_unit_for(2) ? 2 : 0;
}
