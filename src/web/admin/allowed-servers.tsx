/** The admin page for the allow list: with it, this server federates only with the servers on it. */
import { Hono } from 'hono';
import {
  allowDomains,
  disallowDomain,
  federationModes,
  getFederation,
  setFederationMode,
  writeAllowList,
} from '../../domain/moderation/allowed-servers.ts';
import { t } from '../../lib/language/text.ts';
import { Field, PostForm, SelectField } from '../components/fields.tsx';
import { atFields } from '../forms/member-page.ts';
import { adminContent, adminForm, adminPage, FormButton, Row, Rows } from './layout.tsx';

const path = '/admin/domains/allowed';

export const allowedServers = new Hono()
  .get(
    path,
    adminPage('manage-domains', async (visitor) => {
      const { mode, allowed } = await getFederation();
      const list = allowed.map((host) => (
        <Row
          text={host}
          buttons={[
            <FormButton
              visitor={visitor}
              action={`${path}/remove`}
              label={t('admin-servers.remove-allowed')}
              fields={{ host }}
            />,
          ]}
        />
      ));
      const body = (
        <>
          <p>
            <a href="/admin/domains">{t('admin-servers.rules')}</a>
          </p>
          <PostForm visitor={visitor} class="admin-form" action={`${path}/mode`}>
            <SelectField
              name="mode"
              label={t('admin-servers.federates-with')}
              value={mode}
              options={[
                ['open', t('admin-servers.federates-with-open')],
                ['allow_list', t('admin-servers.federates-with-allow-list')],
              ]}
              hint={t('admin-servers.federates-with-hint')}
            />
            <button>{t('common.save')}</button>
          </PostForm>
          <h2>{t('admin-servers.allowed')}</h2>
          <Rows list={list} empty={t('admin-servers.none-allowed')} />
          <PostForm visitor={visitor} class="admin-form" enctype="multipart/form-data" action={`${path}/add`}>
            <Field
              name="hosts"
              label={t('admin-servers.add-allowed')}
              type="textarea"
              hint={t('admin-servers.add-allowed-hint')}
              attributes={{ rows: 3, autocapitalize: 'none', spellcheck: 'false' }}
            />
            <Field
              name="file"
              label={t('admin-servers.add-allowed-file')}
              type="file"
              attributes={{ accept: '.csv,text/csv' }}
            />
            <button class="quiet">{t('admin-servers.add-servers')}</button>
          </PostForm>
          <p>
            <a href={`${path}/export.csv`} download>
              {t('admin-servers.download-allowed')}
            </a>
          </p>
        </>
      );
      return adminContent(visitor, '/admin/domains', t('admin-servers.allowed'), body);
    }),
  )
  .get(
    `${path}/export.csv`,
    adminPage('manage-domains', async () => {
      const headers = { 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'private, no-store' };
      return new Response(writeAllowList((await getFederation()).allowed), { headers });
    }),
  )
  .post(
    `${path}/mode`,
    adminForm('manage-domains', async ({ moderator, fields }) => {
      await setFederationMode(moderator, federationModes.find((each) => each === fields.get('mode')) ?? 'open');
      return `${path}?done=allowed`;
    }),
  )
  .post(
    `${path}/add`,
    adminForm(
      'manage-domains',
      async ({ moderator, fields, files }) => {
        const file = files.get('file');
        const text = (await file?.text()) ?? fields.get('hosts') ?? '';
        await atFields({ list: file ? 'file' : 'hosts' }, () => allowDomains(moderator, text));
        return `${path}?done=allowed`;
      },
      { withFiles: true },
    ),
  )
  .post(
    `${path}/remove`,
    adminForm('manage-domains', async ({ moderator, fields }) => {
      await disallowDomain(moderator, fields.get('host') ?? '');
      return `${path}?done=allowed`;
    }),
  );
