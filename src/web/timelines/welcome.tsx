/** The page that new members see first. */

import { Hono } from 'hono';
import { getInstanceProfile } from '../../domain/instance/instance.ts';
import { findSuggestions } from '../../domain/search/search.ts';
import { t } from '../../lib/language/text.ts';
import { followsOf, OwnAddress, PeopleList } from '../components/account.tsx';
import { StateChips } from '../components/elements.tsx';
import { Cards } from '../components/item-lists.tsx';
import type { Html } from '../components/layout.tsx';
import { richText } from '../components/texts.tsx';
import { type MemberVisitor, memberPage } from '../forms/member-page.ts';

// Lists what to do next, each with a link

export interface NextStep {
  label: string;
  path: string;
  text: Html | string;
  /** Marked as done, still with its link. */
  isDone?: boolean;
}

export const NextSteps = ({ steps }: { steps: NextStep[] }) => (
  <ul class="next-steps">
    {steps.map(({ label, path, text, isDone }) => (
      <li class={isDone ? 'done' : undefined}>
        <a href={path}>{label}</a>
        <StateChips states={[isDone === true && t('welcome.done')]} />
        <span class="hint">{text}</span>
      </li>
    ))}
  </ul>
);

// Shows a new member what to do, whom to follow and what to cook

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
  return (
    <>
      {people.length > 0 && (
        <section>
          <h2>{t('welcome.people')}</h2>
          <PeopleList people={people} follows={await followsOf(people, visitor)} />
        </section>
      )}
      <section>
        <h2>{t('welcome.get-started')}</h2>
        <NextSteps steps={steps()} />
      </section>
      {recipes.length > 0 && (
        <section>
          <h2>{t('welcome.fresh')}</h2>
          <Cards items={recipes} />
        </section>
      )}
    </>
  );
}

// The page that new members see first

export const welcome = new Hono().get('/welcome', memberPage(show));

async function show(visitor: MemberVisitor) {
  const { username } = visitor.session;
  const [{ name }, sections] = await Promise.all([getInstanceProfile(), suggestions(visitor)]);
  const body = (
    <>
      <h1>{t('welcome.heading', { name, username })}</h1>
      <p class="lead">{richText('welcome.address', { address: <OwnAddress username={username} /> })}</p>
      {sections}
      <p class="onward">
        <a class="button quiet" href="/home">
          {t('welcome.go-on')}
        </a>
      </p>
    </>
  );
  return { title: t('welcome.title'), body, layout: { width: 'text' as const } };
}
