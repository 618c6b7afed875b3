/** What machines read of a page: where it really is, what it looks like in a preview, who made it. */
import { html } from 'hono/html';
import { config } from '../../../lib/config.ts';
import { excerpt, textOf } from '../../../lib/html.ts';
import { pictureUrls } from '../../output/picture.ts';
import type { Html } from '../layout.ts';

interface Picture {
  key: string;
  description: string;
  width: number;
  height: number;
}

export interface Head {
  title: string;
  /** HTML; its first words describe the page. */
  description?: string;
  /** Absolute. */
  canonical: string;
  type?: 'website' | 'article' | 'profile';
  picture?: Picture | null;
  /** False keeps search engines away. */
  index: boolean;
  /** IRI of the object that other servers see in place of the page. */
  activity?: string | null;
  /** `@ann@host`. */
  creator?: string;
  publishedAt?: Date;
  /** Path of feeds without their ending, and their title. */
  feed?: { path: string; title: string };
  /** Whether it can be embedded. */
  embeds?: boolean;
  more?: Html | string;
}

export function headOf(given: Head): Html {
  const { title, canonical, type = 'website', picture, index, activity, creator, publishedAt } = given;
  const { feed, embeds = false, more = '' } = given;
  const description = excerpt(textOf(given.description ?? ''), 200);
  return html`<link rel="canonical" href="${canonical}">
${index ? '' : html`<meta name="robots" content="noindex">`}
${description && html`<meta name="description" content="${description}">`}
<meta property="og:title" content="${title}">
<meta property="og:type" content="${type}">
<meta property="og:url" content="${canonical}">
${description && html`<meta property="og:description" content="${description}">`}
${picture ? preview(picture) : html`<meta name="twitter:card" content="summary">`}
${publishedAt && html`<meta property="article:published_time" content="${publishedAt.toISOString()}">`}
${creator && html`<meta name="fediverse:creator" content="${creator}">`}
${activity && html`<link rel="alternate" type="application/activity+json" href="${activity}">`}
${embeds ? html`<link rel="alternate" type="application/json+oembed" href="${config.baseUrl}/oembed?url=${encodeURIComponent(canonical)}" title="${title}">` : ''}
${feed && html`<link rel="alternate" type="application/atom+xml" href="${config.baseUrl}${feed.path}.atom" title="${feed.title}"><link rel="alternate" type="application/feed+json" href="${config.baseUrl}${feed.path}.json" title="${feed.title}">`}
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

/** The same for programs that read headers only. */
export const alternateHeader = (activity: string | null | undefined): Record<string, string> =>
  activity ? { Link: `<${activity}>; rel="alternate"; type="application/activity+json"` } : {};
