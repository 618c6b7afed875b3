/** Renders accounts, and the buttons for an account. */
import { type Account, type AccountCard, isLocal } from '../../domain/accounts/account.ts';
import { getRelationships, type Relationship } from '../../domain/interactions/follow.ts';
import { pictureUrls } from '../../http/media.ts';
import { config } from '../../lib/config.ts';
import { t } from '../../lib/language/text.ts';
import {
  ActionButton,
  type ActionContext,
  actionContext,
  CopyLink,
  followToggle,
  ShareLink,
  ToggleButton,
} from './actions.tsx';
import { portraitPath } from './art.ts';
import { factLine, MenuLink, MoreMenu } from './elements.tsx';
import type { Html } from './layout.tsx';
import type { Visitor } from './page-handler.tsx';
import { webUrl } from './texts.tsx';

// Renders accounts: avatar, name and address

/** The fields of an account that its name, address and portrait need. */
type Person = Pick<AccountCard, 'username' | 'host' | 'name' | 'url' | 'iri' | 'avatarKey' | 'avatarDescription'>;

export const nameOf = ({ name, username }: Pick<Person, 'name' | 'username'>): string => name || username;

/** Returns `@ann@host`, also for local accounts. */
export const addressOf = ({ username, host }: Pick<Person, 'username' | 'host'>): string =>
  `@${username}@${host || config.host}`;

/** Returns `@ann` for local accounts, whose server the reader knows, and `@ann@host` for remote ones. */
export const shortAddressOf = (person: Pick<Person, 'username' | 'host'>): string =>
  person.host === '' ? `@${person.username}` : addressOf(person);

/** Returns the profile on this server for local accounts, and on their own server for remote ones. */
export const profileUrl = ({ username, host, url, iri }: Person): string =>
  host === '' ? `/@${username}` : (webUrl(url) ?? webUrl(iri) ?? '#');

/** Returns the profile on this server, also of a remote account, or the home page for one without a page here. */
export const profilePath = ({ handle }: Pick<AccountCard, 'handle'>): string =>
  handle === null ? '/home' : `/@${handle}`;

export function Avatar({ person, size = 40 }: { person: Person; size?: number }) {
  const url = person.avatarKey ? pictureUrls(person.avatarKey) : null;
  const initials = () => portraitPath(nameOf(person), `${person.username}@${person.host}`);
  const src = url ? (size > 40 ? url.medium : url.small) : initials();
  // The alt text is empty because the name is next to the image.
  return <img class="avatar" src={src} alt="" width={size} height={size} loading="lazy" />;
}

/** The address of a local account. */
export const OwnAddress = ({ username }: { username: string }) => (
  <strong>
    @{username}@{config.host}
  </strong>
);

/** The name, linked to the profile. `linkClass` holds microformats classes for the link. */
export const AccountLink = ({ person, linkClass = '' }: { person: Person; linkClass?: string }) => (
  <a
    class={linkClass ? linkClass : undefined}
    href={profileUrl(person)}
    rel={person.host === '' ? undefined : 'nofollow noopener noreferrer'}
  >
    <bdi>{nameOf(person)}</bdi>
  </a>
);

/** The name, and the address of a remote account. */
export const nameLine = (person: Pick<Person, 'name' | 'username' | 'host'>) =>
  factLine([<bdi>{nameOf(person)}</bdi>, person.host !== '' && <bdi>{addressOf(person)}</bdi>]);

/** What the buttons to follow people need: the relationships of a member to them, by account. */
export interface Follows {
  context: ActionContext;
  relationships: Map<number, Relationship>;
}

/** Null for a visitor who is not logged in. */
export async function followsOf(people: { id: number }[], visitor: Visitor): Promise<Follows | null> {
  const context = actionContext(visitor);
  if (!context) return null;
  const ids = people.map(({ id }) => id);
  const relationships = new Map((await getRelationships(context.me, ids)).map((each) => [each.id, each]));
  return { context, relationships };
}

/** Nothing for the member's own account. */
export function FollowButton({ person, follows }: { person: Person & { id: number }; follows: Follows | null }) {
  const relationship = follows?.relationships.get(person.id);
  if (!follows || !relationship || relationship.blocking || person.id === follows.context.me) return null;
  return (
    <div class="follow no-print">
      <ToggleButton toggle={followToggle(relationship, nameOf(person))} context={follows.context} />
    </div>
  );
}

/** Avatars, names and addresses in columns, for members with buttons to follow. */
export const PeopleList = ({ people, follows }: { people: (Person & { id: number })[]; follows: Follows | null }) => (
  <ul class="people">
    {people.map((person) => (
      <li>
        <Byline person={person} line={addressOf(person)} />
        <FollowButton person={person} follows={follows} />
      </li>
    ))}
  </ul>
);

