/**
 * Timers of cook mode. They are kept on this device, run on while pages come and go, are shown on every page, and ring
 * until somebody ends them. Loaded where a timer runs only.
 */
const key = 'timers';
/** Of a timer that nobody ended when its time was up. */
const forgetAfterMs = 3_600_000;
const minuteMs = 60_000;
const ringEveryMs = 2_000;

export const fill = (text, values) => (text ?? '').replace(/\{(\w+)\}/g, (_, name) => values[name]);
export const clock = (seconds) => {
  const parts = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const shown = parts[0] > 0 ? parts : parts.slice(1);
  return shown.map((part, place) => (place > 0 ? String(part).padStart(2, '0') : part)).join(':');
};

/**
 * What is shown, in the language of the page that started the last timer, and the timers of all tabs:
 * `{ id, recipe, step, label, seconds, href, end, left }`. `end` is a time, or null while the timer is paused with
 * `left` milliseconds.
 */
let state = { texts: {}, timers: [] };
let isStored = true;

function load() {
  try {
    const stored = isStored ? JSON.parse(localStorage.getItem(key)) : state;
    state = Array.isArray(stored?.timers) ? stored : { ...state, timers: [] };
  } catch {
    isStored = false;
  }
  state.timers = state.timers.filter(({ end }) => end === null || end + forgetAfterMs > Date.now());
}

function save() {
  try {
    if (state.timers.length > 0) localStorage.setItem(key, JSON.stringify(state));
    else localStorage.removeItem(key);
  } catch {
    // A full or forbidden storage only means that another page does not know of them.
    isStored = false;
  }
}

/** Another tab may have changed them since. */
function change(edit) {
  load();
  state = edit(state);
  save();
  draw();
}
const replace = (id, edit) =>
  change(({ texts, timers }) => ({ texts, timers: timers.map((each) => (each.id === id ? edit(each) : each)) }));

export const find = (id) => state.timers.find((each) => each.id === id);
export const leftMs = ({ end, left }) => Math.max(0, end === null ? left : end - Date.now());
const isOver = (timer) => leftMs(timer) === 0;

export function start(timer, texts) {
  allowSound();
  if (window.Notification?.permission === 'default') void Notification.requestPermission();
  const added = { ...timer, end: Date.now() + timer.seconds * 1000, left: 0 };
  change(({ timers }) => ({ texts, timers: [...timers.filter(({ id }) => id !== timer.id), added] }));
}

const pauseOrResume = (id) =>
  replace(id, (timer) =>
    timer.end === null
      ? { ...timer, end: Date.now() + timer.left, left: 0 }
      : { ...timer, end: null, left: leftMs(timer) },
  );

/** Of one whose time is up, from now on. */
const addMinute = (id) =>
  replace(id, (timer) => {
    const left = leftMs(timer) + minuteMs;
    return timer.end === null ? { ...timer, left } : { ...timer, end: Date.now() + left };
  });

/** It can be taken back, because wet hands tap beside what they mean. */
export function end(id) {
  const gone = find(id);
  if (!gone) return;
  const { texts } = state;
  const hadFocus = place.contains(document.activeElement);
  change(({ timers }) => ({ texts, timers: timers.filter((each) => each.id !== id) }));
  const undo = document.createElement('button');
  Object.assign(undo, { type: 'button', className: 'small', textContent: texts.undo });
  undo.addEventListener('click', () => {
    announce('');
    change(({ timers }) => ({ texts, timers: [...timers, gone] }));
  });
  announce(fill(texts.ended, { timer: nameOf(gone) }), undo);
  if (hadFocus) undo.focus();
}

const announce = (text, undo) =>
  document.dispatchEvent(new CustomEvent('announce', { detail: { text, isVisible: text !== '', undo } }));
const nameOf = ({ recipe, step }) => fill(state.texts.name, { recipe, step });

// Sound. Browsers allow it after a tap only, and of several tabs one rings
let audio = null;
let isRinger = !navigator.locks;
let releaseLock = null;

function allowSound() {
  audio ??= window.AudioContext ? new AudioContext() : null;
  audio?.resume().then(takeTurn, () => {});
}

/** The tab that may make a sound and was the first to ask. When it is closed, the next one rings. */
function takeTurn() {
  if (releaseLock || !navigator.locks || state.timers.length === 0) return;
  const abort = new AbortController();
  releaseLock = () => abort.abort();
  const keepTurn = () => {
    isRinger = true;
    return new Promise((resolve) => {
      releaseLock = resolve;
    });
  };
  navigator.locks.request(key, { signal: abort.signal }, keepTurn).catch(() => {});
}

function leaveTurn() {
  releaseLock?.();
  releaseLock = null;
  isRinger = !navigator.locks;
}

let lastRing = 0;
function ring() {
  if (!isRinger || Date.now() - lastRing < ringEveryMs) return;
  lastRing = Date.now();
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([300, 150, 300]);
  if (audio?.state !== 'running') return;
  for (const at of [0, 0.4, 0.8]) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = 880;
    volume.gain.value = 0.2;
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + at);
    tone.stop(audio.currentTime + at + 0.25);
  }
}

