/** The pages of the public timelines: what is new on this server, and on all servers that it knows. */
import { Hono } from 'hono';
import { applyFilters } from '../../domain/filters/filters.ts';
import { publicTimeline } from '../../domain/timelines/timelines.ts';
import { config } from '../../lib/config.ts';
import { type MessageKey, t } from '../../lib/language/text.ts';
import { actionContext } from '../components/actions.tsx';
import { Empty, EndlessScript, MorePager, requestedPage, withNeighbours } from '../components/elements.tsx';
import { ItemEntries } from '../components/item-lists.tsx';
import { filteredList } from '../components/item-parts.tsx';
import { headTags } from '../components/layout.tsx';
import { type PageContent, pageHandler, type Visitor } from '../components/page-handler.tsx';
import { limitByAddress, searchLimit } from '../forms/rate-limit.ts';
import { ListTabs, timelinePages } from './explore.tsx';

const perPage = 20;

const hints = {
  local: 'explore.local-hint',
  federated: 'explore.federated-hint',
} as const satisfies Record<string, MessageKey>;

export const publicTimelines = new Hono();
for (const timelinePage of timelinePages)
  publicTimelines.get(
    timelinePage.path,
    limitByAddress(searchLimit),
    pageHandler((visitor) => show(visitor, timelinePage)),
  );

async function show(
  visitor: Visitor,
  { name, path, title: titleOf }: (typeof timelinePages)[number],
): Promise<PageContent> {
  const { c, viewer } = visitor;
  const page = requestedPage(c, perPage);
  const found = await publicTimeline(viewer, { local: name === 'local', page });
  const { items, newer, older } = withNeighbours(found, page, path);
  const objects = items.map(({ object }) => object);
  const filters = await applyFilters(objects, viewer, 'public');
  const title = titleOf();
  const body = (
    <>
      <h1>{title}</h1>
      <ListTabs current={path} />
      <p class="hint">{t(hints[name])}</p>
      <div data-endless="">
        {objects.length > 0 ? (
          filteredList(objects, filters, (shown) => (
            <ItemEntries items={shown} context={actionContext(visitor)} filters={filters} />
          ))
        ) : (
          <Empty>{t('explore.timeline-empty')}</Empty>
        )}
      </div>
      <MorePager newer={newer} older={older} />
    </>
  );
  const canonical = `${config.baseUrl}${path}`;
  const head = (
    <>
      {headTags({ title, canonical, index: false })}
      <EndlessScript />
    </>
  );
  return { title, body, layout: { width: 'text', path: '/explore', head } };
}
