/** Reads a post of an outbox (ActivityStreams) or of the API of Mastodon and Pixelfed into one form. */
import { z } from 'zod';

export interface RawPost {
  /** Its IRI. */
  origin: string;
  publishedAt: string;
  html: string;
  locale: string;
  spoilerText: string;
  sensitive: boolean;
  /** Null for a direct message. */
  visibility: 'public' | 'unlisted' | 'private' | null;
  /** An IRI. */
  inReplyTo: string | null;
  /** Handles, as `@name@host`, by the link of a mention. */
  handles: Map<string, string>;
  pictures: { url: string; description: string }[];
}

export type LeftOut = 'boost' | 'poll' | 'unreadable';

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
  attachment: list(
    z.object({ mediaType: text, url: text, name: text }).catch({ mediaType: '', url: '', name: '' }),
  ),
});

const publicNames = new Set(['https://www.w3.org/ns/activitystreams#Public', 'as:Public', 'Public']);

/** Reads an activity of an outbox. */
export function fromActivity(activity: unknown): RawPost | LeftOut {
  const { type, object } = (activity ?? {}) as Record<string, unknown>;
  if (type === 'Announce') return 'boost';
  const objectType = (object as Record<string, unknown> | null)?.type;
  if (objectType === 'Question') return 'poll';
  const read = note.safeParse(object).data;
  if (type !== 'Create' || objectType !== 'Note' || !read) return 'unreadable';
  const { id, published, content, contentMap, summary, sensitive, to, cc, inReplyTo, tag, attachment } = read;
  return {
    ...{ origin: id, publishedAt: published, html: content, spoilerText: summary, sensitive, inReplyTo },
    locale: Object.keys(contentMap)[0] ?? 'und',
    visibility: visibilityOf(to, cc),
    handles: new Map(
      tag.flatMap(({ type, href, name }) => (type === 'Mention' ? [[href, withHost(name, href)]] : [])),
    ),
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

const visibilities = ['public', 'unlisted', 'private'] as const;

/** The origins of the statuses of the API, by id. */
export function originsById(statuses: unknown[]): Map<string, string> {
  return new Map(
    statuses.flatMap((each) => {
      const read = status.safeParse(each).data;
      return read ? [[read.id, read.uri || read.url] as const] : [];
    }),
  );
}

/** Reads a status of the API. A reply to a status that is not in `origins` is to somebody else. */
export function fromStatus(json: unknown, origins: ReadonlyMap<string, string>): RawPost | LeftOut {
  const read = status.safeParse(json).data;
  if (!read) return 'unreadable';
  if (read.reblog) return 'boost';
  if (read.poll) return 'poll';
  const parent = read.in_reply_to_id;
  return {
    ...{ origin: read.uri || read.url, publishedAt: read.created_at, html: read.content },
    ...{ locale: read.language ?? 'und', spoilerText: read.spoiler_text, sensitive: read.sensitive },
    visibility: visibilities.find((each) => each === read.visibility) ?? null,
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
