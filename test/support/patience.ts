/** How long tests wait for something that has to happen, in milliseconds. On a busy machine all but a hang is in time. */
export const patienceMs = 120_000;
