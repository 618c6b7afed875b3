/** Remembers the language, time zone and units of a reader: for a member everywhere, for a visitor on this device. */
import { type Context, Hono } from 'hono';
import { updateLanguage, updateUnits } from '../../domain/accounts/account.ts';
import { type BrowserSession, findBrowserSession, isNavigation } from '../../http/browser-session.ts';
import { rememberedLanguage, rememberLanguage, rememberUnits } from '../../http/reader.ts';
import { oneOf } from '../../http/schema.ts';
import { config } from '../../lib/config.ts';
import { isTimeZone, timeZones } from '../../lib/language/formats.ts';
import { isLanguage, languages } from '../../lib/language/languages.ts';
import { isMeasurementSystem, type MeasurementSystem, measurementSystems, reader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import { Note } from '../components/elements.tsx';
import { Choices, PostForm, SelectField } from '../components/fields.tsx';
import { page, pageHeaders } from '../components/layout.tsx';
import { localPageUrl, orErrorPage } from '../components/page-handler.tsx';
import { type VisitorForm, visitorForm } from '../forms/visitor-form.ts';
import { SettingsFrame } from './layout.tsx';

const path = '/language';
/** Stands for the units of the author. */
export const asWritten = 'written';

export const language = new Hono()
  .get(
    path,
    orErrorPage(async (c) => c.html(await show(c), 200, pageHeaders)),
  )
  .post(path, visitorForm(save))
  .get(`/units/:units${oneOf([...measurementSystems, asWritten])}`, orErrorPage(followUnitsLink));

async function save({ c, session, fields }: VisitorForm): Promise<Response> {
  const language = fields.get('language') ?? '';
  const timeZone = fields.get('time_zone') ?? '';
  const units = fields.get('units') ?? undefined;
  const chosen = isLanguage(language) ? language : null;
  if (session)
    await updateLanguage(session.accountId, {
      language: chosen,
      timeZone: isTimeZone(timeZone) ? timeZone : null,
    });
  rememberLanguage(c, chosen);
  if (units !== undefined) await saveUnits(c, session, isMeasurementSystem(units) ? units : null);
  return c.redirect(`${config.baseUrl}${path}?saved=yes`, 303);
}

async function show(c: Context) {
  const session = await findBrowserSession(c);
  const chosen = session ? session.language : rememberedLanguage(c);
  const asBrowser: [string, string] = ['', t('language.as-browser')];
  const zones = timeZones().map((zone): [string, string] => [zone, zone.replaceAll('_', ' ')]);
  const form = (
    <>
      {c.req.query('saved') ? <Note kind="good">{t('common.saved')}</Note> : null}
      <PostForm visitor={{ c, session }} action={path}>
        <SelectField
          name="language"
          label={t('language.language')}
          value={chosen ?? ''}
          options={[asBrowser, ...Object.entries(languages)]}
        />
        {session ? (
          <SelectField
            name="time_zone"
            label={t('language.time-zone')}
            value={session.timeZone ?? ''}
            options={[asBrowser, ...zones]}
          />
        ) : null}
        <SelectField
          name="units"
          label={t('recipe.units')}
          value={reader().units ?? ''}
          options={[
            ['', t('recipe.units-as-written')],
            ['metric', t('recipe.units-metric')],
            ['us', t('recipe.units-us')],
          ]}
        />
        <Choices action={t('common.save')} />
      </PostForm>
      <p class="hint">{t('language.unreviewed')}</p>
    </>
  );
  const body = session ? (
    <SettingsFrame path={path}>{form}</SettingsFrame>
  ) : (
    <>
      <h1>{t('language.title')}</h1>
      {form}
    </>
  );
  return page(t('language.title'), body, { session, width: 'text', path });
}

// Remembers units that are chosen by a link on the page of a recipe

/** The path that remembers the choice and leads back to a page. Null leaves recipes as they are written. */
export const unitsPath = (units: string | null, back: string) =>
  `/units/${units ?? asWritten}?back=${encodeURIComponent(back)}`;

async function saveUnits(c: Context, session: BrowserSession | null, chosen: MeasurementSystem | null) {
  if (session) await updateUnits(session.accountId, chosen);
  rememberUnits(c, chosen);
}

/**
 * A link, because a form would need a token in pages of visitors, which are all the same. Links of other sites change
 * nothing.
 */
async function followUnitsLink(c: Context) {
  const site = c.req.header('sec-fetch-site') ?? 'same-origin';
  const named = c.req.param('units')!;
  const chosen = isMeasurementSystem(named) ? named : null;
  if (site === 'same-origin' && isNavigation(c)) await saveUnits(c, await findBrowserSession(c), chosen);
  c.header('Cache-Control', 'no-store');
  c.header('X-Robots-Tag', 'noindex');
  return c.redirect(localPageUrl(c.req.query('back')) ?? config.baseUrl, 303);
}
