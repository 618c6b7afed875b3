/** What was entered and what is wrong, written into the HTML of a form. */
import { expect, test } from 'vitest';
import { fillForm, markRefusal } from '../../src/web/forms/form-html.ts';

const page = `<html><head><title>Report · Cook</title></head><body><main id="main" class="wide">
<form method="post" action="/decide"><input type="hidden" name="form_token" value="fresh"/>
<fieldset><legend>Decision</legend>
<input type="radio" id="d-warn" name="decision" value="warn" checked/><input type="radio" id="d-limit" name="decision" value="limit" required/>
</fieldset>
<input type="checkbox" id="item-1" name="item" value="1" checked/><input type="checkbox" id="item-2" name="item" value="2"/>
<input id="host" name="host" value="" type="text"/><input name="password" type="password"/>
<select id="sort" name="sort"><option value="a" selected>A</option><option value="b">B</option></select>
<textarea id="reason" name="reason" aria-describedby="reason-hint">
</textarea></form>
<form method="post" action="/undo"><input type="hidden" name="id" value="1"/><button>Undo</button></form>
<form method="post" action="/undo"><input type="hidden" name="id" value="2"/><button>Undo</button></form>
</main></body></html>`;

const fill = (action: string, query: string, errors: Record<string, string[]>) =>
  fillForm(page, { action, fields: new URLSearchParams(query), errors });

test('values are written back as text, and choices as they were made', () => {
  const html = fill(
    '/decide',
    'form_token=old&decision=limit&item=2&host=%22%3E%3Cb%3E&sort=b&reason=a%3C/textarea%3E&password=x',
    {},
  )!;
  expect(html).toContain('<input type="hidden" name="form_token" value="fresh"/>');
  expect(html).toContain('<input type="radio" id="d-warn" name="decision" value="warn">');
  expect(html).toContain('<input type="radio" id="d-limit" name="decision" value="limit" required checked>');
  expect(html).toContain('<input type="checkbox" id="item-1" name="item" value="1">');
  expect(html).toContain('<input type="checkbox" id="item-2" name="item" value="2" checked>');
  expect(html).toContain('name="host" value="&quot;&gt;&lt;b&gt;"');
  expect(html).toContain('<option value="a">A</option><option value="b" selected>');
  expect(html).toContain('\na&lt;/textarea&gt;</textarea>');
  expect(html).not.toContain('value="x"');
});

test('a message stands beside its field, also that of a list or of a choice', () => {
  const html = fill('/decide', 'reason=', { reason: ['Say <why>.'], items: ['Choose one.'], decision: ['Decide.'] })!;
  expect(html).toContain('</textarea><p class="error" role="alert" id="reason-error">Say &lt;why&gt;.</p>');
  expect(html).toContain('aria-describedby="reason-hint reason-error" aria-invalid="true"');
  expect(html).toContain('</legend><p class="error" role="alert" id="d-warn-error">Decide.</p>');
  expect(html.match(/Choose one\./g)).toHaveLength(1);
});

test('a message without a field stands above the form, or above the page of a form that is one button', () => {
  const alert = '<div class="note bad" role="alert">No.</div>';
  expect(fill('/decide', 'host=x', { base: ['No.'] })).toContain(`action="/decide">${alert}`);
  expect(fill('/undo', 'id=2', { base: ['No.'] })).toContain(`class="wide">${alert}`);
  expect(fill('/elsewhere', '', {})).toBeNull();
  const hidden = '<main><form action="/x" hidden><input name="text"/></form></main>';
  const shown = fillForm(hidden, { action: '/x', fields: new URLSearchParams(), errors: { base: ['No.'] } });
  expect(shown).toContain(`<main>${alert}`);
});

test('what is folded around a message is open', () => {
  const folded = `<main><details class="a"><form action="/x"><details><summary>More</summary><input name="text"/></details>
<details><input name="other"/></details></form></details><details class="b"></details></main>`;
  const html = fillForm(folded, { action: '/x', fields: new URLSearchParams(), errors: { text: ['No.'] } })!;
  expect(html).toContain('<details class="a" open>');
  expect(html).toContain('<details open><summary>');
  expect(html.match(/ open>/g)).toHaveLength(2);
});

test('the title says it first, and the focus is on the first wrong field, or on the message', () => {
  const titleOf = (title: string) => `Error: ${title}`;
  const marked = markRefusal(fill('/decide', 'host=x', { host: ['No.'] })!, titleOf);
  expect(marked).toContain('<title>Error: Report · Cook</title>');
  expect(marked).toContain('aria-invalid="true" autofocus>');
  expect(marked.match(/autofocus/g)).toHaveLength(1);
  const general = markRefusal(fill('/undo', 'id=1', { base: ['No.'] })!, titleOf);
  expect(general).toContain('<div class="note bad" role="alert" tabindex="-1" autofocus>');
  const errors = markRefusal('<p class="error">One.</p><p class="error">Two.</p>', titleOf);
  expect(errors).toBe(
    '<p class="error" role="alert" tabindex="-1" autofocus>One.</p><p class="error" role="alert">Two.</p>',
  );
});

test('a page of many forms and fields is filled in in little time', () => {
  const rows = Array.from({ length: 2_000 }, (_, n) => `<input name="row" value="${n}"/>`).join('');
  const long = `<main>${'<form action="/x"></form>'.repeat(500)}<form action="/rows">${rows}</form></main>`;
  const fields = new URLSearchParams(Array.from({ length: 2_000 }, (_, n) => ['row', `new ${n}`]));
  const begin = performance.now();
  expect(fillForm(long, { action: '/rows', fields, errors: {} })).toContain('value="new 1999"');
  expect(performance.now() - begin).toBeLessThan(2_000);
});