/** Avatar and name, with an optional second line. */
export function Byline({
  person,
  line = '',
  linkClass = '',
}: {
  person: Person;
  line?: Html | string;
  linkClass?: string;
}) {
  return (
    <div class="byline">
      <Avatar person={person} />
      <div>
        <AccountLink person={person} linkClass={linkClass} />
        {line ? (
          <>
            <br />
            {typeof line === 'string' ? <bdi>{line}</bdi> : line}
          </>
        ) : null}
      </div>
    </div>
  );
}

// Renders the buttons for an account

export function AccountActions({
  account,
  relationship,
  context,
}: {
  account: Person;
  relationship: Relationship;
  context: ActionContext;
}) {
  const { id, blocking, followed, followerRequested } = relationship;
  const address = addressOf(account);
  const sharing = sharingOf(account);
  if (id === context.me)
    return (
      <div class="actions no-print">
        <a class="button small quiet" href="/settings">
          {t('actions.edit-profile')}
        </a>
        <MoreMenu of={address} entries={sharing} />
      </div>
    );
  const path = `/accounts/${id}`;
  if (blocking)
    return (
      <div class="actions no-print">
        <ActionButton context={context} action={`${path}/unblock`} label={t('actions.unblock')} />
      </div>
    );
  return (
    <div class="actions no-print">
      <ToggleButton toggle={followToggle(relationship)} context={context} />
      {followerRequested ? (
        <>
          <ActionButton context={context} action={`${path}/authorize`} label={t('actions.accept-follower')} />
          <ActionButton context={context} action={`${path}/reject`} label={t('actions.reject-follower')} />
        </>
      ) : null}
      <MoreMenu
        of={address}
        entries={[
          ...sharing,
          followed ? (
            <ActionButton context={context} action={`${path}/remove-follower`} label={t('actions.remove-follower')} />
          ) : (
            ''
          ),
          ...quietEntries(account, relationship, context),
          <MenuLink href={`${path}/block`} label={t('blocks.menu')} of={address} dialog />,
          <MenuLink href={`/report?account=${id}`} label={t('actions.report')} of={address} />,
        ]}
      />
      {followed ? <span class="hint">{t('actions.follows-you')}</span> : null}
    </div>
  );
}

/** Mute the account, hide its boosts, block its server, and the opposites. */
function quietEntries({ host, ...account }: Person, relationship: Relationship, context: ActionContext) {
  const { id, following, followingRequested, hidingBoosts, muting, domainBlocking } = relationship;
  const path = `/accounts/${id}`;
  const button = (action: string, label: string) => (
    <ActionButton context={context} action={`${path}/${action}`} label={label} />
  );
  return [
    following || followingRequested
      ? hidingBoosts
        ? button('show-boosts', t('mutes.show-boosts'))
        : button('hide-boosts', t('mutes.hide-boosts'))
      : '',
    muting ? (
      button('unmute', t('mutes.unmute'))
    ) : (
      <MenuLink href={`${path}/mute`} label={t('mutes.mute')} of={addressOf({ host, ...account })} dialog />
    ),
    host === ''
      ? ''
      : domainBlocking
        ? button('unblock-server', t('mutes.unblock-server', { host }))
        : button('block-server', t('mutes.block-server', { host })),
  ];
}

/** Visitors follow the account from their own server, or see it on its server. */
export const VisitorActions = ({ account }: { account: Account }) => (
  <div class="actions no-print">
    {isLocal(account) ? <FollowFromElsewhere account={account} /> : <ViewAtHome account={account} />}
    <MoreMenu of={addressOf(account)} entries={sharingOf(account)} />
  </div>
);

const FollowFromElsewhere = ({ account: { iri } }: { account: Account }) => (
  <a class="button small" href={`/interact?intent=follow&uri=${encodeURIComponent(iri ?? '')}`} rel="nofollow">
    {t('profile.follow')}
  </a>
);

function ViewAtHome({ account: { url, iri, host } }: { account: Account }) {
  const home = webUrl(url) ?? webUrl(iri);
  return home ? (
    <a class="button small quiet" href={home} rel="nofollow noopener noreferrer">
      {t('profile.view-on', { server: host })}
    </a>
  ) : null;
}

function sharingOf(account: Person) {
  const url = new URL(profileUrl(account), config.baseUrl).href;
  return [<CopyLink url={url} of={addressOf(account)} />, <ShareLink url={url} of={nameOf(account)} />];
}
