/** Retry delays of jobs, in seconds. The last one repeats. */
export const quick = [1, 5, 15, 60, 300];
export const slow = [30, 120, 600, 1800, 3600, 10_800, 21_600, 43_200];
