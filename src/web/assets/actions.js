/** Every page: submits the buttons of items and accounts in place, opens short forms as dialogs, shares and copies links. Everything also works without it. */
const status = document.createElement('div');
status.role = 'status';
document.body.append(status);
if (navigator.share) document.documentElement.classList.add('can-share');

let hiding = 0;
/** Says it to screen readers, and shows it where nothing else on the page changes. */
function announce(message, isVisible, undo) {
  clearTimeout(hiding);
  status.className = isVisible ? 'toast' : 'visually-hidden';
  status.textContent = message;
  if (undo) status.append(' ', undo);
  hiding = setTimeout(() => status.replaceChildren(), undo ? 20_000 : 6_000);
}

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

async function submitInPlace(form, submitter) {
  if (form.ariaBusy) return;
  form.ariaBusy = 'true';
  try {
    const response = await fetch(form.getAttribute('action'), {
      method: 'POST',
      headers: { accept: 'application/json' },
      // It arrives even if the reader leaves the page meanwhile.
      keepalive: true,
      body: new URLSearchParams(new FormData(form, submitter)),
    });
    // The session has expired: this is the login page, which leads back to this page.
    if (response.redirected) return location.assign(response.url);
    if (!response.ok) throw new Error(response.statusText);
    const { message, toggles, undo } = await response.json();
    for (const toggle of toggles) update(toggle);
    const place = form.closest('dialog, .toast');
    place?.close?.();
    announce(message, place !== null, undo && undoForm(form, undo));
  } catch {
    form.submit();
  } finally {
    form.ariaBusy = null;
  }
}

document.addEventListener('submit', (event) => {
  if (event.defaultPrevented || !event.target.matches('[data-in-place]')) return;
  event.preventDefault();
  void submitInPlace(event.target, event.submitter);
});

/** Shows the content of another page of ours in a dialog. */
async function openDialog(href) {
  const response = await fetch(href).catch(() => null);
  if (!response?.ok || response.redirected) return location.assign(href);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const dialog = document.createElement('dialog');
  dialog.append(...(page.querySelector('[data-dialog-content]') ?? page.querySelector('main')).childNodes);
  const title = dialog.querySelector('h1, h2');
  if (title) title.id = 'dialog-title';
  dialog.setAttribute('aria-labelledby', 'dialog-title');
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => {
    // Cancel leads back to this page, and so does a click beside the dialog.
    if (event.target === dialog) dialog.close();
    if (!event.target.closest('.choices a')) return;
    event.preventDefault();
    dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
}

async function copy(link) {
  await navigator.clipboard.writeText(link.href);
  announce(link.dataset.copy, true);
}

document.addEventListener('click', (event) => {
  for (const menu of document.querySelectorAll('details[open]:is(.more, .menu)')) {
    if (!menu.contains(event.target) || event.target.closest('.more a, .more button')) menu.open = false;
  }
  const link = event.target.closest?.('a[data-dialog], a[data-copy], a[data-share]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const { dialog, share } = link.dataset;
  if (dialog === undefined && share === undefined && !navigator.clipboard) return;
  event.preventDefault();
  if (dialog !== undefined) void openDialog(link.href);
  else if (share !== undefined) navigator.share({ title: share, url: link.href }).catch(() => {});
  else copy(link).catch(() => location.assign(link.href));
});

document.addEventListener('keydown', ({ key }) => {
  const menu = key === 'Escape' && document.querySelector('details[open]:is(.more, .menu)');
  if (!menu) return;
  menu.open = false;
  menu.querySelector('summary').focus();
});
