/** The frame of every page: light and dark, no script, nothing from other hosts. */
import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

const style = `
:root { color-scheme: light dark; --ink: #24211d; --paper: #fdfbf7; --quiet: #6b645a; --line: #ddd5c7; --accent: #8a3b12; --bad: #a01c1c; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece6db; --paper: #1c1a17; --quiet: #a89f91; --line: #3d3831; --accent: #f0a06a; --bad: #ff8f85; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.05rem/1.6 system-ui, sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: 3rem 1.25rem; }
h1 { font-size: 1.8rem; line-height: 1.2; margin: 0 0 1rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; text-transform: capitalize; } dl { margin: 0; } dt { overflow-wrap: anywhere; } dd { margin: 0 0 .8rem; }
p { margin: 0 0 1rem; } a { color: var(--accent); }
label { display: block; font-weight: 600; margin: 1.25rem 0 .25rem; }
input { width: 100%; font: inherit; padding: .6rem .7rem; color: inherit; background: transparent; border: 1px solid var(--quiet); border-radius: .4rem; }
button { font: inherit; font-weight: 600; margin-top: 1.5rem; padding: .65rem 1.4rem; border: 0; border-radius: .4rem; background: var(--accent); color: var(--paper); cursor: pointer; }
button.quiet { background: transparent; color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.choices { display: flex; flex-wrap: wrap; gap: .75rem; } .choices button { margin-top: .5rem; } h1, bdi { overflow-wrap: anywhere; }
.rights { list-style: none; margin: 0 0 1.25rem; padding: .25rem 1rem; border: 1px solid var(--line); border-radius: .5rem; }
.rights li { padding: .7rem 0; } .rights li + li { border-top: 1px solid var(--line); } .rights span { display: block; color: var(--quiet); font-size: .95rem; }
input:focus-visible, button:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.hint { color: var(--quiet); font-size: .92rem; margin: .25rem 0 0; } .error { color: var(--bad); font-weight: 600; }
code, pre { font: .92rem/1.5 ui-monospace, monospace; } pre { padding: .8rem 1rem; border: 1px solid var(--line); border-radius: .4rem; overflow-x: auto; }`;

const styleHash = createHash('sha256').update(style).digest('base64');

const policy = (formAction: string) =>
  `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`;

/** For every page: nothing may be loaded, framed or run but what stands here. */
export const pageHeaders: Record<string, string> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-store',
  'content-security-policy': policy("'self'"),
  // With no-referrer browsers would send `Origin: null` with our own forms (Fetch, section 3.2).
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** For a page whose form is answered by a redirect to this address: browsers hold redirects against form-action, too. */
export function headersWithTarget(address: string): Record<string, string> {
  const { protocol, host } = new URL(address);
  const isNamed = (protocol === 'https:' || protocol === 'http:') && /^[a-z0-9.:-]+$/.test(host);
  const target = isNamed ? `${protocol}//${host}` : protocol;
  return { ...pageHeaders, 'content-security-policy': policy(`'self' ${target}`) };
}

export async function page(title: string, body: Html): Promise<HtmlEscapedString> {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Potluck</title>
        <style>${raw(style)}</style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`;
}
