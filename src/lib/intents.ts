/**
 * Names what a visitor of one server can ask their own server for (FEP-3b86), and the addresses of our pages for it.
 */
import { config } from './config.ts';

/** Each is the activity, or `object` to look at something. `create` writes a post or reply. */
export const intents = ['follow', 'like', 'announce', 'create', 'object'] as const;
export type Intent = (typeof intents)[number];

const callbacks = 'on-success={on-success}&on-cancel={on-cancel}';

const templateOf = (intent: Intent) => {
  const page = `${config.baseUrl}/intents/${intent}`;
  switch (intent) {
    case 'create':
      return `${page}?content={content}&inReplyTo={inReplyTo}`;
    case 'object':
      return `${page}?object={object}`;
    default:
      return `${page}?object={object}&${callbacks}`;
  }
};

/** The page of this server on which a member does this with `uri`. */
export const intentPath = (intent: Intent, uri: string): string =>
  `/intents/${intent}?${new URLSearchParams({ [intent === 'create' ? 'inReplyTo' : 'object']: uri })}`;

/** The relation of each intent, with our template (RFC 6570). */
export const intentTemplates = intents.map((intent) => ({
  rel: relOf(intent),
  template: templateOf(intent),
}));

/** Mastodon and others look for this one. */
export const subscribeTemplate = {
  rel: 'http://ostatus.org/schema/1.0/subscribe',
  template: `${config.baseUrl}/authorize_interaction?uri={uri}`,
};

export function relOf(intent: Intent): string {
  return `https://w3id.org/fep/3b86/${intent[0]!.toUpperCase()}${intent.slice(1)}`;
}
