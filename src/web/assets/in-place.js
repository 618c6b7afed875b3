/**
 * Pages of members and shared lists: submits buttons in place, reads shopping lists again, and shows the changes that
 * the service worker keeps until there is a connection. Everything also works without it.
 */
const texts = JSON.parse(document.querySelector('meta[name=in-place-texts]').content);
const { account } = document.querySelector('#offline').dataset;
const refreshIntervalMs = 5_000;
const sendIntervalMs = 20_000;
const linesPath = '/shopping-list/lines';
const place = document.querySelector('[data-refresh]');
const newId = () => [...crypto.getRandomValues(new Uint8Array(16))].map((each) => each.toString(16)).join('-');

/** Says it to screen readers, and shows it where nothing else on the page changes. */
const announce = (text, isVisible = true, undo = undefined) =>
  document.dispatchEvent(new CustomEvent('announce', { detail: { text, isVisible, undo } }));

/** Has the token of the form that it takes back. */
function undoForm(form, { action, label }) {
  const undo = form.cloneNode();
  undo.setAttribute('action', action);
  const button = document.createElement('button');
  button.className = 'small';
  button.textContent = label;
  undo.append(form.elements.form_token.cloneNode(), button);
  return undo;
}

/** All buttons of one thing, since an item may be on the page twice. */
function update({ key, action, label, hint, count, pressed, isQuiet }) {
  for (const place of document.querySelectorAll(`[data-toggle="${key}"]`)) {
    const button = place.querySelector('button') ?? place;
    if (action) place.setAttribute('action', action);
    if (place === button) button.classList.toggle('on', pressed);
    else if (typeof pressed === 'boolean') button.ariaPressed = String(pressed);
    if (typeof isQuiet === 'boolean') button.classList.toggle('quiet', isQuiet);
    const write = (name, text) => {
      const part = button.querySelector(`.${name}`);
      if (part && text !== undefined) part.textContent = text || '';
    };
    write('label', label);
    write('total', count);
    write('hint-text', hint);
  }
}

// Changes are shown at once, before the server has answered, and after a reload while they wait

/** A like or a boost. Does nothing where it is shown already. */
function showToggle(id, kind, isOn) {
  const key = `${kind}-${id}`;
  const button = document.querySelector(`[data-toggle="${key}"] button`);
  if (!button || (button.ariaPressed === 'true') === isOn) return;
  const count = Number(button.querySelector('.total').textContent) + (isOn ? 1 : -1);
  update({ key, action: `/items/${id}/${isOn ? 'un' : ''}${kind}`, count: Math.max(0, count), pressed: isOn });
}

/** The dialog shows what waits, and its form says that it did. */
function showSaved(id, fields) {
  const had = (fields.get('had') ?? '').split(' ').filter(Boolean);
  const wanted = fields.getAll('in');
  const form = document.querySelector(`dialog form[action="/items/${id}/save"]`);
  const shown = new Set(form?.elements.had.value.split(' ').filter(Boolean));
  for (const box of form?.querySelectorAll('input[name=in]') ?? []) {
    const isAdded = wanted.includes(box.value) && !had.includes(box.value);
    if (!isAdded && (wanted.includes(box.value) || !had.includes(box.value))) continue;
    box.checked = isAdded;
    if (isAdded) shown.add(box.value);
    else shown.delete(box.value);
  }
  if (form) form.elements.had.value = [...shown].join(' ');
  const isSaved = wanted.length > 0 || Boolean(fields.get('name'));
  update({ key: `save-${id}`, label: isSaved ? texts.saved : texts.save, pressed: isSaved });
}

function showTick(list, fields) {
  const name = ['tick', 'untick', 'remove'].find((each) => fields.has(each));
  const row = list.querySelector(`#item-${fields.get(name)}`);
  if (!row) return;
  row.hidden = name === 'remove';
  if (row.hidden) return;
  const button = row.querySelector('.tick');
  button.ariaChecked = String(name === 'tick');
  button.name = name === 'tick' ? 'untick' : 'tick';
  showTicked();
}

function showTicked() {
  const isAny = document.querySelector('.tick[aria-checked="true"]') !== null;
  for (const form of document.querySelectorAll('[data-when-ticked]')) form.hidden = !isAny;
}

/** A new line, until it is an item. */
function showLine(fields) {
  const id = `line-${fields.get('change')}`;
  if (!place || document.getElementById(id)) return;
  const kept = place.querySelector('.kept-lines') ?? document.createElement('ul');
  kept.className = 'kept-lines';
  const row = document.createElement('li');
  row.id = id;
  row.textContent = fields.get('text');
  kept.append(row);
  place.prepend(kept);
}

function hideSentLines() {
  const ids = waiting.map(({ fields }) => `line-${new URLSearchParams(fields).get('change')}`);
  for (const row of document.querySelectorAll('.kept-lines li')) if (!ids.includes(row.id)) row.remove();
}

