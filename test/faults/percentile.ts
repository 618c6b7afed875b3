/** Percentiles of measured times. */

/** The smallest value that at least `share` of the values do not exceed; 0 without values. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
