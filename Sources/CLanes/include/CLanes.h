#ifndef CLANES_H
#define CLANES_H

#include <stdint.h>

/// Which instruction set `clanes_choose` found: 0 baseline, 2 AVX2, 3 AVX-512.
int clanes_level(void);

/// A vector kernel for one instruction set. Scores are sums added left to right, each product and
/// each sum rounded to double.
typedef struct {
  /// Scores the vectors of words `first..<end` and compares them with two thresholds per word.
  void (*compare)(const double *columns, int64_t vector_count, int64_t signals,
                  const int32_t *first_vectors, int64_t first, int64_t end,
                  const double *weights, const double *notify, const double *escalate,
                  double *scores, uint64_t *hits, uint64_t *high);
  /// The least |score - threshold| over marked steps, infinite when none is marked.
  double (*least_distance)(const int32_t *first_vectors, int64_t first, int64_t end,
                           const uint64_t *marked, const double *notify, const double *scores);
  /// prefix + a * wa + b * wb; prefix and a may be null.
  void (*add_terms)(const double *prefix, const double *a, double wa, const double *b, double wb,
                    double *scores, int64_t count);
} clanes_unit;

/// The unit for an instruction set, or null when this machine or build lacks it.
const clanes_unit *clanes_unit_for(int level);

#endif
