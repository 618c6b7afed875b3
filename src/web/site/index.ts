/** Lists the pages about the server, and the documents that programs read: feeds, previews, the sitemap, the app. */
import type { ApiDocument } from '../../http/schema.ts';
import { joinPages } from '../components/page-handler.tsx';
import { about } from './about.tsx';
import { docsFor } from './docs.tsx';
import { feeds } from './feeds.ts';
import { manifest } from './manifest.ts';
import { oembed } from './oembed.ts';
import { offline } from './offline.tsx';
import { robots, sitemap } from './sitemap.ts';

export const sitePages = (document: () => ApiDocument) =>
  joinPages(docsFor(document), about, feeds, oembed, robots, sitemap, manifest, offline);
