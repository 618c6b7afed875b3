/** Reads posts of Mastodon and Pixelfed. */
import { z } from 'zod';
import { type SharedVisibility, sharedVisibilities } from '../db/vocabulary.ts';
import { readDate } from '../lib/date.ts';
import { replacements, safeHref, walkHtml } from '../lib/html/html.ts';
import { cleanText } from '../lib/text.ts';
import { type ArchivedItem, archivedItem } from './potluck-item.ts';

// Reads a post of an outbox (ActivityStreams) or of the API of Mastodon and Pixelfed into one form

interface RawPost {
  /** Its IRI. */
  origin: string;
  publishedAt: string;
  html: string;
  locale: string;
  spoilerText: string;
  sensitive: boolean;
  /** Null for a direct message. */
  visibility: SharedVisibility | null;
  /** An IRI. */
  inReplyTo: string | null;
  /** Handles, as `@name@host`, by the link of a mention. */
  handles: Map<string, string>;
  pictures: { url: string; description: string }[];
}

type LeftOut = 'boost' | 'poll' | 'unreadable';

const text = z.string().catch('');
const nullable = z.string().nullable().catch(null);
const list = <Schema extends z.ZodType>(entry: Schema) =>
  z.preprocess((value) => (Array.isArray(value) ? value : value == null ? [] : [value]), z.array(entry));
const iris = list(z.string().catch('')).catch([]);

const note = z.object({
  id: z.string(),
  published: z.string(),
  content: text,
  contentMap: z.record(z.string(), z.string()).catch({}),
  summary: text,
  sensitive: z.boolean().catch(false),
  to: iris,
  cc: iris,
  inReplyTo: nullable,
  tag: list(z.object({ type: text, href: text, name: text }).catch({ type: '', href: '', name: '' })),
  attachment: list(z.object({ mediaType: text, url: text, name: text }).catch({ mediaType: '', url: '', name: '' })),
});

const publicNames = new Set(['https://www.w3.org/ns/activitystreams#Public', 'as:Public', 'Public']);

/** Reads an activity of an outbox. */
function fromActivity(activity: unknown): RawPost | LeftOut {
  const { type, object } = (activity ?? {}) as Record<string, unknown>;
  if (type === 'Announce') return 'boost';
  const objectType = (object as Record<string, unknown> | null)?.type;
  if (objectType === 'Question') return 'poll';
  const read = note.safeParse(object).data;
  if (type !== 'Create' || objectType !== 'Note' || !read) return 'unreadable';
  const { id, published, content, contentMap, summary, sensitive, to, cc, inReplyTo, tag, attachment } = read;
  return {
    origin: id,
    publishedAt: published,
    html: content,
    spoilerText: summary,
    sensitive,
    inReplyTo,
    locale: Object.keys(contentMap)[0] ?? 'und',
    visibility: visibilityOf(to, cc),
    handles: new Map(tag.flatMap(({ type, href, name }) => (type === 'Mention' ? [[href, withHost(name, href)]] : []))),
    pictures: attachment.flatMap(({ mediaType, url, name }) =>
      mediaType.startsWith('image/') ? [{ url, description: name }] : [],
    ),
  };
}

function visibilityOf(to: string[], cc: string[]): RawPost['visibility'] {
  if (to.some((iri) => publicNames.has(iri))) return 'public';
  if (cc.some((iri) => publicNames.has(iri))) return 'unlisted';
  return [...to, ...cc].some((iri) => iri.endsWith('/followers')) ? 'private' : null;
}

const id = z.union([z.string(), z.number()]).transform(String);
const status = z.object({
  id,
  uri: text,
  url: text,
  created_at: z.string(),
  content: text,
  language: nullable,
  spoiler_text: text,
  sensitive: z.boolean().catch(false),
  visibility: text,
  in_reply_to_id: id.nullable().catch(null),
  reblog: z.unknown(),
  poll: z.unknown(),
  mentions: list(z.object({ acct: text, url: text }).catch({ acct: '', url: '' })),
  media_attachments: list(
    z.object({ type: text, url: text, description: text }).catch({ type: '', url: '', description: '' }),
  ),
});

/** The origins of the statuses of the API, by id. */
function originsById(statuses: unknown[]): Map<string, string> {
  return new Map(
    statuses.flatMap((each) => {
      const read = status.safeParse(each).data;
      return read ? [[read.id, read.uri || read.url] as const] : [];
    }),
  );
}

/** Reads a status of the API. A reply to a status that is not in `origins` is to somebody else. */
function fromStatus(json: unknown, origins: ReadonlyMap<string, string>): RawPost | LeftOut {
  const read = status.safeParse(json).data;
  if (!read) return 'unreadable';
  if (read.reblog) return 'boost';
  if (read.poll) return 'poll';
  const parent = read.in_reply_to_id;
  return {
    origin: read.uri || read.url,
    publishedAt: read.created_at,
    html: read.content,
    locale: read.language ?? 'und',
    spoilerText: read.spoiler_text,
    sensitive: read.sensitive,
    visibility: sharedVisibilities.find((each) => each === read.visibility) ?? null,
    inReplyTo: parent === null ? null : (origins.get(parent) ?? `unknown:${parent}`),
    handles: new Map(read.mentions.map(({ acct, url }) => [url, withHost(acct, url)])),
    pictures: read.media_attachments.flatMap(({ type, url, description }) =>
      type === 'image' ? [{ url, description }] : [],
    ),
  };
}

