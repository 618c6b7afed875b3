/** The page that lists the keyboard shortcuts and turns them off. Scripts show it as a dialog. */
import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { config } from '../../lib/config.ts';
import { type MessageKey, t } from '../../lib/language/text.ts';
import { Checkbox, Choices, PostForm } from '../components/fields.tsx';
import { inPlaceOr } from '../forms/answers.tsx';
import { type MemberVisitor, memberForm, memberPage } from '../forms/member-page.ts';
import { settingsPage } from './layout.tsx';

const path = '/settings/keyboard';
/** The script reads it. A keyboard belongs to a browser, not to an account. */
const cookie = 'shortcuts';
const maxAge = 400 * 24 * 3_600;

const shortcuts: [keys: string[], does: MessageKey][] = [
  [['j'], 'keyboard.next'],
  [['k'], 'keyboard.previous'],
  [['o'], 'keyboard.open'],
  [['l'], 'keyboard.like'],
  [['b'], 'keyboard.boost'],
  [['r'], 'keyboard.reply'],
  [['s'], 'keyboard.save'],
  [['n'], 'keyboard.write'],
  [['/'], 'keyboard.search'],
  [['g', 'h'], 'keyboard.go-home'],
  [['g', 'e'], 'keyboard.go-explore'],
  [['g', 'n'], 'keyboard.go-notifications'],
  [['g', 'c'], 'keyboard.go-collections'],
  [['g', 'l'], 'keyboard.go-shopping-list'],
  [['g', 'd'], 'keyboard.go-drafts'],
  [['?'], 'keyboard.show-list'],
];

export const keyboard = new Hono().get(path, memberPage(show)).post(
  path,
  memberForm(async ({ c, fields }) => {
    const isOn = fields.has('shortcuts');
    setCookie(c, cookie, isOn ? 'on' : 'off', {
      path: '/',
      sameSite: 'Lax',
      secure: config.baseUrl.startsWith('https:'),
      maxAge,
    });
    const message = t(isOn ? 'keyboard.now-on' : 'keyboard.now-off');
    return inPlaceOr(c, `${path}?saved=yes`, () => ({ message, toggles: [] }));
  }),
);

const areOn = (c: Context) => getCookie(c, cookie) !== 'off';

async function show(visitor: MemberVisitor) {
  const rows = shortcuts.map(([keys, does]) => (
    <div>
      <dt>
        {keys.map((key) => (
          <>
            <kbd>{key}</kbd>{' '}
          </>
        ))}
      </dt>
      <dd>{t(does)}</dd>
    </div>
  ));
  const body = (
    <section data-dialog-content="">
      <h2>{t('keyboard.heading')}</h2>
      <dl class="shortcuts">{rows}</dl>
      <PostForm visitor={visitor} action={path} inPlace>
        <Checkbox name="shortcuts" label={t('keyboard.use')} checked={areOn(visitor.c)} />
        <Choices action={t('common.save')} back="/settings" />
      </PostForm>
    </section>
  );
  return settingsPage(visitor, path, t('keyboard.title'), body);
}
