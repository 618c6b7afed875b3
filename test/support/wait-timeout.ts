/** How long tests wait for something that must happen, in milliseconds. Long enough that only a hang fails. */
export const waitTimeoutMs = 120_000;
