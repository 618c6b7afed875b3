/** Defines the result of one check of the doctor. */
export interface CheckResult {
  check: string;
  ok: boolean;
  message: string;
  /** What the operator should do about a problem. */
  remedy: string | null;
}

export const ok = (check: string, says: string): CheckResult => ({
  check,
  ok: true,
  message: says,
  remedy: null,
});

export const problem = (check: string, says: string, remedy: string): CheckResult => ({
  check,
  ok: false,
  message: says,
  remedy,
});
