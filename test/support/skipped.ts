/** Says, so that nobody overlooks it, what is not tried on this machine. */
export function sayWhatIsSkipped(why: string): void {
  process.stderr.write(`\n!!! SKIPPED: ${why}\n`);
}
