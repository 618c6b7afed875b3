/** Prints prominently what is skipped on this machine. */
export function reportSkipped(why: string): void {
  process.stderr.write(`\n!!! SKIPPED: ${why}\n`);
}
