/** Renders accounts, and the buttons to follow them. */
import type { AccountCard } from '../../domain/accounts/account.ts';
import { getRelationships, type Relationship } from '../../domain/interactions/follow.ts';
import { pictureUrls } from '../../http/media.ts';
import { config } from '../../lib/config.ts';
import { type ActionContext, actionContext, followToggle, ToggleButton } from './actions.tsx';
import { portraitPath } from './art.ts';
import { factLine } from './elements.tsx';
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

/** The profile on this server, also of a remote account, or on its own server if it has no page here. */
export const profileHere = (person: Person & Pick<AccountCard, 'handle'>): string =>
  person.handle === null ? profileUrl(person) : `/@${person.handle}`;

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

interface LinkOptions {
  /** Microformats classes of the link. */
  linkClass?: string;
  /** The profile at its own server by default. */
  href?: string;
}

/** The name, linked to the profile. */
export const AccountLink = ({ person, linkClass, href }: { person: Person } & LinkOptions) => (
  <a
    class={linkClass}
    href={href ?? profileUrl(person)}
    rel={person.host === '' || href ? undefined : 'nofollow noopener noreferrer'}
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
export function Byline({ person, line = '', ...link }: { person: Person; line?: Html | string } & LinkOptions) {
  return (
    <div class="byline">
      <Avatar person={person} />
      <div>
        <AccountLink person={person} {...link} />
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
