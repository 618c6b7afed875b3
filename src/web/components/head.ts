/** Renders head tags: canonical URL, Open Graph previews, feeds and ActivityPub links. */
import { html } from 'hono/html';
import { pictureUrls } from '../../http/media.ts';
import { config } from '../../lib/config.ts';
import { excerpt, textOf } from '../../lib/html/html.ts';
import { feedPath } from './feed-links.ts';
import type { Html } from './layout.ts';

interface Picture {
  key: string;
  description: string;
  width: number;
  height: number;
}

export interface Head {
  title: string;
  /** HTML. Its first words become the description. */
  description?: string;
  /** Absolute URL. */
  canonical: string;
  type?: 'website' | 'article' | 'profile';
  picture?: Picture | null;
  /** Tags of the preview without a picture. */
  fallback?: Html | '';
  /** False asks search engines not to index the page. */
  index: boolean;
  /** IRI of the ActivityPub object of the page. */
  activity?: string | null;
  /** `@ann@host`. */
  creator?: string;
  publishedAt?: Date;
  /** Path of the feeds without extension. */
  feed?: { path: string; title: string; query?: string };
  /** True if the page has an oEmbed preview. */
  embeds?: boolean;
  more?: Html | string;
}

export function headTags(options: Head): Html {
  const { title, canonical, type = 'website', picture, index, activity, creator, publishedAt } = options;
  const { feed, embeds = false, more = '', fallback = '' } = options;
  const description = excerpt(textOf(options.description ?? ''), 200);
  return html`<link rel="canonical" href="${canonical}">
${index ? '' : html`<meta name="robots" content="noindex">`}
${description && html`<meta name="description" content="${description}">`}
<meta property="og:title" content="${title}">
<meta property="og:type" content="${type}">
<meta property="og:url" content="${canonical}">
${description && html`<meta property="og:description" content="${description}">`}
${picture ? preview(picture) : fallback || html`<meta name="twitter:card" content="summary">`}
${publishedAt && html`<meta property="article:published_time" content="${publishedAt.toISOString()}">`}
${creator && html`<meta name="fediverse:creator" content="${creator}">`}
${activity && html`<link rel="alternate" type="application/activity+json" href="${activity}">`}
${embeds ? html`<link rel="alternate" type="application/json+oembed" href="${config.baseUrl}/oembed?url=${encodeURIComponent(canonical)}" title="${title}">` : ''}
${feed && html`<link rel="alternate" type="application/atom+xml" href="${config.baseUrl}${feedPath(feed.path, 'atom', feed.query)}" title="${feed.title}"><link rel="alternate" type="application/feed+json" href="${config.baseUrl}${feedPath(feed.path, 'json', feed.query)}" title="${feed.title}">`}
${more}`;
}

function preview({ key, description, width, height }: Picture) {
  // The medium size is at most 1200 pixels wide and high.
  const scale = Math.min(1, 1200 / Math.max(width, height, 1));
  const size =
    width > 0 && height > 0
      ? html`<meta property="og:image:width" content="${Math.round(width * scale)}"><meta property="og:image:height" content="${Math.round(height * scale)}">`
      : '';
  return html`<meta property="og:image" content="${pictureUrls(key).medium}"><meta property="og:image:type" content="image/webp">${size}
<meta property="og:image:alt" content="${description}"><meta name="twitter:card" content="summary_large_image">`;
}

/** Links the ActivityPub object in a header. */
export const alternateHeader = (activity: string | null | undefined): Record<string, string> =>
  activity ? { Link: `<${activity}>; rel="alternate"; type="application/activity+json"` } : {};
