/** A browser as people have it, where one is installed. */
import { existsSync } from 'node:fs';

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Null, said loudly, when there is none. */
export function findChromium(): string | null {
  const found = [process.env.CHROMIUM ?? '', ...usual].find((path) => path !== '' && existsSync(path));
  if (found) return found;
  process.stderr.write(
    '\n!!! SKIPPED: there is no Chromium (set CHROMIUM), so no page is looked at in a browser\n',
  );
  return null;
}
