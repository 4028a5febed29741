#ifndef CLANES_H
#define CLANES_H

#include <stdint.h>

/// Which instruction set `clanes_choose` found: 0 baseline, 2 AVX2, 3 AVX-512.
int clanes_level(void);

/// A trace of at most 64 unblocked steps on one local day, under gates.
typedef struct {
  /// First slot, and the word whose bits of `high` belong to it.
  int64_t slot, word;
  /// Bits of steps: there at all, reaching the person, measured for the margin, open to begin with.
  uint64_t valid, delivers, counted, open;
  /// Deliveries left on the day.
  int64_t left;
  /// Thresholds of a candidate that has none of its own; NaN for no higher one.
  double notify, escalate;
} clanes_day;

/// Candidates side by side, all under the same gates.
typedef struct {
  int64_t count;
  /// By candidate: as many as there are columns.
  const double *weights;
  /// By candidate; NaN for the day's own.
  const double *notify, *escalate;
  /// By candidate: four counters to add to, and the least distance so far.
  uint64_t *counts;
  double *margins;
} clanes_batch;

/// A vector kernel for one instruction set. Scores are sums added left to right, each product and
/// each sum rounded to double.
typedef struct {
  /// Scores the vectors of words `first..<end` and compares them with two thresholds per word.
  void (*compare)(const double *columns, int64_t vector_count, int64_t signals,
                  const int32_t *first_vectors, int64_t first, int64_t end,
                  const double *weights, const double *notify, const double *escalate,
                  double *scores, uint64_t *hits, uint64_t *high);
  /// Tallies a batch on days. `later` and `fired` as for `gated`.
  void (*tally)(const double *columns, int64_t vector_count, int64_t signals,
                const clanes_day *days, int64_t count, const uint64_t *later,
                const uint64_t *fired, const clanes_batch *batch);
  /// The least |score - threshold| over marked steps, infinite when none is marked.
  double (*least_distance)(const int32_t *first_vectors, int64_t first, int64_t end,
                           const uint64_t *marked, const double *notify, const double *scores);
  /// prefix + a * wa + b * wb; prefix and a may be null.
  void (*add_terms)(const double *prefix, const double *a, double wa, const double *b, double wb,
                    double *scores, int64_t count);
  /// For each of `count` scores, how many of equally spaced thresholds it reaches: one comparison
  /// with the threshold nearest to (score - first) * rate.
  void (*bin)(const double *scores, int64_t count, double first, double rate, double top,
              const double *thresholds, int32_t *bins);
  /// Adds what each valid slot of the words fires, four counters, to the counters of its bin.
  /// `fired` holds two entries a slot, the second for bits set in `high`.
  void (*histogram)(const int32_t *first_vectors, int64_t words, const uint64_t *valid,
                    const uint64_t *high, const int32_t *bins, const uint64_t *fired,
                    uint64_t *gains);
  /// Replays days from the highest bin down, at each bin (at most 255) whose steps the gates would
  /// let through, and adds what changes to the counters of that bin. `later` holds by slot the
  /// steps that a delivery there leaves open. 64 bins may be read from any day's first slot.
  void (*gated)(const clanes_day *days, int64_t count, const int32_t *bins, const uint64_t *high,
                const uint64_t *later, const uint64_t *fired, uint64_t *gains);
} clanes_unit;

/// The unit for an instruction set, or null when this machine or build lacks it.
const clanes_unit *clanes_unit_for(int level);

#endif
