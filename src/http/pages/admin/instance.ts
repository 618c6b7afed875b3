/** What the server says of itself and whom it lets in, to be changed. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { noting } from '../../../domain/admin/log.ts';
import {
  getInstanceProfile,
  type InstanceProfile,
  updateInstanceProfile,
} from '../../../domain/instance-profile.ts';
import { DomainError, type FieldErrors } from '../../../lib/errors.ts';
import { instanceChanges } from '../../input/instance.ts';
import { parse } from '../../issues.ts';
import { field, hidden } from '../parts/field.ts';
import { instanceFields, registrationChoice } from '../parts/instance-fields.ts';
import { formToken } from '../session.ts';
import { render } from '../show.ts';
import { type AdminVisitor, adminForm, adminPage } from './door.ts';
import { adminShown } from './frame.ts';

const path = '/admin/instance';

export const instance = new Hono()
  .get(
    path,
    adminPage(async (visitor) => form(visitor, { ...(await getInstanceProfile()) })),
  )
  .post(
    path,
    adminForm(async ({ c, visit, fields }) => {
      const typed = Object.fromEntries(fields);
      try {
        const changes: InstanceProfile = parse(instanceChanges, typed);
        await noting(visit.accountId, 'change-instance', changes.registration, () =>
          updateInstanceProfile(changes),
        );
        return `${path}?done=change-instance`;
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
        const viewer = { accountId: visit.accountId, host: null };
        const again = form({ c, visit, viewer, token: formToken(c, visit) }, typed, error.errors);
        return render(c, { ...again, status: 422 }, visit);
      }
    }),
  );

function form(visitor: AdminVisitor, typed: Record<string, string>, errors: FieldErrors = {}) {
  const body = html`<form class="admin-form" method="post" action="${path}">${hidden({ form_token: visitor.token })}
${instanceFields({ name: typed.name ?? '', description: typed.description ?? '', errors })}
${field({ name: 'rules', label: 'Rules', type: 'textarea', value: typed.rules ?? '', hint: 'Markdown. On the page about this server, and before people ask for an account.', errors: errors.rules, attributes: { maxlength: 10_000 } })}
${field({ name: 'contact', label: 'Contact', value: typed.contact ?? '', hint: 'An e-mail address, a fediverse address or a page, for everybody to see.', errors: errors.contact, attributes: { maxlength: 200 } })}
${registrationChoice(typed.registration ?? '', errors)}
<button>Save</button></form>`;
  return adminShown(visitor, path, 'Instance', body);
}
