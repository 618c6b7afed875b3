/** Collects what the head of a page says: structured data, language, address, title, description and picture. */
import type { Attributes, HtmlVisitor } from './html-tokens.ts';
import { readLocale, webUrl } from './recipe-details.ts';

export interface PageFacts {
  /** The texts of JSON-LD scripts. */
  blocks: string[];
  locale: string | null;
  url: string | null;
  siteName: string | null;
  /** For link previews. */
  title: string | null;
  /** Of the window, often with the name of the site. */
  documentTitle: string | null;
  description: string | null;
  imageUrl: string | null;
  author: string | null;
  /** True if the page was made by this software. */
  isPotluck: boolean;
}

/** The generator that our pages name. */
export const generator = 'Potluck';

const MAX_TEXT = 2_000;
/** A picture that shows only the title of a recipe. */
const SHARE_PICTURE = /\/share-pictures\/\d{1,15}\/[0-9a-f]{16}\.png$/;

type Head = Record<'language' | 'metaLanguage' | 'previewLocale' | 'description' | 'previewDescription', string | null>;

/** Returns a visitor, and what it found when the walk is over, on a page from this address. */
export function factsReader(): { visitor: Required<HtmlVisitor>; finish: (url: string | null) => PageFacts } {
  const facts: PageFacts = {
    blocks: [],
    locale: null,
    url: null,
    siteName: null,
    title: null,
    documentTitle: null,
    description: null,
    imageUrl: null,
    author: null,
    isPotluck: false,
  };
  const head: Head = {
    language: null,
    metaLanguage: null,
    previewLocale: null,
    description: null,
    previewDescription: null,
  };
  /** The parts of the text of a script or title. */
  let parts: string[] | null = null;

  const visitor = {
    open(name: string, attributes: Attributes) {
      if (name === 'html') head.language ??= readLocale(attributes.get('lang') || attributes.get('xml:lang'));
      else if (name === 'meta') readMeta(facts, head, attributes);
      else if (name === 'link' && attributes.get('rel')?.toLowerCase() === 'canonical') {
        facts.url = webUrl(attributes.get('href')) ?? facts.url;
      } else if (name === 'script' && /^\s*application\/ld\+json\b/i.test(attributes.get('type') ?? '')) parts = [];
      else if (name === 'title' && facts.documentTitle === null) parts = [];
    },
    close(name: string) {
      if (!parts || (name !== 'script' && name !== 'title')) return;
      const text = parts.join('');
      parts = null;
      if (name === 'script') facts.blocks.push(text);
      else facts.documentTitle = text.slice(0, MAX_TEXT).replace(/\s+/g, ' ').trim() || null;
    },
    text(text: string) {
      parts?.push(text);
    },
  };

  const finish = (url: string | null) => ({
    ...facts,
    url: facts.url ?? webUrl(url),
    locale: head.language ?? head.metaLanguage ?? head.previewLocale,
    description: head.description ?? head.previewDescription,
    imageUrl: facts.imageUrl && webUrl(URL.parse(facts.imageUrl, facts.url ?? url ?? undefined)?.href),
  });
  return { visitor, finish };
}

function readMeta(facts: PageFacts, head: Head, attributes: Attributes): void {
  const content = attributes.get('content')?.slice(0, MAX_TEXT).trim() || null;
  const property = attributes.get('property') ?? attributes.get('name') ?? attributes.get('http-equiv');
  switch (property?.toLowerCase()) {
    case 'og:url':
      facts.url ??= webUrl(content);
      break;
    case 'og:site_name':
      facts.siteName ??= content;
      break;
    case 'og:title':
      facts.title ??= content;
      break;
    case 'og:image':
      if (content && !SHARE_PICTURE.test(content)) facts.imageUrl ??= content;
      break;
    case 'og:locale':
      head.previewLocale ??= readLocale(content);
      break;
    case 'content-language':
    case 'language':
      head.metaLanguage ??= readLocale(content?.split(',')[0]);
      break;
    case 'description':
      head.description ??= content;
      break;
    case 'og:description':
    case 'twitter:description':
      head.previewDescription ??= content;
      break;
    case 'author':
      facts.author ??= content;
      break;
    case 'generator':
      facts.isPotluck ||= content === generator || content?.startsWith(`${generator} `) === true;
      break;
  }
}
