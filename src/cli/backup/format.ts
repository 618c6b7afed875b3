/** What a backup is: an archive that begins with `manifest.json`, then `secret`, the tables, the media, and ends with `end.json`. */
import { z } from 'zod';

export const manifestForm = z.object({
  format: z.literal(1),
  /** Of Potluck. */
  version: z.string(),
  createdAt: z.string(),
  /** Null when no server ever ran on it. */
  origin: z.string().nullable(),
  /** False when pictures are in a bucket. */
  holdsMedia: z.boolean(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string(), finished: z.boolean() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), value: z.number().nullable() })),
});
export type Manifest = z.infer<typeof manifestForm>;

/** What must have been found in between. */
export const endForm = z.object({
  rows: z.record(z.string(), z.number()),
  files: z.number(),
});
export type End = z.infer<typeof endForm>;

export const manifestName = 'manifest.json';
export const secretName = 'secret';
export const endName = 'end.json';

/** A table is cut into pieces, so that neither side has to hold all of it. */
export const pieceName = (table: string, number: number): string =>
  `tables/${table}/${String(number).padStart(6, '0')}`;
export const mediumName = (key: string, name: string): string => `media/${key}/${name}`;

export const inMiB = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
