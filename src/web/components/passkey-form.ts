/** Renders a form that sends a passkey. The script shows it in browsers that have them. */

import { html } from 'hono/html';
import type { PasskeyForm } from '../../domain/access/second-factor.ts';
import { t } from '../../lib/language/text.ts';
import { assetPaths } from '../assets.ts';
import { hidden } from './field.ts';
import type { Html } from './layout.ts';

interface PasskeyFormOptions {
  kind: 'create' | 'get';
  action: string;
  fields: Record<string, string>;
  /** Fields and the button. */
  content: Html;
}

export function passkeyForm(
  { options, state }: PasskeyForm,
  { kind, action, fields, content }: PasskeyFormOptions,
): Html {
  return html`<form method="post" action="${action}" data-passkey="${kind}" data-options="${JSON.stringify(options)}" hidden>${hidden({ ...fields, state, credential: '' })}
${content}<p class="error" role="alert" data-text="${t('passkey.not-used')}"></p></form><script type="module" src="${assetPaths.passkey}"></script>`;
}
