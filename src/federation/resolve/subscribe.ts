/** Where somebody's own server lets them act on what they saw here (the OStatus subscribe link in WebFinger). */

import { originOf } from '../../lib/iris.ts';
import { parseDocument } from '../document.ts';
import { member, objectsOf, stringOf } from '../json.ts';
import { Refusal } from '../refusal.ts';
import { newBudget } from './budget.ts';
import { ResolveError } from './error.ts';
import { get } from './fetch-json.ts';

const subscribe = 'http://ostatus.org/schema/1.0/subscribe';

/** The page to open there for `uri`, always https; null when the server of `handle` (`name@host`) tells none. */
export async function findInteractionPage(handle: string, uri: string): Promise<string | null> {
  const host = handle.slice(handle.lastIndexOf('@') + 1);
  if (originOf(`https://${host}`) !== `https://${host}`) return null;
  const resource = encodeURIComponent(`acct:${handle}`);
  try {
    const accept = 'application/jrd+json, application/json';
    const url = `https://${host}/.well-known/webfinger?resource=${resource}`;
    const { body } = await get(url, { accept }, newBudget());
    const links = objectsOf(member(parseDocument(body).json, 'links'));
    const link = links.find((each) => stringOf(member(each, 'rel')) === subscribe);
    const template = stringOf(link?.template, 2_000) ?? '';
    if (!template.includes('{uri}')) return null;
    const page = URL.parse(template.replace('{uri}', encodeURIComponent(uri)));
    return page?.protocol === 'https:' && !page.username && !page.password ? page.href : null;
  } catch (error) {
    if (error instanceof ResolveError || error instanceof Refusal) return null;
    throw error;
  }
}
