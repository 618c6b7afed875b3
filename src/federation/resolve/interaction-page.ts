/** Finds the page of a visitor's own server for replies, likes and follows (OStatus subscribe link in WebFinger). */
import { originOf } from '../../lib/iris.ts';
import { parseDocument } from '../json-ld/document.ts';
import { member, objectsOf, stringOf } from '../json-ld/json.ts';
import { Refusal } from '../refusal.ts';
import { ResolveError } from './error.ts';
import { newBudget } from './fetch-budget.ts';
import { fetchFrom } from './fetch-json.ts';

const subscribe = 'http://ostatus.org/schema/1.0/subscribe';

/** Returns an https URL for `uri`, or null when the server of `handle` (`name@host`) has no such page. */
export async function findInteractionPage(handle: string, uri: string): Promise<string | null> {
  const host = handle.slice(handle.lastIndexOf('@') + 1);
  if (originOf(`https://${host}`) !== `https://${host}`) return null;
  const resource = encodeURIComponent(`acct:${handle}`);
  try {
    const accept = 'application/jrd+json, application/json';
    const url = `https://${host}/.well-known/webfinger?resource=${resource}`;
    const { body } = await fetchFrom(url, { accept }, newBudget());
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
