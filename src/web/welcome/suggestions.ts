/** Shows a new member what to do, whom to follow and what to cook. */

import { html } from 'hono/html';
import { findSuggestions, type SuggestedPerson } from '../../domain/search/search.ts';
import { t } from '../../lib/language/text.ts';
import { addressOf, byline, nameOf } from '../components/account.ts';
import { type ActionContext, actionContext } from '../components/action-buttons.ts';
import { cards } from '../components/item-cards.ts';
import type { Html } from '../components/layout.ts';
import { followToggle, toggleButton } from '../components/toggle.ts';
import type { MemberVisitor } from '../member-page.ts';
import { nextSteps } from './steps.ts';

const steps = () => [
  { label: t('welcome.write'), path: '/write/recipe', text: t('welcome.write-hint') },
  {
    label: t('welcome.import'),
    path: '/settings/import',
    text: t('welcome.import-hint'),
  },
  {
    label: t('welcome.introduce'),
    path: '/settings',
    text: t('welcome.introduce-hint'),
  },
  { label: t('welcome.explore'), path: '/explore', text: t('welcome.explore-hint') },
];

/** The sections below the heading of a page for somebody who follows nobody yet. */
export async function suggestions(visitor: MemberVisitor): Promise<Html> {
  const { recipes, people } = await findSuggestions({ accountId: visitor.me, host: null });
  const context = actionContext(visitor)!;
  return html`${people.length > 0 ? html`<section><h2>${t('welcome.people')}</h2>${peopleList(people, context)}</section>` : ''}
<section><h2>${t('welcome.get-started')}</h2>${nextSteps(steps())}</section>
${recipes.length > 0 ? html`<section><h2>${t('welcome.fresh')}</h2>${cards(recipes)}</section>` : ''}`;
}

const peopleList = (people: SuggestedPerson[], context: ActionContext) =>
  html`<ul class="rows suggested">${people.map(
    ({ account, relationship }) =>
      html`<li>${byline(account, addressOf(account))}<div class="actions">${toggleButton(followToggle(relationship, nameOf(account)), context)}</div></li>`,
  )}</ul>`;
