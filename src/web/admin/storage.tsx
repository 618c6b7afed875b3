/** The admin page about what takes room, and about how long remote items and pictures are kept. */
import { Hono } from 'hono';
import { measureRetention, measureStorage, type StorageGroup } from '../../domain/instance/storage.ts';
import { getRetention, maxDays, minDays, type Retention, setRetention } from '../../domain/retention/settings.ts';
import { invalid } from '../../lib/errors.ts';
import { type MessageKey, t } from '../../lib/language/text.ts';
import { Note } from '../components/elements.tsx';
import { Checkbox, Field, PostForm } from '../components/fields.tsx';
import { byteSize } from '../components/texts.tsx';
import { type AdminVisitor, adminContent, adminForm, adminPage } from './layout.tsx';

const path = '/admin/storage';
const previewTimeoutMs = 4_000;

const groupNames: Record<StorageGroup, MessageKey> = {
  items: 'storage.items',
  accounts: 'storage.accounts',
  interactions: 'storage.interactions',
  federation: 'storage.federation',
  jobs: 'storage.jobs',
  others: 'storage.others',
  memberPictures: 'storage.member-pictures',
  remotePictures: 'storage.remote-pictures',
};

export const storage = new Hono()
  .get(
    path,
    adminPage('operate', async (visitor) => {
      const query = new URL(visitor.c.req.url).searchParams;
      const [uses, current] = await Promise.all([measureStorage(), getRetention()]);
      const wanted = query.has('item_days') ? readRetention(query) : null;
      const body = (
        <>
          <h2>{t('storage.what')}</h2>
          <table class="admin-table">
            <thead>
              <tr>
                <th scope="col">{t('storage.what')}</th>
                <th scope="col">{t('storage.number')}</th>
                <th scope="col">{t('storage.size')}</th>
              </tr>
            </thead>
            <tbody>
              {uses.map(({ group, bytes, count }) => (
                <tr>
                  <th scope="row">{t(groupNames[group])}</th>
                  <td>{count ?? ''}</td>
                  <td>{byteSize(bytes)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <h2>{t('storage.retention')}</h2>
          <p>{t('storage.retention-hint')}</p>
          <p>{t('storage.current', { items: current.itemDays ?? 0, pictures: current.mediaDays ?? 0 })}</p>
          {wanted ? await effect(visitor, wanted) : null}
          <RetentionForm values={wanted ?? current} />
        </>
      );
      return adminContent(visitor, path, t('storage.title'), body);
    }),
  )
  .post(
    path,
    adminForm(
      'operate',
      async ({ moderator, fields }) => {
        const wanted = readRetention(fields);
        await setRetention(moderator, wanted);
        return `${path}?done=change-retention`;
      },
      { needsRecentLogIn: true },
    ),
  );

/** Throws validation_failed. */
function readRetention(fields: URLSearchParams): Retention {
  const days = (name: string): number | null => {
    const text = fields.get(name)?.trim() ?? '';
    if (text === '') return null;
    const value = /^\d{1,4}$/.test(text) ? Number(text) : 0;
    if (value < minDays || value > maxDays)
      throw invalid(name, t('storage.days-wrong', { min: minDays, max: maxDays }));
    return value;
  };
  return {
    itemDays: days('item_days'),
    mediaDays: days('media_days'),
    keepsFollowed: fields.get('keep_followed') === 'yes',
  };
}

const toFields = ({ itemDays, mediaDays, keepsFollowed }: Retention) => ({
  item_days: `${itemDays ?? ''}`,
  media_days: `${mediaDays ?? ''}`,
  keep_followed: keepsFollowed ? 'yes' : 'no',
});

async function effect(visitor: AdminVisitor, wanted: Retention) {
  const { items, pictures, bytes, isComplete } = await measureRetention(wanted, previewTimeoutMs);
  const values = { items, pictures, size: byteSize(bytes) };
  const text = isComplete ? t('storage.effect', values) : t('storage.effect-partial', values);
  return (
    <Note>
      <p>{text}</p>
      <PostForm visitor={visitor} action={path} fields={toFields(wanted)}>
        <button>{t('storage.apply')}</button>
      </PostForm>
    </Note>
  );
}

/** A GET form: it only shows what the settings would remove. */
function RetentionForm({ values }: { values: Retention }) {
  const { item_days, media_days, keep_followed } = toFields(values);
  const attributes = { min: minDays, max: maxDays, inputmode: 'numeric' };
  const range = t('storage.days-hint', { min: minDays, max: maxDays });
  return (
    <form class="admin-form" method="get" action={path}>
      <Field
        name="item_days"
        label={t('storage.item-days')}
        type="number"
        value={item_days}
        hint={range}
        attributes={attributes}
      />
      <Checkbox name="keep_followed" label={t('storage.keep-followed')} checked={keep_followed === 'yes'} />
      <Field
        name="media_days"
        label={t('storage.media-days')}
        type="number"
        value={media_days}
        hint={`${t('storage.media-days-hint')} ${range}`}
        attributes={attributes}
      />
      <button class="quiet">{t('storage.preview')}</button>
    </form>
  );
}
