/** Where to go after logging in: only to pages of ours. */
import { config } from '../../lib/config.ts';

/** An absolute URL at our origin, so that a path like `//evil.example` stays a path; null for anything else. */
export function ownPage(next: string | null | undefined): string | null {
  if (!next?.startsWith('/')) return null;
  const url = URL.parse(next, config.baseUrl);
  return url?.origin === config.baseUrl && !url.username ? url.href : null;
}
