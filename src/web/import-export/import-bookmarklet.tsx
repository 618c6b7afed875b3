/**
 * Imports a page as a member's browser shows it, for sites that refuse servers. A bookmarklet opens our import page
 * with the HTML behind a `#`, which browsers do not send. Our script puts it into a form, and the member sends that.
 */
import type { SentPage } from '../../domain/migration/start-import.ts';
import { config } from '../../lib/config.ts';
import { t } from '../../lib/language/text.ts';
import { webUrl } from '../../recipe-import/recipe-details.ts';
import { HiddenFields } from '../components/fields.tsx';

/** With at most three bytes each, they fit into a form. */
const maxCharacters = 300_000;
const leftOut = [
  'script:not([type*="ld+json"])',
  'style',
  'link:not([rel=canonical])',
  'svg',
  'iframe',
  'noscript',
  'template',
  'video',
  'audio',
  'canvas',
].join();

const code = () =>
  [
    'javascript:(()=>{',
    'const d=document.documentElement.cloneNode(true);',
    `d.querySelectorAll('${leftOut}').forEach(e=>e.remove());`,
    `const html=d.outerHTML.slice(0,${maxCharacters}).replace(/[\\ud800-\\udbff]$/,'');`,
    `open('${config.baseUrl}/import\\x23page='+encodeURIComponent(JSON.stringify({url:location.href,html})))`,
    '})()',
  ].join('');

/** Shown by the script: without scripts, no bookmarklet works. */
export const Bookmarklet = ({ isSetting }: { isSetting: boolean }) => (
  <section id="bookmarklet" hidden>
    {isSetting ? <h3>{t('import.bookmarklet-title')}</h3> : <h2>{t('import.bookmarklet-title')}</h2>}
    <p>{t('import.bookmarklet-hint')}</p>
    <p>
      <a class="button quiet" href="#bookmarklet" data-code={code()}>
        {t('import.bookmarklet', { site: config.host })}
      </a>
    </p>
  </section>
);

/** Filled in and shown by the script. Nothing is sent before the member says so. */
export const SentPageForm = ({ action, formToken }: { action: string; formToken: string }) => (
  <form id="sent-page" class="panel" method="post" enctype="multipart/form-data" action={action} hidden>
    <HiddenFields fields={{ form_token: formToken, page_url: '' }} />
    <textarea name="page" aria-label={t('import.sent-page-title')} hidden />
    <p data-text={t('import.sent-page', { host: '{host}' })} />
    <button>{t('import.read-sent-page')}</button>
  </form>
);

/** Returns null for another form. */
export function sentPage(fields: URLSearchParams): SentPage | null {
  const [html = '', url] = [fields.get('page')?.trim(), webUrl(fields.get('page_url'))];
  return html !== '' && url !== null ? { html, url } : null;
}
