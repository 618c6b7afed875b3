/** Small elements of pages: tabs, notes, pagers, empty states, facts and menus. */
import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import type { CheckResult } from '../../domain/instance/doctor/checks.ts';
import { readId } from '../../http/pagination.ts';
import { iris } from '../../lib/iris.ts';
import { type MessageKey, t, textOf } from '../../lib/language/text.ts';
import type { Page } from '../../lib/page.ts';
import { normaliseHashtag } from '../../lib/text.ts';
import { assetPaths } from '../assets.ts';
import { icons } from './icons.ts';
import type { Html } from './layout.tsx';
import { richText } from './texts.tsx';

interface Tab {
  label: string;
  href: string;
  current: boolean;
}

/** The heading of a page. The word joiner keeps "e-mail" in one line. */
export const Heading = ({ text }: { text: string }) => <h1>{text.replaceAll(/\b(e-)(?=\p{L})/giu, '$1\u2060')}</h1>;

/** `name` is the accessible name of the navigation. */
export function Tabs({ name, list }: { name: string; list: Tab[] }) {
  return (
    <nav aria-label={name}>
      <ul class="tabs">
        {list.map(({ label, href, current }) => (
          <li>
            <a href={href} aria-current={current ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A message to the reader. Screen readers announce a `bad` one at once. */
export function Note({ children: body, kind = 'plain' }: { children: Child; kind?: 'plain' | 'good' | 'bad' }) {
  const role = { plain: undefined, good: 'status', bad: 'alert' }[kind];
  return (
    <div class={`note ${kind}`} role={role}>
      {body}
    </div>
  );
}

interface PagerProps {
  /** Null where the list begins or ends. */
  newer: string | null;
  older: string | null;
  labels?: [newer: MessageKey, older: MessageKey];
}

export function Pager({ newer, older, labels = ['site.newer', 'site.older'] }: PagerProps) {
  if (!newer && !older) return null;
  return (
    <nav class="pager" aria-label={t('site.pages')}>
      {newer && (
        <a class="button quiet" href={newer} rel="prev">
          {t(labels[0])}
        </a>
      )}
      {older && (
        <a class="button quiet" href={older} rel="next">
          {t(labels[1])}
        </a>
      )}
    </nav>
  );
}

export const Empty = ({ children: text }: { children: string }) => <p class="empty">{text}</p>;

/** Says in which states the thing is whose name stands before it. What is not true of it is left out. */
export const StateChips = ({ states }: { states: (string | false | null)[] }) => (
  <>
    {states.filter(Boolean).map((state) => (
      <>
        {' '}
        <span class="chip">{state}</span>
      </>
    ))}
  </>
);

/** Stands behind the name of an ingredient that may be left out. */
export const OptionalHint = () => (
  <>
    {' '}
    <span class="hint">{t('recipe.optional')}</span>
  </>
);

export function TagChips({ tags }: { tags: string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul class="chips" aria-label={t('site.tags')}>
      {tags.map((tag) => (
        <li>
          <Chip tag={tag} />
        </li>
      ))}
    </ul>
  );
}

/** Several words are no hashtag as they are written, and stand without the sign. */
export const tagText = (tag: string): string => (/\s/.test(tag) ? tag : `#${tag}`);

/** A tag without letters and digits has no page. */
const Chip = ({ tag }: { tag: string }) =>
  normaliseHashtag(tag) === '' ? (
    <span class="chip">{tag}</span>
  ) : (
    <a class="chip" href={iris.tag(tag)} rel="tag">
      {tagText(tag)}
    </a>
  );

// Renders short facts in a line that wraps. The style sheet draws a dot between two facts of the same line

/** Leaves out what is empty. The spaces keep the facts apart for screen readers and in copied text. */
export function factLine(facts: Child[]): Html | string {
  const shown = facts.filter(Boolean).map((fact) => (
    <>
      {' '}
      <span>{fact}</span>
    </>
  ));
  return shown.length > 0 ? (
    <span class="fact-line">
      <span>{shown}</span>
    </span>
  ) : (
    ''
  );
}

// Renders the "More" menu of an item or account. It opens without script; the script closes it on a click elsewhere

/** `of` names the item or account for screen readers. Empty entries are left out. */
export function MoreMenu({ of, entries }: { of: string; entries: (Html | string)[] }) {
  const shown = entries.filter(Boolean);
  if (shown.length === 0) return null;
  return (
    <details class="more">
      <summary class="button icon-only">
        {icons.more}
        <span class="visually-hidden">{t('actions.more-of', { name: of })}</span>
      </summary>
      <ul>
        {shown.map((entry) => (
          <li>{entry}</li>
        ))}
      </ul>
    </details>
  );
}

/** `of` is read after the label by screen readers. The script opens the page of a `dialog` link as one. */
export const MenuLink = ({
  href,
  label,
  of,
  download = false,
  dialog = false,
}: { href: string; label: string; of: string } & { download?: boolean; dialog?: boolean }) => (
  <a
    href={href}
    rel={download ? 'nofollow' : undefined}
    download={Boolean(download)}
    data-dialog={dialog ? '' : undefined}
  >
    {label}
    <span class="visually-hidden"> {of}</span>
  </a>
);

// Renders the end of a list that continues on another page. A script loads that page when its link comes into view

/** The list is in an element with `data-endless`. */
export const EndlessScript = () => <script type="module" src={assetPaths.more} />;

export const MorePager = (neighbours: Omit<PagerProps, 'labels'>) => (
  <Pager {...neighbours} labels={['items.newer', 'items.more']} />
);

// Paginates lists on pages with `before` and `after` parameters

/** Reads one extra row, to know whether there is another page. */
export function requestedPage(c: Context, limit: number): Page {
  const [before, after] = [readId(c.req.query('before') ?? ''), readId(c.req.query('after') ?? '')];
  return { limit: limit + 1, maxId: after === null ? before : null, minId: after, order: 'desc' };
}

/** Returns the rows of the page and the URLs of its neighbours. `path` may have a query. */
export function withNeighbours<Row extends { id: number }>(
  rows: Row[],
  { limit, maxId, minId }: Page,
  path: string,
): { items: Row[]; newer: string | null; older: string | null } {
  const more = rows.length >= limit;
  const forward = minId !== null;
  const items = !more ? rows : forward ? rows.slice(1) : rows.slice(0, -1);
  const [first, last] = [items[0], items.at(-1)];
  const at = (name: string, id: number) => `${path}${path.includes('?') ? '&' : '?'}${name}=${id}`;
  return {
    items,
    newer: first && (forward ? more : maxId !== null) ? at('after', first.id) : null,
    older: last && (forward || more) ? at('before', last.id) : null,
  };
}

// Shows the results of the doctor's checks by icon, word and colour

type Health = 'good' | 'warning' | 'bad';

const marks: Record<Health, Html> = { good: icons.check, warning: icons.warning, bad: icons.cross };

const healthOf = ({ ok, isWarning }: CheckResult): Health => (!ok ? 'bad' : isWarning ? 'warning' : 'good');

/** The worst result first. */
export function CheckResults({ list }: { list: CheckResult[] }) {
  const byHealth = (['bad', 'warning', 'good'] as const).flatMap((health) =>
    list.filter((result) => healthOf(result) === health),
  );
  return (
    <ul class="rows checks">
      {byHealth.map((result) => (
        <li>
          <HealthMark health={healthOf(result)} />
          <div>
            <strong>{t(`doctor.check-${result.check}`)}</strong>
            <br />
            {textOf(result.message)}
            {result.remedy ? (
              <>
                <br />
                {richText('doctor.remedy', {
                  strong: (text) => <strong>{text}</strong>,
                  remedy: textOf(result.remedy),
                })}
              </>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  );
}

const HealthMark = ({ health }: { health: Health }) => (
  <span class={`health ${health}`}>
    {marks[health]}
    {t(`doctor.${health}`)}
  </span>
);

/** One sentence that sums up the checks. */
export function HealthSummary({ list }: { list: CheckResult[] }) {
  const count = (health: Health) => list.filter((result) => healthOf(result) === health).length;
  const [problems, warnings] = [count('bad'), count('warning')];
  const health: Health = problems > 0 ? 'bad' : warnings > 0 ? 'warning' : 'good';
  return (
    <p class={`health-summary ${health}`} role="status">
      <HealthMark health={health} />
      <span>{summaryText(problems, warnings, list.length)}</span>
    </p>
  );
}

function summaryText(problems: number, warnings: number, checks: number): string {
  if (problems > 0) return t('doctor.problems', { problems, warnings });
  return warnings > 0 ? t('doctor.warnings', { warnings }) : t('doctor.fine', { checks });
}
