/** A browser as people have it, where one is installed. */
import { existsSync } from 'node:fs';
import { sayWhatIsSkipped } from '../../support/skipped.ts';

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Null, said loudly, when there is none. */
export function findChromium(): string | null {
  const found = [process.env.CHROMIUM ?? '', ...usual].find((path) => path !== '' && existsSync(path));
  if (found) return found;
  sayWhatIsSkipped('there is no Chromium (set CHROMIUM), so no page is looked at in a browser');
  return null;
}
