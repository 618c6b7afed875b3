/** The admin page for the instance settings. */

import { Hono } from 'hono';
import { html } from 'hono/html';
import { getInstanceProfile, updateInstanceProfile } from '../../domain/instance/profile.ts';
import { logAdminAction } from '../../domain/moderation/admin-log.ts';
import { formToken } from '../../http/browser-session.ts';
import { instanceChanges } from '../../http/input/instance.ts';
import { parseOrThrow } from '../../http/validation.ts';
import { DomainError, type FieldErrors } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { field, hidden } from '../components/field.ts';
import {
  confirmationChoice,
  instanceFields,
  invitationChoice,
  registrationChoice,
} from '../components/instance-fields.ts';
import { renderPage } from '../components/page-handler.ts';
import { type AdminVisitor, adminForm, adminPage } from './guard.ts';
import { adminContent } from './layout.ts';

const path = '/admin/instance';

export const instance = new Hono()
  .get(
    path,
    adminPage('change-instance', async (visitor) => form(visitor, { ...(await getInstanceProfile()) })),
  )
  .post(
    path,
    adminForm('change-instance', async ({ c, session, moderator, fields }) => {
      const values = Object.fromEntries(fields);
      try {
        const changes = parseOrThrow(instanceChanges, values);
        await logAdminAction(moderator, 'change-instance', changes.registration, () =>
          updateInstanceProfile(changes),
        );
        return `${path}?done=change-instance`;
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
        const viewer = { accountId: session.accountId, host: null };
        const content = form(
          { c, session, moderator, viewer, token: formToken(c, session) },
          values,
          error.errors,
        );
        return renderPage(c, { ...content, status: 422 }, session);
      }
    }),
  );

function form(visitor: AdminVisitor, values: Record<string, string>, errors: FieldErrors = {}) {
  const body = html`<form class="admin-form" method="post" action="${path}">${hidden({ form_token: visitor.token })}
${instanceFields({ name: values.name ?? '', description: values.description ?? '', errors })}
${field({ name: 'rules', label: t('admin-instance.rules'), type: 'textarea', value: values.rules ?? '', hint: t('admin-instance.rules-hint'), errors: errors.rules, attributes: { maxlength: 10_000 } })}
${field({ name: 'contact', label: t('admin-instance.contact'), value: values.contact ?? '', hint: t('admin-instance.contact-hint'), errors: errors.contact, attributes: { maxlength: 200 } })}
${field({ name: 'accent', label: t('admin-instance.accent'), value: values.accent ?? '', hint: t('admin-instance.accent-hint'), errors: errors.accent, attributes: { maxlength: 7, autocapitalize: 'none', spellcheck: 'false', placeholder: '#c4391d' } })}
${registrationChoice(values.registration ?? '', errors)}${confirmationChoice(values.confirmation ?? '', errors)}${invitationChoice(values.invitations ?? '', errors)}
<button>${t('common.save')}</button></form>`;
  return adminContent(visitor, path, t('admin.section-instance'), body);
}
