/** Defines the result of one check of the doctor. */
export interface CheckResult {
  check: string;
  /** False only for a problem. */
  ok: boolean;
  /** True if the server works, but the operator should do something soon. */
  isWarning: boolean;
  message: string;
  /** What the operator should do about a problem or warning. */
  remedy: string | null;
}

export const ok = (check: string, says: string): CheckResult => ({
  check,
  ok: true,
  isWarning: false,
  message: says,
  remedy: null,
});

export const warning = (check: string, says: string, remedy: string): CheckResult => ({
  check,
  ok: true,
  isWarning: true,
  message: says,
  remedy,
});

export const problem = (check: string, says: string, remedy: string): CheckResult => ({
  check,
  ok: false,
  isWarning: false,
  message: says,
  remedy,
});
