/** What one check of the doctor found. */
export interface Finding {
  check: string;
  ok: boolean;
  says: string;
  /** What the operator does about a problem. */
  remedy: string | null;
}

export const ok = (check: string, says: string): Finding => ({ check, ok: true, says, remedy: null });

export const problem = (check: string, says: string, remedy: string): Finding => ({
  check,
  ok: false,
  says,
  remedy,
});