/** Names on the exporting server have no host. */
function withHost(name: string, href: string): string {
  const plain = name.replace(/^@/, '');
  const host = URL.parse(href)?.host;
  return `@${plain.includes('@') || !host ? plain : `${plain}@${host}`}`;
}

// Converts the HTML of a post to Markdown, so that its author can edit it

interface Frame {
  tag: string;
  attributes: Record<string, string>;
  /** Markdown. */
  text: string;
  /** Without escapes, for links and code. */
  plain: string;
  /** Items of a list so far. */
  items: number;
}

const marks: Record<string, string> = { strong: '**', em: '*', del: '~~' };
const blocks = new Set(['p', 'pre', 'blockquote', 'ul', 'ol', 'li', 'root']);
const transparent = new Set(['span', 'br']);

/** `handles` maps the links of mentions to `@name@host`. */
export function toMarkdown(html: string, handles: ReadonlyMap<string, string> = new Map()): string {
  const frames: Frame[] = [newFrame('root')];
  const opened: boolean[] = [];
  const top = () => frames.at(-1)!;
  const isRaw = () => frames.some(({ tag }) => tag === 'code' || tag === 'pre');

  const closeTop = () => {
    const frame = frames.pop()!;
    const parent = top();
    parent.plain += frame.plain;
    parent.text += markdownOf(frame, parent, handles, isRaw());
  };

  walkHtml(html, {
    open(name, attributes) {
      const tag = replacements.get(name) ?? 'span';
      if (tag === 'br') add(top(), '\n');
      opened.push(!transparent.has(tag));
      if (!transparent.has(tag)) frames.push(newFrame(tag, attributes));
    },
    text(text) {
      if (isRaw()) return add(top(), text);
      const folded = text.replace(/\s+/g, ' ');
      const isAtStart = blocks.has(top().tag) && (top().text === '' || top().text.endsWith('\n'));
      top().plain += folded;
      top().text += isAtStart ? escapeStart(escapeText(folded.trimStart())) : escapeText(folded);
    },
    close() {
      if (opened.pop()) closeTop();
    },
  });
  // Parsing may have stopped at a limit.
  while (frames.length > 1) closeTop();
  return frames[0]!.text
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const newFrame = (tag: string, attributes: Record<string, string> = {}): Frame => ({
  tag,
  attributes,
  text: '',
  plain: '',
  items: 0,
});

function add(frame: Frame, text: string): void {
  frame.text += text;
  frame.plain += text;
}

function markdownOf(frame: Frame, parent: Frame, handles: ReadonlyMap<string, string>, isRaw: boolean): string {
  const { tag, text, plain } = frame;
  if (isRaw) return plain;
  const trimmed = text.trim();
  if (trimmed === '') return text;
  switch (tag) {
    case 'a':
      return linkOf(frame, handles);
    case 'strong':
    case 'em':
    case 'del':
      return /^\S[\s\S]*\S$|^\S$/.test(text) ? `${marks[tag]}${text}${marks[tag]}` : text;
    case 'code':
      return /[`\n]/.test(plain) ? escapeText(plain) : `\`${plain}\``;
    case 'pre':
      return `\n\n${plain.replace(/^/gm, '    ')}\n\n`;
    case 'blockquote':
      return `\n\n${trimmed.replace(/^/gm, '> ')}\n\n`;
    case 'li':
      parent.items += 1;
      return `\n${parent.tag === 'ol' ? `${parent.items}.` : '-'} ${trimmed.replace(/\n+/g, '\n  ')}`;
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return `\n\n${'#'.repeat(Number(tag[1]))} ${trimmed.replace(/\n+/g, ' ')}\n\n`;
    default:
      return `\n\n${text}\n\n`;
  }
}

function linkOf({ attributes, text, plain }: Frame, handles: ReadonlyMap<string, string>): string {
  const shown = plain.trim();
  const href = safeHref(attributes.href);
  if (href === null) return text;
  const handle = handles.get(attributes.href!) ?? handles.get(href);
  if (handle) return handle;
  const classes = (attributes.class ?? '').split(/\s+/, 20);
  if (/^#[\p{L}\p{M}\p{N}_]{1,100}$/u.test(shown)) return shown;
  if (classes.includes('mention') && /^@[A-Za-z0-9_.-]{1,60}$/.test(shown)) return `${shown}@${new URL(href).host}`;
  if (shown === href || shown === attributes.href || `${shown}/` === href)
    return /^[\w:/.?=&%+-]*[A-Za-z0-9/]$/.test(href) && !href.includes('_') ? href : `<${href}>`;
  return `[${text.trim()}](<${href}>)`;
}

const escapeText = (text: string): string =>
  text.replace(/[\\`*[\]<>~]|&(?=#?\w{1,31};)/g, '\\$&').replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_');

/** At the start of a line these begin a heading, a list or a rule. */
const escapeStart = (text: string): string =>
  text.replace(/^(#{1,6}|[+-]|-{2,}|=+)(?=\s|$)/, '\\$1').replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');

// Selects the posts of an archive that are imported, and converts them to items

type ArchivedPost = Extract<ArchivedItem, { type: 'status' }>;

export interface ReadPost {
  item: ArchivedPost;
  /** URLs or paths in the archive, in the order of the item's media. */
  pictureUrls: string[];
}

/** Numbers of posts that are not imported. */
export type LeftOutCounts = Record<LeftOut | 'direct' | 'reply', number>;

/** Facts about a whole archive. */
export interface PostsPreview {
  posts: number;
  pictures: number;
  leftOut: LeftOutCounts;
  /** ISO 8601. */
  oldest: string;
  newest: string;
}

export interface ReadPosts {
  format: 'Mastodon' | 'Pixelfed';
  /** The oldest first. */
  posts: ReadPost[];
  leftOut: LeftOutCounts;
}

const maxPictures = 10;
const maxDescription = 1_500;
const maxSpoiler = 500;

/** Reads an outbox, or a list of statuses as Pixelfed exports it. Returns null for other JSON. */
export function readPosts(json: unknown): ReadPosts | null {
  const raw = readOutbox(json) ?? readStatuses(json);
  if (!raw) return null;
  const leftOut: LeftOutCounts = { boost: 0, poll: 0, unreadable: 0, direct: 0, reply: 0 };
  const posts: RawPost[] = [];
  for (const post of raw.posts) {
    if (typeof post === 'string') leftOut[post] += 1;
    else if (post.visibility === null) leftOut.direct += 1;
    else posts.push(post);
  }
  posts.sort((one, other) => timeOf(one) - timeOf(other));
  const origins = new Set<string>();
  const read: ReadPost[] = [];
  for (const post of posts) {
    const isReply = post.inReplyTo !== null && !origins.has(post.inReplyTo);
    const converted = isReply ? null : convert(post);
    if (converted && !origins.has(post.origin)) {
      read.push(converted);
      origins.add(post.origin);
    } else leftOut[isReply ? 'reply' : 'unreadable'] += 1;
  }
  return { format: raw.format, posts: read, leftOut };
}

const timeOf = ({ publishedAt }: RawPost): number => readDate(publishedAt)?.getTime() ?? 0;

type Raw = Pick<ReadPosts, 'format'> & { posts: (RawPost | LeftOut)[] };

function readOutbox(json: unknown): Raw | null {
  if (typeof json !== 'object' || json === null || !('orderedItems' in json)) return null;
  const items = json.orderedItems;
  const isActivity = (each: unknown) => typeof each === 'object' && each !== null && 'object' in each;
  return Array.isArray(items) && items.some(isActivity) ? { format: 'Mastodon', posts: items.map(fromActivity) } : null;
}

function readStatuses(json: unknown): Raw | null {
  if (!Array.isArray(json)) return null;
  const isStatus = (each: unknown) =>
    typeof each === 'object' && each !== null && 'media_attachments' in each && 'created_at' in each;
  if (!json.some(isStatus)) return null;
  const origins = originsById(json);
  return { format: 'Pixelfed', posts: json.map((each) => fromStatus(each, origins)) };
}

/** Returns null for a post without content, or beyond the limits of items. */
function convert({ html, publishedAt, visibility, handles, ...post }: RawPost): ReadPost | null {
  const pictures = post.pictures.slice(0, maxPictures);
  const content = cleanText(toMarkdown(html, handles));
  const time = readDate(publishedAt);
  if (time === null || (content === '' && pictures.length === 0)) return null;
  const at = time.toISOString();
  const { data: item } = archivedItem.safeParse({
    type: 'status',
    origin: post.origin,
    formerly: [],
    publication: 'published',
    visibility,
    locale: post.locale,
    tags: [],
    content,
    createdAt: at,
    publishedAt: at,
    media: pictures.map(({ url, description }, index) => ({
      file: uniqueName(url, index, pictures),
      description: cut(description, maxDescription),
    })),
    sensitive: post.sensitive,
    spoilerText: cut(post.spoilerText, maxSpoiler),
    inReplyTo: post.inReplyTo,
  });
  return item?.type === 'status' ? { item, pictureUrls: pictures.map(({ url }) => url) } : null;
}

const cut = (text: string, max: number) => cleanText([...text.slice(0, 2 * max)].slice(0, max).join(''));
function uniqueName(url: string, index: number, pictures: { url: string }[]): string {
  const name = fileName(url);
  return pictures.some((each, at) => at < index && fileName(each.url) === name) ? `${index + 1} ${name}` : name;
}

const fileName = (url: string) => cleanText(url.split(/[?#]/, 1)[0]!.split('/').at(-1)!.slice(-100));
