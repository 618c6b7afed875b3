/** Renders the column beside the home timeline on wide screens: people to follow, and popular hashtags. */

import { html } from 'hono/html';
import { type AccountCard, viewerOf } from '../../domain/accounts/account.ts';
import { getRelationships, type Relationship } from '../../domain/interactions/follow.ts';
import { listPopularTags } from '../../domain/tags/tags.ts';
import { listTrendingLocalAccounts } from '../../domain/trending/trending.ts';
import { t } from '../../lib/language/text.ts';
import { byline, nameOf, shortAddressOf } from '../components/account.ts';
import type { ActionContext } from '../components/action-buttons.ts';
import { tagChips } from '../components/elements.ts';
import type { Html } from '../components/layout.ts';
import { followToggle, toggleButton } from '../components/toggle.ts';

/** How many popular accounts are looked at, since the member follows some of them. */
const maxCandidates = 20;
const maxPeople = 4;
const maxTags = 8;

/** Empty where there is nothing to suggest. */
export async function rail(context: ActionContext): Promise<Html | string> {
  const [people, tags] = await Promise.all([
    peopleToFollow(context.me),
    listPopularTags(viewerOf(context.me), maxTags),
  ]);
  if (people.length === 0 && tags.length === 0) return '';
  const names = tags.map(({ tag }) => tag);
  return html`<aside class="rail" aria-label="${t('home.suggestions')}">${people.length > 0 ? html`<section><h2>${t('home.people')}</h2><ul class="suggestions">${people.map((each) => person(each, context))}</ul></section>` : ''}
${names.length > 0 ? html`<section><h2>${t('home.tags')}</h2>${tagChips(names)}</section>` : ''}<p><a href="/explore">${t('home.explore')}</a></p></aside>`;
}

type Suggestion = [AccountCard, Relationship];

const person = ([account, relationship]: Suggestion, context: ActionContext) =>
  html`<li>${byline(account, shortAddressOf(account))}${toggleButton(followToggle(relationship, nameOf(account)), context)}</li>`;

async function peopleToFollow(me: number): Promise<Suggestion[]> {
  const page = { limit: maxCandidates, offset: 0 };
  const accounts = await listTrendingLocalAccounts(viewerOf(me), page);
  const ids = accounts.map(({ id }) => id).filter((id) => id !== me);
  const relationships = new Map((await getRelationships(me, ids)).map((each) => [each.id, each]));
  return accounts
    .flatMap((account): Suggestion[] => {
      const relationship = relationships.get(account.id);
      const isOpen =
        relationship && !relationship.following && !relationship.followingRequested && !relationship.blocking;
      return isOpen ? [[account, relationship]] : [];
    })
    .slice(0, maxPeople);
}
