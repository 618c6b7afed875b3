/** Finds the page of a visitor's own server for a follow, like, boost or reply, in the WebFinger answer about the visitor. */
import { type Intent, relOf, subscribeTemplate } from '../../lib/intents.ts';
import { originOf } from '../../lib/iris.ts';
import { parseDocument } from '../json-ld/document.ts';
import { type JsonObject, member, objectsOf, stringOf } from '../json-ld/json.ts';
import { Refusal } from '../refusal.ts';
import { ResolveError } from './error.ts';
import { newBudget } from './fetch-budget.ts';
import { fetchFrom } from './fetch-json.ts';

/**
 * Returns an https URL for `uri`, or null when the server of `handle` (`name@host`) has no such page. An activity intent
 * (FEP-3b86) leads to the action itself; Mastodon's page shows the account or post with all actions.
 */
export async function findInteractionPage(
  handle: string,
  uri: string,
  intent: Intent,
): Promise<string | null> {
  const host = handle.slice(handle.lastIndexOf('@') + 1);
  if (originOf(`https://${host}`) !== `https://${host}`) return null;
  const resource = encodeURIComponent(`acct:${handle}`);
  try {
    const accept = 'application/jrd+json, application/json';
    const url = `https://${host}/.well-known/webfinger?resource=${resource}`;
    const { body } = await fetchFrom(url, { accept }, newBudget());
    const links = objectsOf(member(parseDocument(body).json, 'links'));
    const object = intent === 'create' ? 'inReplyTo' : 'object';
    return (
      expand(links, relOf(intent), object, uri) ??
      expand(links, subscribeTemplate.rel, 'uri', uri) ??
      expand(links, relOf('object'), 'object', uri)
    );
  } catch (error) {
    if (error instanceof ResolveError || error instanceof Refusal) return null;
    throw error;
  }
}

/** Fills in a template (RFC 6570, level 1). Variables other than `name` become empty. */
function expand(links: JsonObject[], rel: string, name: string, value: string): string | null {
  const link = links.find((each) => stringOf(member(each, 'rel')) === rel);
  const template = stringOf(link?.template, 2_000) ?? '';
  if (!template.includes(`{${name}}`)) return null;
  const filled = template.replace(/\{([^{}]*)\}/g, (_, variable) =>
    variable === name ? encodeURIComponent(value) : '',
  );
  const page = URL.parse(filled);
  return page?.protocol === 'https:' && !page.username && !page.password ? page.href : null;
}
