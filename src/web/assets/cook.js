/** Cook mode: turns its panels into pages, keeps the screen awake, starts timers, and remembers step and servings. */
import { clock, end, fill, find, leftMs, start, watch } from './timers.js';

const cook = document.querySelector('.cook');
const box = document.querySelector('.cook-panels');
const panels = [...document.querySelectorAll('.cook-panel')];
const texts = JSON.parse(cook.dataset.texts);

// Pages. Their links, swiping and the keyboard all scroll to a panel, which then names itself in the address.
const currentPanel = () => {
  const { left, width } = box.getBoundingClientRect();
  const distance = (panel) => Math.abs(panel.getBoundingClientRect().left - left);
  return panels.find((panel) => distance(panel) < width / 2) ?? panels[0];
};

function show(panel) {
  if (!panel) return;
  panel.scrollIntoView({ inline: 'start', block: 'nearest' });
  panel.querySelector('h2').focus({ preventScroll: true });
}

document.addEventListener('click', (event) => {
  const id = event.target.closest?.('a[href^="#"]')?.getAttribute('href').slice(1);
  const panel = panels.find((each) => each.id === id);
  if (!panel || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  show(panel);
});

document.addEventListener('keydown', (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest('input, textarea')) return;
  const forward = document.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
  event.preventDefault();
  show(panels[panels.indexOf(currentPanel()) + (event.key === forward ? 1 : -1)]);
});

// Coming back leads to the step and the servings at which the cook left, for as long as check boxes stay checked.
const maxAgeMs = 2 * 86_400_000;
const placeKey = `cooking ${cook.dataset.recipe}`;
function formerPlace() {
  try {
    const former = JSON.parse(localStorage.getItem(placeKey));
    return former && Date.now() - former.at < maxAgeMs ? former : null;
  } catch {
    return null;
  }
}
function keepPlace(hash) {
  try {
    if (hash === '#done') localStorage.removeItem(placeKey);
    else localStorage.setItem(placeKey, JSON.stringify({ hash, search: location.search, at: Date.now() }));
  } catch {
    // A full or forbidden storage only means that cooking begins at the ingredients.
  }
}
const former = location.hash === '' ? formerPlace() : null;
const isMoving = former !== null && location.search === '' && former.search !== '';
if (isMoving) location.replace(`${location.pathname}${former.search}${former.hash}`);

// After a reload, browsers restore how far the page was scrolled, but not the panels.
const wanted = former?.hash ?? location.hash;
panels
  .find(({ id }) => wanted === `#${id}`)
  ?.scrollIntoView({ behavior: 'instant', inline: 'start', block: 'nearest' });

// The servings can be changed at each step. The first panel has a field for them.
const scale = cook.querySelector('.cook-scale');
const watcher = new IntersectionObserver(
  (entries) => {
    const seen = entries.find(({ isIntersecting }) => isIntersecting)?.target;
    if (!seen || isMoving) return;
    scale.hidden = seen.id === 'ready';
    history.replaceState(null, '', `#${seen.id}`);
    keepPlace(location.hash);
  },
  { root: box, threshold: 0.6 },
);
for (const panel of panels) watcher.observe(panel);
scale.addEventListener('click', (event) => {
  const link = event.target.closest('a');
  if (!link || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  location.replace(`${link.pathname}${link.search}${location.hash}`);
});

const awake = document.querySelector('#awake');
let lock = null;
async function stayAwake() {
  if (!navigator.wakeLock || document.hidden) return;
  lock = await navigator.wakeLock.request('screen').catch(() => null);
  if (!lock) return;
  awake.textContent = texts.awake;
  lock.addEventListener('release', () => {
    awake.textContent = '';
  });
}
document.addEventListener('visibilitychange', stayAwake);
document.addEventListener('pointerdown', () => lock?.released === false || stayAwake());
void stayAwake();

// Timers of the steps. They run on while other pages are open.
const recipe = cook.querySelector('h1').textContent;
[...document.querySelectorAll('.cook-step .timer')].forEach((place, index) => {
  const seconds = Number(place.dataset.seconds);
  const label = place.textContent.trim();
  const panel = place.closest('.cook-panel');
  const id = `${cook.dataset.recipe} ${index} ${seconds}`;
  const step = panel.id.split('-')[1];
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'timer-button';
  place.replaceChildren(button);
  button.addEventListener('click', () => {
    if (find(id)) return end(id);
    const href = `${location.pathname}${location.search}#${panel.id}`;
    start({ id, recipe, step, label, seconds, href }, texts);
  });
  watch(() => {
    const timer = find(id);
    const left = timer && Math.ceil(leftMs(timer) / 1000);
    const shown = !timer ? label : left === 0 ? texts.up : clock(left);
    if (button.textContent !== shown) button.textContent = shown;
    const name = !timer ? texts.start : left === 0 ? texts.over : texts.stop;
    button.setAttribute('aria-label', fill(name, { time: label, left: clock(left ?? 0) }));
    button.dataset.state = !timer ? 'ready' : left === 0 ? 'over' : 'running';
  });
});