function show({ path, fields }) {
  if (path === linesPath) return showLine(fields);
  const [, id, un, kind] = /^\/items\/(\d+)\/(un)?(like|boost|save)$/.exec(path) ?? [];
  if (kind === 'save') return showSaved(id, fields);
  if (kind) return showToggle(id, kind, !un);
  const list = document.querySelector(`.shopping[action="${path}"]`);
  if (list) showTick(list, fields);
}

/** Takes back what was shown and did not happen. */
function hide({ path, fields }) {
  if (path === linesPath) return;
  const [, start, un, kind] = /^(\/items\/\d+\/)(un)?(like|boost)$/.exec(path) ?? [];
  if (kind) return show({ path: `${start}${un ? '' : 'un'}${kind}`, fields });
  const others = { tick: 'untick', untick: 'tick' };
  const inverse = [...fields].map(([name, value]) => [others[name] ?? name, value]);
  for (const row of document.querySelectorAll('.shopping li[hidden]')) row.hidden = false;
  if (!fields.has('remove')) show({ path, fields: new URLSearchParams(inverse) });
}

/** What the service worker keeps for the account of this page. */
let waiting = [];
const showWaiting = () => {
  for (const { path, fields } of waiting) show({ path, fields: new URLSearchParams(fields) });
};
document.addEventListener('dialog', showWaiting);

navigator.serviceWorker?.addEventListener('message', ({ data }) => {
  if (data.account !== account) return;
  waiting = data.changes;
  hideSentLines();
  if (data.result) announce(texts[data.result]);
  if (data.result) void refreshItems();
  else showWaiting();
});
navigator.serviceWorker?.controller?.postMessage({});
setInterval(() => {
  if (waiting.length > 0 && navigator.onLine) navigator.serviceWorker.controller?.postMessage({});
}, sendIntervalMs);

// Submits forms without leaving the page

/** Forms of which the answer is not known yet. */
let pending = 0;

async function submitInPlace(form, submitter) {
  const pressed = submitter ?? form;
  if (pressed.ariaBusy) return;
  const fields = new URLSearchParams(new FormData(form, submitter));
  const path = form.getAttribute('action');
  if (path === linesPath) fields.set('change', newId());
  const dialog = form.closest('dialog');
  const isOnTop = form.closest('dialog, .toast') !== null;
  pressed.ariaBusy = 'true';
  pending += 1;
  if (!dialog && path !== linesPath) show({ path, fields });
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { accept: 'application/json', 'potluck-account': account },
      // It arrives even if the reader leaves the page meanwhile.
      keepalive: true,
      body: fields,
    });
    // The session has expired: this is the login page, which leads back to this page.
    if (response.redirected) return location.assign(response.url);
    if (!response.ok) throw new Error(response.statusText);
    const { message, toggles = [], undo } = await response.json();
    for (const toggle of toggles) update(toggle);
    if (response.status === 202 && (dialog || path === linesPath)) show({ path, fields });
    dialog?.close();
    // Once is enough for all changes that are made meanwhile.
    if (response.status === 202) announce(texts.kept, waiting.length <= 1);
    else if (message) announce(message, isOnTop, undo && undoForm(form, undo));
    if (form.matches('.add-line')) clear(form);
  } catch {
    hide({ path, fields });
    if (!navigator.onLine) announce(texts.offline);
    else if (form.matches('.shopping')) announce(texts.failed);
    else submitPlain(path, fields);
  } finally {
    pressed.ariaBusy = null;
    pending -= 1;
    void refreshItems();
  }
}

/** Shows the page of the error. */
function submitPlain(path, fields) {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = path;
  for (const [name, value] of fields) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

/** The next item can be typed at once. */
function clear(form) {
  const [field] = form.querySelectorAll('input[name=text]');
  field.value = '';
  field.focus();
}

document.addEventListener('submit', (event) => {
  if (event.defaultPrevented || !event.target.matches('[data-in-place]')) return;
  event.preventDefault();
  void submitInPlace(event.target, event.submitter);
});

// Reads the items of a shopping list again, because another device may have changed them

async function refreshItems() {
  if (!place || pending > 0 || document.hidden || !navigator.onLine) return;
  const { refresh, version } = place.dataset;
  const response = await fetch(refresh, { headers: { 'if-none-match': version } }).catch(() => null);
  if (pending > 0 || response?.status !== 200 || response.redirected) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (pending > 0) return;
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  place.dataset.version = response.headers.get('etag');
  place.replaceChildren(...page.body.childNodes);
  const row = focused && document.getElementById(focused.closest('li')?.id);
  row?.querySelector(focused.matches('.remove') ? '.remove' : '.tick')?.focus({ preventScroll: true });
  showWaiting();
  showTicked();
}

if (place) {
  setInterval(refreshItems, refreshIntervalMs);
  document.addEventListener('visibilitychange', refreshItems);
  addEventListener('online', refreshItems);
}
