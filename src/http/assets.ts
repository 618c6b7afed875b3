/** The few pictures that are ours: read once, served as they are. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const names = ['avatar-400.png', 'avatar-200.png', 'avatar-80.png'];
const pictures = new Map(
  names.map((name) => [name, new Uint8Array(readFileSync(join(import.meta.dirname, 'assets', name)))]),
);

/** Null for names of nothing. */
export function serveAsset(name: string): Response | null {
  const bytes = pictures.get(name);
  if (!bytes) return null;
  return new Response(bytes, {
    headers: {
      'Content-Type': 'image/png',
      'Cache-Control': 'public, max-age=86400',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  });
}
