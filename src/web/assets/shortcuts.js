/** Pages of members: keyboard shortcuts. The page /settings/keyboard lists them and turns them off. */
const places = {
  h: '/home',
  e: '/explore',
  n: '/notifications',
  s: '/search',
  c: '/collections',
  l: '/shopping-list',
  d: '/drafts',
};
const entrySelector = 'main :is(.post, .card)';
/** The entry that j and k reached last. */
let current = null;
let isGoing = false;

const isVisible = (element) => element.getClientRects().length > 0;

function move(step) {
  const entries = [...document.querySelectorAll(entrySelector)].filter(isVisible);
  const focused = document.activeElement.closest(entrySelector) ?? (current?.isConnected ? current : null);
  const next = entries[focused ? entries.indexOf(focused) + step : 0];
  if (!next) return;
  current = next;
  next.tabIndex = -1;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'start' });
}

/** Presses a button or link of the focused entry, or of the item of the page. */
function press(selector) {
  const focused = document.activeElement.closest(entrySelector) ?? current;
  const inside = focused?.isConnected ? focused : (document.querySelector('.current-post') ?? document);
  inside.querySelector(selector)?.click();
}

function search() {
  const field = document.querySelector('main input[type=search], main input[name=q]');
  if (field) field.focus();
  else location.assign('/search');
}

function help() {
  const link = document.createElement('a');
  link.href = '/settings/keyboard';
  link.dataset.dialog = '';
  document.body.append(link);
  link.click();
  link.remove();
}

const actions = {
  j: () => move(1),
  k: () => move(-1),
  o: () => press('.entry-title a, .card-title a, a.when'),
  n: () => location.assign('/write'),
  '/': search,
  '?': help,
};
const isTyping = (target) =>
  target.closest('textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=submit])');

document.addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
  if (ctrlKey || metaKey || altKey || defaultPrevented || isTyping(target)) return;
  if (document.querySelector('dialog[open]') || document.cookie.includes('shortcuts=off')) return;
  const wasGoing = isGoing;
  isGoing = key === 'g' && !wasGoing;
  if (isGoing) return;
  if (wasGoing) {
    if (places[key]) location.assign(places[key]);
  } else if (actions[key]) actions[key]();
  else if (/^[a-z]$/.test(key)) press(`[aria-keyshortcuts="${key}"]`);
  else return;
  event.preventDefault();
});
