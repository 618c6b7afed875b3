/** Whose signature a GET bears, where an answer depends on that. */

/** Null when it bears none, or one that does not hold. */
export type VerifyGet = (request: Request) => Promise<{ host: string } | null>;
