/** Every page: announces, opens short forms as dialogs, shares and copies links. Everything also works without it. */
const status = document.createElement('div');
status.role = 'status';
document.body.append(status);
if (navigator.share) document.documentElement.classList.add('can-share');

let hiding = 0;
/**
 * Says it to screen readers, and shows it where nothing else on the page changes. `undo` is a form that takes it back.
 */
function announce(message, isVisible, undo) {
  clearTimeout(hiding);
  status.className = isVisible ? 'toast' : 'visually-hidden';
  status.textContent = message;
  if (undo) status.append(' ', undo);
  hiding = setTimeout(() => status.replaceChildren(), undo ? 20_000 : 6_000);
}

document.addEventListener('announce', ({ detail: { text, isVisible, undo } }) => announce(text, isVisible, undo));

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
  document.dispatchEvent(new Event('dialog'));
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
