/** Remembers in which units somebody reads recipes: for a member everywhere, for a visitor on this device. */
import { type Context, Hono } from 'hono';
import { updateUnits } from '../../domain/accounts/account.ts';
import { type BrowserSession, findBrowserSession, isNavigation } from '../../http/browser-session.ts';
import { rememberUnits } from '../../http/reader.ts';
import { oneOf } from '../../http/schema.ts';
import { config } from '../../lib/config.ts';
import { isMeasurementSystem, type MeasurementSystem, measurementSystems } from '../../lib/language/reader.ts';
import { localPageUrl } from '../components/local-url.ts';
import { errorPage } from '../components/page-handler.tsx';

/** Stands for the units of the author. */
export const asWritten = 'written';

/** The path that remembers the choice and leads back to a page. Null leaves recipes as they are written. */
export const unitsPath = (units: string | null, back: string) =>
  `/units/${units ?? asWritten}?back=${encodeURIComponent(back)}`;

export async function saveUnits(
  c: Context,
  session: BrowserSession | null,
  chosen: MeasurementSystem | null,
): Promise<void> {
  if (session) await updateUnits(session.accountId, chosen);
  rememberUnits(c, chosen);
}

/**
 * A link, because a form would need a token in pages of visitors, which are all the same. Links of other sites change
 * nothing.
 */
export const units = new Hono().get(`/units/:units${oneOf([...measurementSystems, asWritten])}`, async (c) => {
  try {
    const site = c.req.header('sec-fetch-site') ?? 'same-origin';
    const named = c.req.param('units')!;
    const chosen = isMeasurementSystem(named) ? named : null;
    if (site === 'same-origin' && isNavigation(c)) await saveUnits(c, await findBrowserSession(c), chosen);
    c.header('Cache-Control', 'no-store');
    c.header('X-Robots-Tag', 'noindex');
    return c.redirect(localPageUrl(c.req.query('back')) ?? config.baseUrl, 303);
  } catch (error) {
    return errorPage(c, error);
  }
});
