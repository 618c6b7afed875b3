/**
 * The front page: the most cooked recipe of the week, a search box, rows of recipes, cooked items and collections, and
 * people.
 */
import { Hono } from 'hono';
import { raw } from 'hono/html';
import { totalTimeOf } from '../../db/recipe-details.ts';
import { listNewest } from '../../domain/collections/collections.ts';
import { applyFilters } from '../../domain/filters/filters.ts';
import { getInstanceProfile, type InstanceProfile, isSetUp } from '../../domain/instance/instance.ts';
import { findMostCookedRecipe, listNewestCookedItems, listNewestQuickRecipes } from '../../domain/items/lists.ts';
import { type ItemCard, listNewestRecipes } from '../../domain/items/read.ts';
import { listTrendingLocalAccounts } from '../../domain/search/explore.ts';
import { config } from '../../lib/config.ts';
import { durationText } from '../../lib/duration.ts';
import { t } from '../../lib/language/text.ts';
import { renderMarkdown } from '../../lib/markdown.ts';
import { CollectionCards } from '../collections/show.tsx';
import { followsOf, nameOf, PeopleList } from '../components/account.tsx';
import { pathOf } from '../components/actions.tsx';
import { icons } from '../components/icons.ts';
import { Cards, lang } from '../components/item-lists.tsx';
import { sourceSet, Tint } from '../components/item-parts.tsx';
import { type Html, headTags } from '../components/layout.tsx';
import { type PageContent, pageHandler, type Visitor } from '../components/page-handler.tsx';
import { richText, visuallyHidden } from '../components/texts.tsx';

// Renders the recipe at the top of the front page, with its photograph

function LeadRecipe({ item }: { item: ItemCard }) {
  const [picture] = item.media;
  const time = totalTimeOf(item);
  const label = item.cookedCount > 0 ? t('front-page.most-cooked') : t('front-page.popular');
  return (
    <article class="front-lead">
      {picture ? <Photograph picture={picture} /> : null}
      <div class="front-lead-text">
        <p>
          <span class="badge">{label}</span>
        </p>
        <h2 {...lang(item.locale)}>
          <a href={pathOf(item)}>{item.name}</a>
        </h2>
        <p class="facts">
          <span>{richText('front-page.by', { cook: <bdi>{nameOf(item.account)}</bdi> })}</span>
          {time === null ? null : (
            <span>
              {icons.clock} {durationText(time)}
            </span>
          )}
        </p>
      </div>
    </article>
  );
}

/** The largest picture of the first screen, so it is loaded first. */
function Photograph({ picture }: { picture: ItemCard['media'][number] }) {
  const { src, srcset } = sourceSet(picture);
  return (
    <div class="front-picture tinted">
      <Tint picture={picture} />
      <img
        src={src}
        srcset={srcset}
        sizes="(max-width: 56rem) 130vw, 50rem"
        alt={picture.description}
        width="1200"
        height="900"
        fetchpriority="high"
      />
    </div>
  );
}

// The front page: the most cooked recipe of the week, a search box, rows of recipes, cooked items and collections, and
// people

const limits = { recipes: 10, cooked: 8, collections: 6, people: 8 };

export const frontPage = new Hono().get('/', pageHandler(onceSetUp(show)));

async function show(visitor: Visitor) {
  const { viewer, session } = visitor;
  const [profile, lead, newest, quick, cooked, collections, people] = await Promise.all([
    getInstanceProfile(),
    findMostCookedRecipe(viewer),
    listNewestRecipes(viewer, limits.recipes),
    listNewestQuickRecipes(viewer, limits.recipes),
    listNewestCookedItems(viewer, limits.cooked),
    listNewest(viewer, limits.collections),
    listTrendingLocalAccounts(viewer, { limit: limits.people, offset: 0 }),
  ]);
  const { name, description } = profile;
  const filters = await applyFilters([lead, ...newest, ...quick, ...cooked], viewer, 'public');
  const items = (list: ItemCard[], empty = '') => <Cards items={list} isRow filters={filters} empty={empty} />;
  const isLeadShown = lead !== null && filters.of(lead).length === 0;
  const body = (
    <>
      <CoverPicture pictureKey={profile.coverKey} />
      <Hero profile={profile} lead={isLeadShown ? <LeadRecipe item={lead} /> : null} />
      <Row title={t('front-page.new')} content={items(newest, t('front-page.empty'))} path="/explore/new" />
      {quick.length > 0 && <Row title={t('front-page.quick')} content={items(quick)} path="/explore/quick" />}
      {cooked.length > 0 && <Row title={t('front-page.cooked')} content={items(cooked)} />}
      {collections.length > 0 && (
        <Row
          title={t('front-page.collections')}
          content={<CollectionCards collections={collections} isRow withOwner />}
        />
      )}
      {people.length > 0 && (
        <section>
          <h2>{t('front-page.people')}</h2>
          <PeopleList people={people} follows={await followsOf(people, visitor)} />
        </section>
      )}
      {session ? null : <FollowFromElsewhere profile={profile} />}
    </>
  );
  const head = headTags({
    title: name,
    description: description ? renderMarkdown(description) : t('front-page.description'),
    canonical: `${config.baseUrl}/`,
    index: true,
    feed: { path: '/feed', title: t('feeds.instance', { name }) },
  });
  return { title: name, body, layout: { width: 'wide' as const, head, path: '/' } };
}

