/** Lays out the text of an e-mail as plain text and as HTML. */
import { escapeHtml } from '../../lib/html/escape.ts';
import { directionOf } from '../../lib/language/languages.ts';
import { reader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import type { Message, Site } from './texts/text.ts';

interface Surroundings {
  site: Site;
  /** The address of the button. */
  url: string | null;
  unsubscribe: string | null;
}

export function layOut(
  { subject, paragraphs, action, closing = [] }: Message,
  { site, url, unsubscribe }: Surroundings,
): { text: string; html: string } {
  const { language } = reader();
  const footer = t('mail.footer', { server: site.name, origin: site.origin });
  const stop = unsubscribe && t('mail.unsubscribe');
  const text = [
    ...paragraphs,
    ...(action && url ? [`${action.label}:\n${url}`] : []),
    ...closing,
    `-- \n${footer}${stop ? `\n${stop}: ${unsubscribe}` : ''}`,
  ].join('\n\n');

  const paragraph = (words: string, style = '') =>
    `<p style="margin:0 0 16px;${style}">${escapeHtml(words)}</p>`;
  const quiet = 'color:#6a6057;font-size:14px';
  const button =
    action && url
      ? `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="background:#b03318;border-radius:6px;color:#fff;display:inline-block;padding:12px 20px;text-decoration:none">${escapeHtml(action.label)}</a></p>${paragraph(t('mail.button-does-not-work', { url }), `${quiet};overflow-wrap:anywhere`)}`
      : '';
  const html = `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="background:#fbf8f2;margin:0;padding:24px 12px"><div style="background:#fff;border:1px solid #e8dfd2;border-radius:8px;color:#211c18;font:16px/1.5 sans-serif;margin:0 auto;max-width:540px;padding:28px">
<h1 style="font-size:22px;line-height:1.3;margin:0 0 16px">${escapeHtml(subject)}</h1>
${paragraphs.map((each) => paragraph(each)).join('\n')}
${button}${closing.map((each) => paragraph(each)).join('\n')}
<hr style="border:0;border-top:1px solid #e8dfd2;margin:24px 0">${paragraph(footer, quiet)}${stop ? `<p style="margin:0"><a href="${escapeHtml(unsubscribe)}" style="${quiet}">${stop}</a></p>` : ''}
</div></body></html>`;
  return { text, html };
}
