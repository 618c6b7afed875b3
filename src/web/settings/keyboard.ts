/** The page that lists the keyboard shortcuts and turns them off. Scripts show it as a dialog. */
import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { config } from '../../lib/config.ts';
import { checkbox } from '../components/choice-fields.ts';
import { inPlaceOr } from '../in-place.ts';
import { type MemberVisitor, memberForm, memberPage } from '../member-page.ts';
import { formTokenField, settingsPage } from './layout.ts';

const path = '/settings/keyboard';
/** The script reads it. A keyboard belongs to a browser, not to an account. */
const cookie = 'shortcuts';
const maxAge = 400 * 24 * 3_600;

const shortcuts: [keys: string[], does: string][] = [
  [['j'], 'Next recipe or post'],
  [['k'], 'Previous recipe or post'],
  [['o'], 'Open it'],
  [['l'], 'Like it'],
  [['b'], 'Boost it'],
  [['r'], 'Reply'],
  [['s'], 'Save to a collection'],
  [['n'], 'Write something new'],
  [['/'], 'Search'],
  [['g', 'h'], 'Go home'],
  [['g', 'e'], 'Go to Explore'],
  [['g', 'n'], 'Go to your notifications'],
  [['g', 'c'], 'Go to your collections'],
  [['g', 'l'], 'Go to your shopping list'],
  [['g', 'd'], 'Go to your drafts'],
  [['?'], 'Show this list'],
];

export const keyboard = new Hono().get(path, memberPage(show)).post(
  path,
  memberForm(async ({ c, fields }) => {
    const isOn = fields.has('shortcuts');
    setCookie(c, cookie, isOn ? 'on' : 'off', {
      ...{ path: '/', sameSite: 'Lax', secure: config.baseUrl.startsWith('https:'), maxAge },
    });
    const message = isOn ? 'Keyboard shortcuts are on.' : 'Keyboard shortcuts are off.';
    return inPlaceOr(c, `${path}?saved=yes`, () => ({ message, toggles: [] }));
  }),
);

const areOn = (c: Context) => getCookie(c, cookie) !== 'off';

async function show(visitor: MemberVisitor) {
  const rows = shortcuts.map(
    ([keys, does]) =>
      html`<div><dt>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${does}</dd></div>`,
  );
  const body = html`<section data-dialog-content><h2>Keyboard shortcuts</h2><dl class="shortcuts">${rows}</dl>
<form method="post" action="${path}" data-in-place>${formTokenField(visitor)}${checkbox({ name: 'shortcuts', label: 'Use keyboard shortcuts in this browser', checked: areOn(visitor.c) })}
<div class="choices"><button>Save</button><a class="button quiet" href="/settings">Cancel</a></div></form></section>`;
  return settingsPage(visitor, path, 'Keyboard', body);
}
