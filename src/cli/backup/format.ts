/** Defines the backup format: an archive of `manifest.json`, `secret`, the tables, the media and `end.json`, in this order. */
import { z } from 'zod';

/** Raised whenever older backups become unreadable. Format 1 has the tables of the versions before 1.0. */
export const backupFormat = 2;

export const manifestSchema = z.object({
  format: z.literal(backupFormat),
  /** The version of Potluck. */
  version: z.string(),
  createdAt: z.string(),
  /** Null if no server ever used the database. */
  origin: z.string().nullable(),
  /** False if pictures are in a bucket. */
  holdsMedia: z.boolean(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string(), finished: z.boolean() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), value: z.number().nullable() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Counts that reveal an incomplete archive. */
export const endSchema = z.object({
  rows: z.record(z.string(), z.number()),
  files: z.number(),
});
export type End = z.infer<typeof endSchema>;

export const manifestName = 'manifest.json';
export const secretName = 'secret';
export const endName = 'end.json';

/** Tables are split into pieces, so that no process has to hold a whole table in memory. */
export const pieceName = (table: string, number: number): string =>
  `tables/${table}/${String(number).padStart(6, '0')}`;
export const mediumName = (key: string, name: string): string => `media/${key}/${name}`;

export const inMiB = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
