/** Asks before a form does what cannot be undone. The page is the same for every form, and needs no script. */
import type { Context } from 'hono';
import type { BrowserSession } from '../../http/browser-session.ts';
import { t } from '../../lib/language/text.ts';
import { Note } from '../components/elements.tsx';
import { Choices, HiddenFields, PostForm } from '../components/fields.tsx';
import type { Html } from '../components/layout.tsx';
import type { PageContent } from '../components/page-handler.tsx';

interface AskedForm {
  c: Context;
  session: BrowserSession;
  fields: URLSearchParams;
}

interface Question {
  /** The label of the button that was pressed. */
  action: string;
  /** The name of what it is about. */
  about?: string;
  /** What will happen. */
  consequence?: Html | string;
  /** What cannot be undone, if some of it can. */
  final?: string;
  /** Path of the page to return to. */
  back: string;
}

interface Confirmation {
  title: string;
  question: string;
  /** What will happen. */
  consequence: string;
  /** Path of the form. */
  action: string;
  label: string;
  /** Path of the page to return to. */
  back: string;
}

/** A page that asks at an address of its own, before the form is sent. */
export function confirmPage(
  visitor: Pick<AskedForm, 'c' | 'session'>,
  { title, question, consequence, action, label, back }: Confirmation,
): PageContent {
  const body = (
    <>
      <h1>{question}</h1>
      <Note kind="bad">{consequence}</Note>
      <PostForm visitor={visitor} action={action}>
        <Choices kind="danger" action={label} back={back} />
      </PostForm>
    </>
  );
  return { title, body };
}

/** The new page has its own token, and secrets do not belong on it: they have been checked by then. */
const notRepeated = new Set(['form_token', 'current', 'code', 'state', 'credential']);

/** Returns the page that asks, or null once the member has answered it. Its form repeats the fields. */
export function askFirst({ c, session, fields }: AskedForm, question: Question): PageContent | null {
  if (fields.get('sure') === 'yes') return null;
  const { action, about, consequence, final = t('ask.final'), back } = question;
  const title = t('ask.question', { action });
  const repeated = [...fields].filter(([name]) => !notRepeated.has(name));
  const body = (
    <>
      <h1>{title}</h1>
      {about ? (
        <p>
          <strong>
            <bdi>{about}</bdi>
          </strong>
        </p>
      ) : null}
      {consequence ? <p>{consequence}</p> : null}
      <Note kind="bad">{final}</Note>
      <PostForm visitor={{ c, session }} action={new URL(c.req.url).pathname} fields={{ sure: 'yes', asked_on: back }}>
        {repeated.map(([name, value]) => (
          <HiddenFields fields={{ [name]: value }} />
        ))}
        <Choices kind="danger" action={action} back={back} />
      </PostForm>
    </>
  );
  return { title, body, layout: { width: 'text' } };
}