function CoverPicture({ pictureKey: key }: { pictureKey: string | null }) {
  if (key === null) return null;
  const { src, srcset } = sourceSet({ key, width: 0, height: 0 });
  return (
    <img
      class="profile-cover front-cover"
      src={src}
      srcset={srcset}
      sizes="(max-width: 75rem) 100vw, 75rem"
      alt=""
      fetchpriority="high"
    />
  );
}

function Hero({ profile: { name, description }, lead }: { profile: InstanceProfile; lead: Html | null }) {
  const about = description ? raw(renderMarkdown(description)) : <p>{t('front-page.about')}</p>;
  return (
    <div class="front-hero">
      <div class="front-text">
        <h1>{richText('front-page.title', { name: <bdi>{name}</bdi> })}</h1>
        <div class="lead prose">{about}</div>
        <form class="front-search" role="search" method="get" action="/search">
          <label class="visually-hidden" for="q">
            {t('front-page.search-label')}
          </label>
          <input id="q" name="q" type="search" maxlength={200} placeholder={t('front-page.search-example')} />
          <button>{t('front-page.search')}</button>
        </form>
      </div>
      {lead ?? ''}
    </div>
  );
}

const Row = ({ title, content, path }: { title: string; content: Html; path?: string }) => (
  <section>
    <div class="title-row">
      <h2>{title}</h2>
      {path ? <a href={path}>{richText('front-page.see-all', { list: title, hidden: visuallyHidden })}</a> : null}
    </div>
    {content}
  </section>
);

const FollowFromElsewhere = ({ profile: { registration } }: { profile: InstanceProfile }) => (
  <section class="panel">
    <h2>{t('front-page.follow')}</h2>
    <p>
      {richText('front-page.how-to-follow', {
        address: <strong>{t('front-page.example-address', { host: config.host })}</strong>,
      })}
    </p>
    {registration === 'closed' ? null : (
      <p>{richText(`front-page.register-${registration}`, { link: (text) => <a href="/register">{text}</a> })}</p>
    )}
  </section>
);

// Until the server is set up, the front page says where the set-up link is

/** Shows `page`, or the hint as long as nobody has an account. */
function onceSetUp(page: (visitor: Visitor) => Promise<PageContent>) {
  return async (visitor: Visitor): Promise<PageContent> => ((await isSetUp()) ? page(visitor) : hint());
}

const setupCommand = 'docker compose exec web node dist/cli.js setup-link';

const Code = ({ command }: { command: string }) => <code>{command}</code>;

function hint(): PageContent {
  const body = (
    <>
      <h1>{t('setup.almost-ready')}</h1>
      <p>{richText('setup.no-account-yet', { host: <strong>{config.host}</strong> })}</p>
      <p>{richText('setup.open-the-link', { address: <strong>{`${config.baseUrl}/setup?token=`}</strong> })}</p>
      <ul>{config.production ? inProduction() : inTerminal()}</ul>
      {config.production ? '' : <p>{t('setup.link-gone')}</p>}
    </>
  );
  return { title: t('setup.almost-ready'), body, layout: { width: 'text' } };
}

const inTerminal = () => <li>{richText('setup.where-terminal', { command: <Code command="npm start" /> })}</li>;

/** There the output of the server is a log, in which the link must not be. */
const inProduction = () => (
  <>
    <li>{richText('setup.where-container', { command: <Code command={setupCommand} /> })}</li>
    <li>{richText('setup.where-systemd', { command: <Code command="potluck setup-link" /> })}</li>
  </>
);
