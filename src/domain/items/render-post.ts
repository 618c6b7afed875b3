/** Renders the text of an item, with links to the accounts and hashtags that it names. */
import { normaliseHashtags } from '../../lib/hashtag.ts';
import { iris } from '../../lib/iris.ts';
import { findHashtags, renderMarkdown } from '../../lib/markdown.ts';
import type { Account } from '../accounts/account.ts';
import type { Mentioned } from './mentions.ts';

/** Handles of unknown accounts stay plain text. With `hasPendingMentions` the accounts are being looked up. */
export function renderPost(content: string, mentioned: Mentioned) {
  const contentHtml = renderMarkdown(content, {
    mention: (handle) => mentionLink(mentioned.get(handle)),
    hashtag: iris.tag,
  });
  const tags = findHashtags(content);
  const mentionedIds = [...new Set([...mentioned.values()].map(({ id }) => id))];
  return {
    columns: { content, content_html: contentHtml, tags, hashtags: normaliseHashtags(tags) },
    mentionedIds,
    hasPendingMentions: [...mentioned.values()].some(({ state }) => state === 'unknown'),
  };
}

function mentionLink(account: Account | undefined): { href: string; name: string } | null {
  const href = account?.state === 'unknown' ? null : (account?.url ?? account?.iri);
  return account && href ? { href, name: account.username } : null;
}
