/** Reads what another server asks a member to do: an address or URL, an intent, and where to go afterwards. */
import type { Context } from 'hono';
import { isName } from '../../domain/search/search.ts';
import { type Intent, intents } from '../../lib/intents.ts';

const maxLength = 2_000;

export interface IntentRequest {
  /** Null shows the account or item with all actions. */
  intent: Intent | null;
  /** An address or URL; empty if there is none or if it is neither. */
  object: string;
  /** The text of a new post. */
  content: string;
  /** An http(s) URL, or `(close)`, or empty (FEP-3b86). */
  onSuccess: string;
  onCancel: string;
}

/** Reads the parameters of FEP-3b86, and `uri` as Mastodon has it. */
export function readIntent(c: Context): IntentRequest {
  const { searchParams, pathname } = new URL(c.req.url);
  const text = (name: string) => {
    const value = searchParams.get(name)?.trim() ?? '';
    return value.length <= maxLength ? value : '';
  };
  const intent = intents.find((each) => pathname === `/intents/${each}`) ?? null;
  const given = text(intent === 'create' ? 'inReplyTo' : intent ? 'object' : 'uri').replace(/^acct:/i, '');
  return {
    intent,
    object: isName(given) ? given : '',
    content: (searchParams.get('content') ?? '').slice(0, 5_000),
    onSuccess: readCallback(text('on-success')),
    onCancel: readCallback(text('on-cancel')),
  };
}

export const closeWindow = '(close)';

/** Returns an empty text for what is no web address, such as `javascript:`. */
export function readCallback(text: string): string {
  if (text === closeWindow) return text;
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) && !url.username ? url.href : '';
}

/** The page that says where a callback leads before anybody goes there, since anyone can write such a link. */
export const callbackPath = (callback: string): string => `/intents/done?${new URLSearchParams({ to: callback })}`;
