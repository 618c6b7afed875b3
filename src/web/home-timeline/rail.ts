/** Renders the column beside the home timeline on wide screens: people to follow. */
import { html } from 'hono/html';
import type { AccountCard } from '../../domain/accounts/account.ts';
import { getRelationships, type Relationship } from '../../domain/interactions/relationships.ts';
import { listTrendingLocalAccounts } from '../../domain/trending/trending.ts';
import { addressOf, byline, nameOf } from '../components/account.ts';
import type { ActionContext } from '../components/action-buttons.ts';
import type { Html } from '../components/layout.ts';
import { followToggle, toggleButton } from '../components/toggle.ts';

/** How many popular accounts are looked at, since the member follows some of them. */
const maxCandidates = 20;
const maxPeople = 4;

export async function rail(context: ActionContext): Promise<Html | string> {
  const people = await peopleToFollow(context.me);
  if (people.length === 0) return '';
  return html`<aside class="rail" aria-label="Suggestions"><section><h2>People to follow</h2><ul>${people.map(
    ([account, relationship]) =>
      html`<li>${byline(account, addressOf(account))}${toggleButton(followToggle(relationship, nameOf(account)), context)}</li>`,
  )}</ul><p><a href="/explore">Explore more</a></p></section></aside>`;
}

async function peopleToFollow(me: number): Promise<[AccountCard, Relationship][]> {
  const viewer = { accountId: me, host: null };
  const accounts = await listTrendingLocalAccounts(viewer, { limit: maxCandidates, offset: 0 });
  const ids = accounts.map(({ id }) => id).filter((id) => id !== me);
  const relationships = new Map((await getRelationships(me, ids)).map((each) => [each.id, each]));
  return accounts
    .flatMap((account): [AccountCard, Relationship][] => {
      const relationship = relationships.get(account.id);
      const isKnown = relationship && (relationship.following || relationship.followingRequested);
      return relationship && !isKnown && !relationship.blocking ? [[account, relationship]] : [];
    })
    .slice(0, maxPeople);
}
