/** Writes the pattern of a route's parameter that is one of some names. */

/** The router puts anchors around a pattern: without a group, `a|b` would match all that begins with `a` or ends with `b`. */
export const oneOf = (names: readonly string[]): string => `{(?:${names.join('|')})}`;
