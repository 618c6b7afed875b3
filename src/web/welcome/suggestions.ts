/** Shows a new member what to do, whom to follow and what to cook. */
import { html } from 'hono/html';
import { findSuggestions, type SuggestedPerson } from '../../domain/search/suggestions.ts';
import { addressOf, byline, nameOf } from '../components/account.ts';
import { type ActionContext, actionContext } from '../components/action-buttons.ts';
import { cards } from '../components/item-cards.ts';
import type { Html } from '../components/layout.ts';
import { followToggle, toggleButton } from '../components/toggle.ts';
import type { MemberVisitor } from '../member-page.ts';
import { nextSteps } from './steps.ts';

const steps = [
  { label: 'Write your first recipe', path: '/write/recipe', text: 'Type it in, or paste it as text.' },
  {
    label: 'Import your recipes',
    path: '/settings/import',
    text: 'From a web page, from another app, or from a file.',
  },
  {
    label: 'Introduce yourself',
    path: '/settings',
    text: 'A picture and a few words help others to find you.',
  },
  { label: 'Explore', path: '/explore', text: 'See what others cook.' },
];

/** The sections below the heading of a page for somebody who follows nobody yet. */
export async function suggestions(visitor: MemberVisitor): Promise<Html> {
  const { recipes, people } = await findSuggestions({ accountId: visitor.me, host: null });
  const context = actionContext(visitor)!;
  return html`${people.length > 0 ? html`<section><h2>People to follow</h2>${peopleList(people, context)}</section>` : ''}
<section><h2>Get started</h2>${nextSteps(steps)}</section>
${recipes.length > 0 ? html`<section><h2>Fresh from the kitchen</h2>${cards(recipes)}</section>` : ''}`;
}

const peopleList = (people: SuggestedPerson[], context: ActionContext) =>
  html`<ul class="rows suggested">${people.map(
    ({ account, relationship }) =>
      html`<li>${byline(account, addressOf(account))}<div class="actions">${toggleButton(followToggle(relationship, nameOf(account)), context)}</div></li>`,
  )}</ul>`;
