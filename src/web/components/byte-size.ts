/** Writes sizes for people. */
const gib = 2 ** 30;

export const byteSize = (bytes: number): string =>
  bytes < gib ? `${(bytes / 2 ** 20).toFixed(1)} MiB` : `${(bytes / gib).toFixed(1)} GiB`;
