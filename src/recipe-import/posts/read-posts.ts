/** Selects the posts of an archive that are imported, and converts them to items. */
import { cleanText } from '../../lib/text.ts';
import { type ArchivedItem, archivedItem } from '../potluck-item.ts';
import { toMarkdown } from './markdown.ts';
import { fromActivity, fromStatus, type LeftOut, originsById, type RawPost } from './raw-post.ts';

export type ArchivedPost = Extract<ArchivedItem, { type: 'status' }>;

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

const timeOf = ({ publishedAt }: RawPost): number => Date.parse(publishedAt) || 0;

type Raw = Pick<ReadPosts, 'format'> & { posts: (RawPost | LeftOut)[] };

function readOutbox(json: unknown): Raw | null {
  if (typeof json !== 'object' || json === null || !('orderedItems' in json)) return null;
  const items = json.orderedItems;
  const isActivity = (each: unknown) => typeof each === 'object' && each !== null && 'object' in each;
  return Array.isArray(items) && items.some(isActivity)
    ? { format: 'Mastodon', posts: items.map(fromActivity) }
    : null;
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
  const time = Date.parse(publishedAt);
  if (Number.isNaN(time) || (content === '' && pictures.length === 0)) return null;
  const at = new Date(time).toISOString();
  const { data: item } = archivedItem.safeParse({
    ...{ type: 'status', origin: post.origin, formerly: [], publication: 'published', visibility },
    ...{ locale: post.locale, tags: [], content, createdAt: at, publishedAt: at },
    media: pictures.map(({ url, description }, index) => ({
      file: uniqueName(url, index, pictures),
      description: cut(description, maxDescription),
    })),
    ...{ sensitive: post.sensitive, spoilerText: cut(post.spoilerText, maxSpoiler) },
    inReplyTo: post.inReplyTo,
  });
  return item?.type === 'status' ? { item, pictureUrls: pictures.map(({ url }) => url) } : null;
}

const cut = (text: string, max: number) => cleanText([...text.slice(0, 2 * max)].slice(0, max).join(''));
function uniqueName(url: string, index: number, pictures: { url: string }[]): string {
  const name = fileName(url);
  return pictures.some((each, at) => at < index && fileName(each.url) === name)
    ? `${index + 1} ${name}`
    : name;
}

const fileName = (url: string) => cleanText(url.split(/[?#]/, 1)[0]!.split('/').at(-1)!.slice(-100));