/** Timers whose end this page has told. */
const told = new Set();
function tell(timer) {
  if (told.has(timer.id)) return;
  told.add(timer.id);
  const text = `${timer.recipe}: ${fill(state.texts.step, { step: timer.step, left: state.texts.up })}`;
  status.textContent = text;
  try {
    // Of several tabs with the same tag, one notification is shown.
    if (window.Notification?.permission === 'granted' && document.hidden) new Notification(text, { tag: timer.id });
  } catch {
    // Chrome on Android shows notifications of service workers only.
  }
}

// The list: in cook mode below its bar, elsewhere above the lower edge of the window
const place = document.querySelector('#timers') ?? addPlace();
const list = document.createElement('ul');
const status = document.createElement('p');
Object.assign(status, { role: 'status', className: 'visually-hidden' });
place.append(list, status);

function addPlace() {
  const section = document.createElement('section');
  Object.assign(section, { id: 'timers', className: 'timers timers-everywhere', hidden: true });
  document.querySelector('main').before(section);
  return section;
}

const rows = new Map();

function addRow(id) {
  const row = document.createElement('li');
  const link = document.createElement('a');
  const [left, name] = [document.createElement('strong'), document.createElement('span')];
  link.append(left, ' ', name);
  const button = (kind, act) => {
    const each = document.createElement('button');
    Object.assign(each, { type: 'button', className: `quiet small timer-${kind}` });
    each.addEventListener('click', () => act(id));
    return each;
  };
  const parts = {
    row,
    link,
    left,
    name,
    pause: button('pause', pauseOrResume),
    more: button('more', addMinute),
    end: button('end', end),
  };
  row.append(link, parts.pause, parts.more, parts.end);
  list.append(row);
  rows.set(id, parts);
  return parts;
}

const set = (node, text) => node.textContent === text || node.replaceChildren(text);

function drawRow(timer) {
  const { texts } = state;
  const { row, link, left, name, pause, more, end: close } = rows.get(timer.id) ?? addRow(timer.id);
  const over = isOver(timer);
  const page = new URL(timer.href, location.href);
  const isHere = page.pathname === location.pathname;
  link.href = isHere ? page.hash : timer.href;
  row.dataset.state = over ? 'over' : timer.end === null ? 'paused' : 'running';
  set(left, fill(texts.step, { step: timer.step, left: over ? texts.up : clock(Math.ceil(leftMs(timer) / 1000)) }));
  set(name, isHere ? '' : timer.recipe);
  set(more, texts.minute);
  set(close, '×');
  pause.hidden = over;
  const labels = [
    [pause, timer.end === null ? texts.resume : texts.pause],
    [more, texts.more],
    [close, over ? texts.dismiss : texts.end],
  ];
  for (const [button, text] of labels) {
    const label = fill(text, { timer: nameOf(timer) });
    if (button.getAttribute('aria-label') !== label) button.setAttribute('aria-label', label);
  }
}

const { title } = document;
const watchers = new Set();
/** Calls back whenever what is shown of a timer may have changed. */
export function watch(callback) {
  watchers.add(callback);
  callback();
}

function draw() {
  const { texts, timers } = state;
  for (const [id, { row }] of rows) {
    if (find(id)) continue;
    row.remove();
    rows.delete(id);
    told.delete(id);
  }
  place.hidden = timers.length === 0;
  if (timers.length > 0) place.setAttribute('aria-label', texts.timers);
  for (const timer of timers) drawRow(timer);
  for (const watcher of watchers) watcher();
  document.body.style.setProperty('--timers', `${place.matches('.timers-everywhere') ? place.offsetHeight : 0}px`);

  const over = timers.filter(isOver);
  for (const timer of timers) if (!isOver(timer)) told.delete(timer.id);
  over.forEach(tell);
  const [next] = timers.filter(({ end: at }) => at !== null).toSorted((one, other) => one.end - other.end);
  const first = next && (isOver(next) ? texts.up : clock(Math.ceil(leftMs(next) / 1000)));
  const shown = next ? `${first} · ${title}` : title;
  if (document.title !== shown) document.title = shown;
  if (timers.length === 0) leaveTurn();
  if (over.length > 0) ring();
  schedule(next);
}

let ticking = 0;
let waking = 0;
function schedule(next) {
  if (next && !ticking) ticking = setInterval(tick, 250);
  if (!next) ticking = clearInterval(ticking) ?? 0;
  // A page in the background ticks once a minute, but what is set once is on time.
  clearTimeout(waking);
  if (next && !isOver(next)) waking = setTimeout(tick, leftMs(next));
}

/** What another tab changed arrives by itself. */
function tick() {
  state.timers = state.timers.filter(({ end: at }) => at === null || at + forgetAfterMs > Date.now());
  draw();
}

document.addEventListener('pointerdown', () => state.timers.length > 0 && allowSound());
document.addEventListener('keydown', () => state.timers.length > 0 && allowSound());
const reload = () => {
  load();
  draw();
};
addEventListener('storage', (event) => (event.key === key || event.key === null) && reload());
addEventListener('pageshow', (event) => event.persisted && reload());
reload();
// A page that is reached from one of this site may make a sound at once.
if (state.timers.length > 0) allowSound();
