/** Collects what the head of a page says: structured data, language, address, title, description and picture. */
import type { Attributes, HtmlVisitor } from './html-tokens.ts';
import { readLocale, webUrl } from './recipe-details.ts';

export interface PageFacts {
  /** The texts of JSON-LD scripts. */
  blocks: string[];
  /** JSON from which a script makes the page, if it speaks of a recipe. */
  otherBlocks: string[];
  locale: string | null;
  url: string | null;
  /** What the page states as the base of its relative addresses. */
  base: string | null;
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
const OF_RECIPE = /"@type"\s{0,3}:\s{0,3}\[?\s{0,3}"(?:https?:\/\/schema\.org\/)?Recipe"/;
/** A picture that shows only the title of a recipe. */
const SHARE_PICTURE = /\/share-pictures\/\d{1,15}\/[0-9a-f]{16}\.png$/;

/** What is chosen from, and resolved, when the walk is over. */
type Head = Record<
  | 'language'
  | 'metaLanguage'
  | 'previewLocale'
  | 'description'
  | 'previewDescription'
  | 'canonical'
  | 'previewUrl'
  | 'base'
  | 'image'
  | 'otherImage',
  string | null
>;

/** Returns a visitor, and what it found when the walk is over, on a page from this address. */
export function factsReader(): { visitor: Required<HtmlVisitor>; finish: (url: string | null) => PageFacts } {
  const facts: PageFacts = {
    blocks: [],
    otherBlocks: [],
    locale: null,
    url: null,
    base: null,
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
    canonical: null,
    previewUrl: null,
    base: null,
    image: null,
    otherImage: null,
  };
  /** The parts of the text of a script or title. */
  let parts: string[] | null = null;
  let isLinked = false;

  const visitor = {
    open(name: string, attributes: Attributes) {
      if (name === 'html') head.language ??= readLocale(attributes.get('lang') || attributes.get('xml:lang'));
      else if (name === 'meta') readMeta(facts, head, attributes);
      else if (name === 'link') readLink(head, attributes);
      else if (name === 'base') head.base ??= attributes.get('href')?.trim() || null;
      else if (name === 'script') {
        const type = /^\s*application\/(?:ld\+)?json\b/i.exec(attributes.get('type') ?? '')?.[0];
        isLinked = type?.includes('+') === true;
        if (type !== undefined) parts = [];
      } else if (name === 'title' && facts.documentTitle === null) parts = [];
    },
    close(name: string) {
      if (!parts || (name !== 'script' && name !== 'title')) return;
      const text = parts.join('');
      parts = null;
      if (name === 'script' && isLinked) facts.blocks.push(text);
      else if (name === 'script') {
        if (OF_RECIPE.test(text)) facts.otherBlocks.push(text);
      } else facts.documentTitle = text.slice(0, MAX_TEXT).replace(/\s+/g, ' ').trim() || null;
    },
    text(text: string) {
      parts?.push(text);
    },
  };

  const finish = (url: string | null) => {
    const found = webUrl(url);
    const stated = [head.canonical, head.previewUrl].map((each) => resolve(each, found));
    const own = stated.find((each) => each !== null) ?? found;
    const base = resolve(head.base, found ?? own);
    return {
      ...facts,
      url: own,
      base,
      locale: head.language ?? head.metaLanguage ?? head.previewLocale,
      description: head.description ?? head.previewDescription,
      imageUrl: resolve(head.image, base ?? own) ?? resolve(head.otherImage, base ?? own),
    };
  };
  return { visitor, finish };
}

const resolve = (address: string | null, base: string | null): string | null =>
  address === null ? null : webUrl(URL.parse(address, base ?? undefined)?.href);

function readLink(head: Head, attributes: Attributes): void {
  const relations = attributes.get('rel')?.toLowerCase().split(/\s+/) ?? [];
  const address = attributes.get('href')?.slice(0, MAX_TEXT).trim() || null;
  if (relations.includes('canonical')) head.canonical = address ?? head.canonical;
  else if (relations.includes('image_src')) head.otherImage ??= address;
}

function readMeta(facts: PageFacts, head: Head, attributes: Attributes): void {
  const content = attributes.get('content')?.slice(0, MAX_TEXT).trim() || null;
  const property = attributes.get('property') ?? attributes.get('name') ?? attributes.get('http-equiv');
  switch (property?.toLowerCase()) {
    case 'og:url':
      head.previewUrl ??= content;
      break;
    case 'og:site_name':
      facts.siteName ??= content;
      break;
    case 'og:title':
      facts.title ??= content;
      break;
    case 'og:image':
    case 'og:image:url':
    case 'og:image:secure_url':
      if (content && !SHARE_PICTURE.test(content)) head.image ??= content;
      break;
    case 'twitter:image':
    case 'twitter:image:src':
      if (content && !SHARE_PICTURE.test(content)) head.otherImage ??= content;
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
    case 'article:author':
    case 'parsely-author':
    case 'dc.creator':
      if (content && !/^https?:/i.test(content)) facts.author ??= content;
      break;
    case 'generator':
      facts.isPotluck ||= content === generator || content?.startsWith(`${generator} `) === true;
      break;
  }
}
