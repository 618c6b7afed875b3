/** Collects what the head of a page says: structured data, language, address, title and picture. */
import { walkHtml } from './html-tokens.ts';
import { readLocale, webUrl } from './recipe-details.ts';

export interface PageFacts {
  /** The texts of JSON-LD scripts. */
  blocks: string[];
  locale: string | null;
  url: string | null;
  siteName: string | null;
  title: string | null;
  imageUrl: string | null;
  author: string | null;
}

const MAX_TEXT = 2_000;

export function collectFacts(html: string): PageFacts {
  const facts: PageFacts = {
    blocks: [],
    locale: null,
    url: null,
    siteName: null,
    title: null,
    imageUrl: null,
    author: null,
  };
  let block: string[] | null = null;

  walkHtml(html, {
    open(name, attributes) {
      if (name === 'html') facts.locale ??= readLocale(attributes.get('lang'));
      if (name === 'link' && attributes.get('rel')?.toLowerCase() === 'canonical') {
        facts.url = webUrl(attributes.get('href')) ?? facts.url;
      }
      if (name === 'meta') readMeta(facts, attributes);
      if (name === 'script' && /^\s*application\/ld\+json\b/i.test(attributes.get('type') ?? '')) block = [];
    },
    close(name) {
      if (name !== 'script' || !block) return;
      facts.blocks.push(block.join(''));
      block = null;
    },
    text(text) {
      block?.push(text);
    },
  });

  return facts;
}

function readMeta(facts: PageFacts, attributes: Map<string, string>): void {
  const content = attributes.get('content')?.slice(0, MAX_TEXT).trim() || null;
  const property = attributes.get('property') ?? attributes.get('name');
  if (property === 'og:url') facts.url ??= webUrl(content);
  if (property === 'og:site_name') facts.siteName ??= content;
  if (property === 'og:title') facts.title ??= content;
  if (property === 'og:image') facts.imageUrl ??= webUrl(content);
  if (property === 'author') facts.author ??= content;
}
