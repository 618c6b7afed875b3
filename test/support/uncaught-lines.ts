/** Finds errors that nobody handled in the output of a server. Each of them ends a process. */

/** Of our log, and of Node itself. */
const pattern = /uncaught|unhandled ?(?:rejection|error|promise)/i;

export const uncaughtIn = (log: readonly string[]): string[] => log.filter((line) => pattern.test(line));
