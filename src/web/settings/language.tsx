/** The page on which members and visitors choose a language, a time zone and units. */
import { type Context, Hono } from 'hono';
import { updateLanguage } from '../../domain/accounts/account.ts';
import { findBrowserSession, formToken } from '../../http/browser-session.ts';
import { rememberedLanguage, rememberLanguage } from '../../http/reader.ts';
import { config } from '../../lib/config.ts';
import { isTimeZone, timeZones } from '../../lib/language/formats.ts';
import { isLanguage, languages } from '../../lib/language/languages.ts';
import { isMeasurementSystem, reader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import { Note } from '../components/elements.tsx';
import { HiddenFields, SelectField } from '../components/fields.tsx';
import { page, pageHeaders } from '../components/layout.tsx';
import { errorPage } from '../components/page-handler.tsx';
import { type VisitorForm, visitorForm } from '../forms/visitor-form.ts';
import { saveUnits } from '../items/units.ts';
import { SettingsFrame } from './layout.tsx';

const path = '/language';

export const language = new Hono()
  .get(path, async (c) => {
    try {
      return c.html(await show(c), 200, pageHeaders);
    } catch (error) {
      return errorPage(c, error);
    }
  })
  .post(path, visitorForm(save));

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
      <form method="post" action={path}>
        <HiddenFields fields={{ form_token: formToken(c, session) }} />
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
        <div class="choices">
          <button>{t('common.save')}</button>
        </div>
      </form>
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
