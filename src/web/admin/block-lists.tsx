/** The admin page to import, export and follow block lists. Nothing is imported before its effects were shown. */
import { Hono } from 'hono';
import { writeBlockList } from '../../domain/moderation/block-list-file.ts';
import {
  type BlockList,
  decideOnPending,
  followBlockList,
  getPendingVersion,
  type ImportPreview,
  importDomains,
  listBlockLists,
  previewBlockList,
  previewImport,
  unfollowBlockList,
} from '../../domain/moderation/block-lists.ts';
import { listDomainBlocks } from '../../domain/moderation/domain-rules.ts';
import { idInPath } from '../../http/pagination.ts';
import { oneOf } from '../../http/schema.ts';
import { t } from '../../lib/language/text.ts';
import { Field, PostForm } from '../components/fields.tsx';
import type { PageContent } from '../components/page-handler.tsx';
import { Day, richText } from '../components/texts.tsx';
import { type AdminForm, adminContent, adminForm, adminPage, FactList, FormButton, Row, Rows } from './layout.tsx';

const path = '/admin/domains/lists';
const maxShown = 200;

export const blockLists = new Hono()
  .get(
    path,
    adminPage('manage-domains', async (visitor) => {
      const lists = await listBlockLists();
      const body = (
        <>
          <p>
            <a href="/admin/domains">{t('admin-servers.rules')}</a>
          </p>
          <h2>{t('admin-lists.import')}</h2>
          <PostForm visitor={visitor} class="admin-form" enctype="multipart/form-data" action={`${path}/preview`}>
            <Field
              name="file"
              label={t('admin-lists.file')}
              type="file"
              hint={t('admin-lists.file-hint')}
              attributes={{ required: true, accept: '.csv,text/csv,application/json' }}
            />
            <button class="quiet">{t('admin-lists.preview-import')}</button>
          </PostForm>
          <h2>{t('admin-lists.export')}</h2>
          <p>
            <a href={`${path}/export.csv`} download>
              {t('admin-lists.download')}
            </a>{' '}
            <span class="hint">{t('admin-lists.download-hint')}</span>
          </p>
          <h2>{t('admin-lists.lists-at-addresses')}</h2>
          <Rows
            list={lists.map((list) => (
              <Row
                text={<Description list={list} />}
                buttons={[
                  <FormButton
                    visitor={visitor}
                    action={`${path}/${list.id}/unfollow`}
                    label={t('admin-lists.stop-following')}
                  />,
                ]}
              />
            ))}
            empty={t('admin-lists.none-followed')}
          />
          <PostForm visitor={visitor} class="admin-form" action={`${path}/preview`}>
            <Field
              name="url"
              label={t('admin-lists.address')}
              type="url"
              hint={t('admin-lists.address-hint')}
              attributes={{ required: true, maxlength: 500 }}
            />
            <button class="quiet">{t('admin-lists.preview-list')}</button>
          </PostForm>
        </>
      );
      return adminContent(visitor, '/admin/domains', t('admin-lists.title'), body);
    }),
  )
  .get(
    `${path}/export.csv`,
    adminPage('manage-domains', async () => {
      const headers = { 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'private, no-store' };
      return new Response(writeBlockList(await listDomainBlocks()), { headers });
    }),
  )
  .post(
    `${path}/preview`,
    adminForm(
      'manage-domains',
      async (form) => {
        const url = form.fields.get('url') ?? '';
        const text = (await form.files.get('file')?.text()) ?? '';
        if (url === '') return confirm(form, await previewImport(text), { list: text });
        const { preview, digest } = await previewBlockList(url);
        return confirm(form, preview, { url, digest });
      },
      // It changes nothing, and a redirect would lose the file.
      { withFiles: true, needsRecentLogIn: false },
    ),
  )
  .post(
    `${path}/import`,
    adminForm('manage-domains', async ({ moderator, fields }) => {
      await importDomains(moderator, fields.get('list') ?? '');
      return '/admin/domains?done=import-domains';
    }),
  )
  .post(
    `${path}/follow`,
    adminForm('manage-domains', async (form) => {
      const url = form.fields.get('url') ?? '';
      const other = await followBlockList(form.moderator, url, form.fields.get('digest') ?? '');
      if (other) return confirm(form, other.preview, { url, digest: other.digest });
      return `${path}?done=follow-block-list`;
    }),
  )
  .get(
    `${path}/:id/change`,
    adminPage('manage-domains', async (visitor) => {
      const id = idInPath(visitor.c);
      const version = await getPendingVersion(id);
      if (!version) return visitor.c.redirect(path, 303);
      const { url, preview, digest } = version;
      const decide = (decision: string, label: string) => (
        <FormButton visitor={visitor} action={`${path}/${id}/${decision}`} label={label} fields={{ digest }} />
      );
      const body = (
        <>
          <p>
            <bdi>{url}</bdi>
          </p>
          <p>{t('admin-lists.change-hint')}</p>
          <EffectList preview={preview} dropped={preview.dropped} />
          <div class="admin-actions">
            {decide('approve', t('admin-lists.approve'))}
            {decide('keep', t('admin-lists.keep'))}
          </div>
        </>
      );
      return adminContent(visitor, '/admin/domains', t('admin-lists.change-title'), body);
    }),
  )
  .post(
    `${path}/:id/:decision${oneOf(['approve', 'keep'])}`,
    adminForm('manage-domains', async ({ c, moderator, fields }) => {
      const isApproved = c.req.param('decision') === 'approve';
      const decision = { digest: fields.get('digest') ?? '', isApproved };
      await decideOnPending(moderator, idInPath(c), decision);
      return `${path}?done=${isApproved ? 'approve-block-list' : 'keep-block-list'}`;
    }),
  )
  .post(
    `${path}/:id/unfollow`,
    adminForm('manage-domains', async ({ c, moderator }) => {
      await unfollowBlockList(moderator, idInPath(c));
      return `${path}?done=unfollow-block-list`;
    }),
  );

