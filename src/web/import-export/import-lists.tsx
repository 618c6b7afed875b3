/** The lists and posts of an import: the preview with its choices, and the result. */
import type { Child } from 'hono/jsx';
import type { Import, ImportCounts } from '../../domain/migration/import.ts';
import { choicesFor, type ListChoice, type ListPreview } from '../../domain/migration/list-files.ts';
import { type MessageKey, t } from '../../lib/language/text.ts';
import type { LeftOutCounts, PostsPreview } from '../../recipe-import/posts.ts';
import { Note } from '../components/elements.tsx';
import { SelectField } from '../components/fields.tsx';
import { Day, richText } from '../components/texts.tsx';

// Renders lists of accounts and bookmarks of an import: the preview with its choices, and the result

type Kind = ListPreview['kind'];

const counts: Record<Kind, MessageKey> = {
  follow: 'migration.lists-to-follow',
  block: 'migration.lists-to-block',
  mute: 'migration.lists-to-mute',
  domain: 'migration.lists-to-hide',
  bookmark: 'migration.lists-to-save',
  skip: 'migration.left-out',
};
const choices: Record<Kind, MessageKey> = {
  follow: 'migration.choose-follow',
  block: 'migration.choose-block',
  mute: 'migration.choose-mute',
  domain: 'migration.choose-domain',
  bookmark: 'migration.choose-bookmark',
  skip: 'migration.choose-skip',
};

/** With a choice for each list before the import. */
export function ListRows({ imported: { lists, confirmedAt } }: { imported: Import }) {
  if (!lists) return null;
  return (
    <ul class="rows">
      {lists.files.map((list, at) => (
        <li>
          <div>
            <ListRow list={list} position={at} isAsked={confirmedAt === null} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function ListRow({ list, position, isAsked }: { list: ListPreview; position: number; isAsked: boolean }) {
  const { name, kind, entries, isGuess } = list;
  const choice = isAsked ? (
    <SelectField
      name={`list-${position}`}
      label={t('migration.what-to-do', { name })}
      value={kind}
      options={choicesFor(list).map((each) => [each, t(choices[each])] as [string, string])}
    />
  ) : null;
  const question = isAsked && isGuess ? <Note>{t('migration.please-check')}</Note> : null;
  return (
    <>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      <br />
      <span>{t(counts[kind], { count: entries })}</span>
      {question}
      <UnclearLines preview={list} />
      {choice}
    </>
  );
}

function UnclearLines({ preview: { examples, skipped, name } }: { preview: ListPreview }) {
  if (skipped === 0) return null;
  const more = skipped - examples.length;
  const rows = examples.map(({ line, text }) => (
    <li>{richText('migration.line', { number: line, text: <bdi>{text}</bdi> })}</li>
  ));
  return (
    <details>
      <summary>
        {t('migration.lines-not-understood', { count: skipped })}
        <span class="visually-hidden">{t('migration.in-file', { name })}</span>
      </summary>
      <ul>
        {rows}
        {more > 0 && <li>{t('migration.more-lines', { count: more })}</li>}
      </ul>
    </details>
  );
}

/** With a link to the entries that failed. `path` is the page of the import. */
export function ListOutcome({ imported: { lists, finishedAt, done }, path }: { imported: Import; path: string }) {
  if (!lists || (!finishedAt && done === 0)) return null;
  const { added, existing, failed } = lists;
  const link = (content: Child) => (
    <a href={`${path}/failed.csv`} download>
      {content}
    </a>
  );
  const sentences = [
    t('migration.lists-added', { added }),
    existing > 0 ? t('migration.lists-existing', { existing }) : '',
    failed > 0 ? richText('migration.lists-failed', { failed, link }) : '',
  ];
  const hint = finishedAt ? '' : <p class="hint">{t('migration.slowly')}</p>;
  return (
    <>
      <Note kind="good">
        {sentences.filter(Boolean).map((each) => (
          <>{each} </>
        ))}
      </Note>
      {hint}
    </>
  );
}

export function readListChoices(fields: URLSearchParams): ListChoice[] {
  return [...fields].flatMap(([field, value]) => {
    const position = /^list-(\d{1,2})$/.exec(field)?.[1];
    return position !== undefined && Object.hasOwn(choices, value)
      ? [{ position: Number(position), kind: value as Kind }]
      : [];
  });
}

// Renders the posts of an import: the preview and the result

const reasons: Record<keyof LeftOutCounts, MessageKey> = {
  boost: 'migration.left-boost',
  reply: 'migration.left-reply',
  direct: 'migration.left-direct',
  poll: 'migration.left-poll',
  unreadable: 'migration.left-unreadable',
};

export function PostFacts({ preview: { posts, pictures, oldest, newest, leftOut } }: { preview: PostsPreview }) {
  const rows = (Object.keys(reasons) as (keyof LeftOutCounts)[]).filter((reason) => leftOut[reason] > 0);
  const rest =
    rows.length === 0 ? null : (
      <>
        <p>{t('migration.posts-left-out')}</p>
        <ul>
          {rows.map((reason) => (
            <li>{t(reasons[reason], { count: leftOut[reason] })}</li>
          ))}
        </ul>
      </>
    );
  const dates = { oldest: <Day date={new Date(oldest)} />, newest: <Day date={new Date(newest)} /> };
  return (
    <>
      <p>{richText('migration.posts-found', { posts, pictures, ...dates })}</p>
      {rest}
      <p class="hint">{t('migration.posts-quiet')}</p>
    </>
  );
}

export function PostOutcome({ counts: { restored, existingItems: existing } }: { counts: ImportCounts }) {
  const known = existing > 0 ? t('migration.lists-existing', { existing }) : '';
  return (
    <Note kind="good">
      {t('migration.posts-imported', { restored })} {known}
    </Note>
  );
}
