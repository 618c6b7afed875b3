/** Renders the HTML document of every page, and its security headers. */
import { html } from 'hono/html';
import type { Child } from 'hono/jsx';
import type { HtmlEscapedString } from 'hono/utils/html';
import { getInstanceProfile } from '../../domain/instance/instance.ts';
import { countWaitingCases } from '../../domain/moderation/members.ts';
import { countUnreadOf } from '../../domain/notifications/notifications.ts';
import { may } from '../../domain/roles/permissions.ts';
import { type BrowserSession, viewerOfSession } from '../../http/browser-session.ts';
import { pictureUrls } from '../../http/media.ts';
import { config } from '../../lib/config.ts';
import { excerpt, textOf } from '../../lib/html/html.ts';
import { directionOf } from '../../lib/language/languages.ts';
import { reader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import { version } from '../../lib/paths.ts';
import { generator } from '../../recipe-import/page-facts.ts';
import { accentPath, assetPaths, preloadedFonts } from '../assets.ts';
import { icons } from './icons.ts';
import { richText } from './texts.tsx';

// Renders what makes every page part of an installable app: the manifest, icons, colours and the offline notice

/** Background colours of the style sheet in both themes. */
export const themeColors = { light: '#fbf8f2', dark: '#16130f' };

/** As text, because components keep only one `meta` of a name. */
const appTags = () => html`<link rel="manifest" href="/manifest.webmanifest">
<link rel="apple-touch-icon" href="${assetPaths.touchIcon}">
<meta name="theme-color" content="${themeColors.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${themeColors.dark}" media="(prefers-color-scheme: dark)">
${<script type="module" src={assetPaths.app} />}`;

/** The service worker shows it in pages that it serves without a connection, so its start tag must stay as it is. */
const offlineNotice = (session: BrowserSession | null) => {
  const text = richText('site.offline', { link: (label) => <a href="/offline">{label}</a> });
  return html`<p id="offline" hidden class="offline-notice" role="status" data-account="${session?.accountId ?? 0}">${text}</p>`;
};

/** Submits buttons in place, and shows the changes that wait for a connection. */
export const InPlaceScript = () => (
  <>
    <meta
      name="in-place-texts"
      content={JSON.stringify({
        kept: t('site.change-kept'),
        sent: t('site.changes-sent'),
        failed: t('site.changes-failed'),
        offline: t('site.no-connection'),
        saved: t('actions.item-saved'),
        save: t('actions.save-item'),
      })}
    />
    <script type="module" src={assetPaths.inPlace} />
  </>
);

const MemberScripts = () => (
  <>
    <script type="module" src={assetPaths.shortcuts} />
    <InPlaceScript />
  </>
);

// Renders the header and footer of every page. On phones, the navigation is a bar at the bottom

type Links = [label: string, path: string, count?: number][];

/** `waiting` is the number of cases that wait for a moderator. */
const menuLinks = ({ username, role }: BrowserSession, waiting: number): Links => [
  [t('site.profile'), `/@${username}`],
  [t('site.collections'), '/collections'],
  [t('site.drafts'), '/drafts'],
  [t('site.settings'), '/settings'],
  ...(may(role, 'moderate') ? ([[t('site.admin'), '/admin', waiting]] satisfies Links) : []),
  [t('site.log-out'), '/logout'],
];

interface HeaderOptions {
  session: BrowserSession | null;
  path: string;
  /** Name of the instance. */
  name: string;
  logoKey: string | null;
  mayJoin: boolean;
  /** Number of unread notifications, counted up to one more than is shown. */
  unread: number;
  /** Number of open reports and appeals, for a moderator. */
  waiting: number;
  isForAll: boolean;
}

const maxUnreadShown = 99;

function SiteHeader(options: HeaderOptions) {
  const { session, path, name, logoKey, isForAll } = options;
  const logo = logoKey ? <img src={pictureUrls(logoKey).small} alt="" width="30" height="30" /> : icons.pot;
  if (session?.isSuspended || isForAll)
    return (
      <header class="site-header">
        <a class="brand" href={isForAll ? '/' : '/suspended'}>
          {logo}
          <span>{name}</span>
        </a>
      </header>
    );
  return (
    <header class="site-header">
      <a class="brand" href="/">
        {logo}
        <span>{name}</span>
      </a>{' '}
      <a class="site-search" href="/search" {...current('/search', path)}>
        {icons.search}
        <span class="visually-hidden">{t('site.search')}</span>
      </a>
      <nav class={`site-nav${session ? ' members' : ''}`} aria-label={t('site.navigation')}>
        {session ? <MemberLinks {...options} session={session} /> : <VisitorLinks {...options} />}
      </nav>
    </header>
  );
}

const current = (to: string, path: string) => (path === to ? ({ 'aria-current': 'page' } as const) : {});

function MemberLinks({ session, path, unread, waiting }: { session: BrowserSession } & HeaderOptions) {
  const link = (to: string, icon: Html | string, label: Html | string, count: Html | '' = '') => (
    <a href={to} {...current(to, path)}>
      {icon}
      <span class="label">{label}</span>
      {count}
    </a>
  );
  const menu = menuLinks(session, waiting).map(([label, to, count = 0]) => (
    <li>
      <a href={to} {...current(to, path)}>
        {label}
        <Count count={count} label={t('site.waiting')} />
      </a>
    </li>
  ));
  return (
    <>
      {link('/home', icons.home, t('site.home'))}
      {link('/explore', icons.explore, t('site.explore'))}
      {link('/write', icons.write, t('site.write'))}
      {link('/shopping-list', icons.basket, shortened(t('site.shopping-list'), t('site.shopping')))}
      {link(
        '/notifications',
        icons.bell,
        shortened(t('site.notifications'), t('site.alerts')),
        <Count count={unread} label={t('site.unread')} />,
      )}
      <details class="menu">
        <summary>
          {icons.person}
          <span class="label">
            <bdi>@{session.username}</bdi>
          </span>
          <Count count={waiting} label={t('site.waiting')} />
        </summary>
        <ul>{menu}</ul>
      </details>
    </>
  );
}

/** Shows the second text where there is no room for the first one. */
const shortened = (long: string, short: string) => (
  <>
    <span class="long">{long}</span>
    <span class="short">{short}</span>
  </>
);

/** Nothing for 0. `label` is read after it. */
const Count = ({ count, label }: { count: number; label: string }) =>
  count > 0 ? (
    <>
      {' '}
      <span class="count">
        {count > maxUnreadShown ? `${maxUnreadShown}+` : count}
        <span class="visually-hidden"> {label}</span>
      </span>
    </>
  ) : null;

function VisitorLinks({ path, mayJoin }: HeaderOptions) {
  const link = (to: string, icon: Html | string, label: string, kind = '') => (
    <a href={to} class={kind || undefined} {...current(to, path)}>
      {icon}
      <span>{label}</span>
    </a>
  );
  return (
    <>
      {link('/explore', icons.explore, t('site.explore'))}
      {link('/login', icons.person, t('site.log-in'))}
      {mayJoin && link('/register', icons.plus, t('site.sign-up'), 'button small quiet')}
    </>
  );
}

function SiteFooter() {
  return (
    <footer class="site-footer">
      <span class="site-host">{config.host}</span> <a href="/about">{t('site.about')}</a>{' '}
      <a href="/language">{t('site.language')}</a> <a href="/api/docs">{t('site.api')}</a>{' '}
      <span class="hint">Potluck {version}</span>
    </footer>
  );
}

// Renders the HTML document of every page, and its security headers

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

const policy = (formAction: string) =>
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; " +
  `worker-src 'self'; manifest-src 'self'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`;

/** The default headers of a page. The policy allows only what this server serves, and no inline scripts or styles. */
export const pageHeaders: Record<string, string> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-store',
  'content-security-policy': policy("'self'"),
  // With no-referrer, browsers would send `Origin: null` with forms of this server (Fetch §3.2).
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Headers of a page whose form redirects to this address, because form-action also applies to redirects. */
export function headersWithTarget(address: string): Record<string, string> {
  const { protocol, host } = new URL(address);
  const isNamed = (protocol === 'https:' || protocol === 'http:') && /^[a-z0-9.:-]+$/.test(host);
  const target = isNamed ? `${protocol}//${host}` : protocol;
  return { ...pageHeaders, 'content-security-policy': policy(`'self' ${target}`) };
}

export interface PageLayout {
  /** The member's name is shown in the header. */
  session?: BrowserSession | null;
  /** Confirms the last action, above the content. */
  notice?: Html | '';
  /** Maximum width of the content. */
  width?: 'form' | 'text' | 'wide';
  /** Additional tags in `<head>`. */
  head?: Html | string;
  /** Path of the page, to mark its entry in the navigation. */
  path?: string;
  /** The page is shown to members and visitors alike, so its header leads to neither's pages. */
  isForAll?: boolean;
}

/** Shown when the database is unavailable. */
const fallbackProfile = { name: config.host, registration: 'closed', accent: '', logoKey: null } as const;

export async function page(title: string, body: Html, layout: PageLayout = {}): Promise<HtmlEscapedString> {
  const { session = null, notice = '', width = 'form', head = '', path = '', isForAll = false } = layout;
  const [{ name, registration, accent, logoKey }, unread, waiting] = await Promise.all([
    getInstanceProfile().catch(() => fallbackProfile),
    session && !session.isSuspended
      ? countUnreadOf(viewerOfSession(session), { upTo: maxUnreadShown + 1 }).catch(() => 0)
      : 0,
    session && may(session.role, 'moderate')
      ? countWaitingCases().then(
          ({ reports, appeals }) => reports + appeals,
          () => 0,
        )
      : 0,
  ]);
  const { language } = reader();
  const direction = directionOf(language);
  return html`<!doctype html>
<html lang="${language}"${direction === 'rtl' ? html` dir="rtl"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="${generator}">
<title>${title === name ? title : `${title} · ${name}`}</title>
<meta property="og:site_name" content="${name}">
${preloadedFonts.map(
  (path) => html`<link rel="preload" href="${path}" as="font" type="font/woff2" crossorigin>
`,
)}<link rel="stylesheet" href="${assetPaths.style}">${accent && html`<link rel="stylesheet" href="${accentPath(accent)}">`}
<link rel="icon" type="image/svg+xml" href="${assetPaths.icon}">
${<script type="module" src={assetPaths.actions} />}
${session && !session.isSuspended ? <MemberScripts /> : ''}
${appTags()}
${head}</head>
<body>
<a class="skip" href="#main">${t('site.skip')}</a>
${offlineNotice(session)}
${(
  <SiteHeader
    session={session}
    path={path}
    name={name}
    logoKey={logoKey}
    mayJoin={registration !== 'closed'}
    unread={unread}
    waiting={waiting}
    isForAll={isForAll}
  />
)}
<main id="main" class="${width}">
${notice}${body}
</main>
${<SiteFooter />}
</body>
</html>
`;
}

// Names the feeds of pages, and renders the line that offers them

/** The address of a feed names its language, because its subscriber's program has no member and no cookie. */
export function feedPath(path: string, format: 'atom' | 'json', query = ''): string {
  const parameters = new URLSearchParams(query);
  parameters.set('lang', reader().language);
  return `${path}.${format}?${parameters}`;
}

/** The tags of a message with links to the feeds of a page. */
export const feedLinkTags = (path: string) => ({
  atom: (text: Child) => <a href={feedPath(`${path}/feed`, 'atom')}>{text}</a>,
  json: (text: Child) => <a href={feedPath(`${path}/feed`, 'json')}>{text}</a>,
});

export const FeedLinks = ({ path }: { path: string }) => richText('feeds.subscribe', feedLinkTags(path));

// Renders head tags: canonical URL, Open Graph previews, feeds and ActivityPub links

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
  const feedLink = (format: 'atom' | 'json', mediaType: string) =>
    feed && (
      <link
        rel="alternate"
        type={mediaType}
        href={`${config.baseUrl}${feedPath(feed.path, format, feed.query)}`}
        title={feed.title}
      />
    );
  return (
    <>
      <link rel="canonical" href={canonical} />
      {!index && <meta name="robots" content="noindex" />}
      {description && <meta name="description" content={description} />}
      <meta property="og:title" content={title} />
      <meta property="og:type" content={type} />
      <meta property="og:url" content={canonical} />
      {description && <meta property="og:description" content={description} />}
      {picture ? <Preview picture={picture} /> : fallback || <meta name="twitter:card" content="summary" />}
      {publishedAt && <meta property="article:published_time" content={publishedAt.toISOString()} />}
      {creator && <meta name="fediverse:creator" content={creator} />}
      {activity && <link rel="alternate" type="application/activity+json" href={activity} />}
      {embeds && (
        <link
          rel="alternate"
          type="application/json+oembed"
          href={`${config.baseUrl}/oembed?url=${encodeURIComponent(canonical)}`}
          title={title}
        />
      )}
      {feedLink('atom', 'application/atom+xml')}
      {feedLink('json', 'application/feed+json')}
      {more}
    </>
  );
}

function Preview({ picture: { key, description, width, height } }: { picture: Picture }) {
  // The medium size is at most 1200 pixels wide and high.
  const scale = Math.min(1, 1200 / Math.max(width, height, 1));
  return (
    <>
      <meta property="og:image" content={pictureUrls(key).medium} />
      <meta property="og:image:type" content="image/webp" />
      {width > 0 && height > 0 && (
        <>
          <meta property="og:image:width" content={String(Math.round(width * scale))} />
          <meta property="og:image:height" content={String(Math.round(height * scale))} />
        </>
      )}
      <meta property="og:image:alt" content={description} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** Links the ActivityPub object in a header. */
export const alternateHeader = (activity: string | null | undefined): Record<string, string> =>
  activity ? { Link: `<${activity}>; rel="alternate"; type="application/activity+json"` } : {};