function Description({ list: { id, url, rules, skipped, readAt, error, change } }: { list: BlockList }) {
  const read = { isRead: readAt ? 'yes' : 'no', date: readAt ? <Day date={readAt} /> : '' };
  const state = richText('admin-lists.state', { rules, skipped, ...read });
  const waiting =
    change === 'none' ? null : (
      <p class={change === 'waiting' ? 'error' : undefined}>
        {change === 'waiting' ? t('admin-lists.change-waits') : t('admin-lists.change-refused')}{' '}
        <a href={`${path}/${id}/change`}>{t('admin-lists.see-change')}</a>
      </p>
    );
  return (
    <>
      <strong>
        <bdi>{url}</bdi>
      </strong>
      <br />
      <span class="hint">{state}</span>
      {error ? (
        <p class="error">
          <bdi>{error}</bdi>
        </p>
      ) : null}
      {waiting}
    </>
  );
}

/** What a version of a list would do. `dropped` are hosts whose rules end. */
function EffectList({
  preview,
  dropped,
  withChanged = true,
}: {
  preview: ImportPreview;
  dropped: string[];
  withChanged?: boolean;
}) {
  const { added, changed, unchanged, skipped, accounts, follows } = preview;
  const names = (list: string[]) => (
    <ul>
      {list.slice(0, maxShown).map((name) => (
        <li>
          <bdi>{name}</bdi>
        </li>
      ))}
      {list.length > maxShown && <li>{t('admin-lists.more', { count: list.length - maxShown })}</li>}
    </ul>
  );
  const rules = (list: ImportPreview['added']) =>
    names(
      list.map(({ host, severity, rejectMedia }) =>
        t('admin-lists.rule', { host, severity, rejectsPictures: rejectMedia ? 'yes' : 'no' }),
      ),
    );
  return (
    <>
      <FactList
        list={[
          [t('admin-lists.new-rules'), added.length],
          [t('admin-lists.rules-changed'), changed.length],
          [t('admin-lists.rules-ended'), dropped.length],
          [t('admin-lists.already-the-same'), unchanged],
          [t('admin-lists.skipped'), skipped.length],
          [t('admin-lists.accounts-hidden'), accounts],
          [t('admin-lists.follows-ended'), follows],
        ]}
      />
      {added.length > 0 && (
        <>
          <h2>{t('admin-lists.new-rules')}</h2>
          {rules(added)}
        </>
      )}
      {changed.length > 0 && withChanged && (
        <>
          <h2>{t('admin-lists.changed-rules')}</h2>
          {rules(changed)}
        </>
      )}
      {dropped.length > 0 && (
        <>
          <h2>{t('admin-lists.rules-ended')}</h2>
          {names(dropped)}
        </>
      )}
      {skipped.length > 0 && (
        <>
          <h2>{t('admin-lists.skipped')}</h2>
          <p class="hint">{t('admin-lists.skipped-hint')}</p>
          {names(skipped)}
        </>
      )}
    </>
  );
}

/** Shown once, in answer to the form, because a list can be long. */
function confirm(form: AdminForm, preview: ImportPreview, source: Record<string, string>): PageContent {
  const isList = 'url' in source;
  const count = preview.added.length + preview.changed.length;
  const body = (
    <>
      <h1>{t('admin-lists.check')}</h1>
      <EffectList preview={preview} dropped={[]} withChanged={!isList} />
      <PostForm visitor={form} action={`${path}/${isList ? 'follow' : 'import'}`} fields={source}>
        <div class="admin-actions">
          <button>{isList ? t('admin-lists.follow-this-list') : t('admin-lists.import-rules', { count })}</button>
          <a class="button quiet" href={path}>
            {t('common.cancel')}
          </a>
        </div>
      </PostForm>
    </>
  );
  return { title: t('admin-lists.check'), body, layout: { width: 'wide' } };
}
