/** Cook mode: turns its panels into pages, keeps the screen awake, and runs timers that survive a reload. */
const cook = document.querySelector('.cook');
const box = document.querySelector('.cook-panels');
const panels = [...document.querySelectorAll('.cook-panel')];
const texts = JSON.parse(cook.dataset.texts);
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

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

// After a reload, browsers restore how far the page was scrolled, but not the panels.
panels
  .find(({ id }) => location.hash === `#${id}`)
  ?.scrollIntoView({ behavior: 'instant', inline: 'start', block: 'nearest' });

const watcher = new IntersectionObserver(
  (entries) => {
    const seen = entries.find(({ isIntersecting }) => isIntersecting);
    if (seen) history.replaceState(null, '', `#${seen.target.id}`);
  },
  { root: box, threshold: 0.6 },
);
for (const panel of panels) watcher.observe(panel);

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

// Timers. The end of each is stored, so it runs on while the page is closed or loaded again.
const forgetAfterMs = 3_600_000;
const key = `timers ${cook.dataset.recipe}`;
const stored = () => {
  try {
    return Object.entries(JSON.parse(localStorage.getItem(key)) ?? {});
  } catch {
    return [];
  }
};
const store = () => {
  try {
    const running = timers.filter(({ end }) => end > 0).map(({ id, end }) => [id, end]);
    if (running.length > 0) localStorage.setItem(key, JSON.stringify(Object.fromEntries(running)));
    else localStorage.removeItem(key);
  } catch {
    // A full or forbidden storage only means that a reload stops the timers.
  }
};

const clock = (seconds) => {
  const parts = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const shown = parts[0] > 0 ? parts : parts.slice(1);
  return shown.map((part, place) => (place > 0 ? String(part).padStart(2, '0') : part)).join(':');
};

/** Browsers allow sound after a tap only. */
let audio = null;
const allowSound = () => {
  audio ??= window.AudioContext ? new AudioContext() : null;
  void audio?.resume();
};
document.addEventListener('pointerdown', () => timers.some(({ end }) => end > 0) && allowSound());

function ring(text) {
  navigator.vibrate?.([300, 150, 300]);
  if (audio?.state === 'running') {
    for (const start of [0, 0.4, 0.8, 2, 2.4, 2.8]) {
      const [tone, volume] = [audio.createOscillator(), audio.createGain()];
      tone.frequency.value = 880;
      volume.gain.value = 0.2;
      tone.connect(volume).connect(audio.destination);
      tone.start(audio.currentTime + start);
      tone.stop(audio.currentTime + start + 0.25);
    }
  }
  try {
    if (window.Notification?.permission === 'granted' && document.hidden) new Notification(text);
  } catch {
    // Chrome on Android shows notifications of service workers only.
  }
}

const list = document.querySelector('#running-timers');
const timerStatus = document.querySelector('#timer-status');
const earlier = new Map(stored());

const timers = [...document.querySelectorAll('.cook-step .timer')].map((place, index) => {
  const seconds = Number(place.dataset.seconds);
  const label = place.textContent.trim();
  const panel = place.closest('.cook-panel');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'timer-button';
  place.replaceChildren(button);
  const id = `${index} ${seconds}`;
  const end = earlier.get(id) ?? 0;
  const timer = {
    id,
    seconds,
    label,
    panel,
    button,
    row: null,
    end: end + forgetAfterMs > Date.now() ? end : 0,
  };
  button.addEventListener('click', () => (timer.end > 0 ? stop(timer) : start(timer)));
  return timer;
});

function start(timer) {
  allowSound();
  if (window.Notification?.permission === 'default') void Notification.requestPermission();
  timer.end = Date.now() + timer.seconds * 1000;
  timer.rung = false;
  store();
  tick();
}

function stop(timer) {
  timer.end = 0;
  store();
  tick();
}

/** The step's number is in the id of its panel. */
const stepOf = ({ panel }) => panel.id.split('-')[1];

function draw(timer) {
  const { button, label, end } = timer;
  const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
  const isOver = end > 0 && left === 0;
  const shown = end === 0 ? label : isOver ? texts.up : clock(left);
  if (button.textContent !== shown) button.textContent = shown;
  const name = end === 0 ? texts.start : isOver ? texts.over : texts.stop;
  button.setAttribute('aria-label', fill(name, { time: label, left: clock(left) }));
  button.dataset.state = end === 0 ? 'ready' : isOver ? 'over' : 'running';
  if (end === 0) {
    timer.row?.remove();
    timer.row = null;
    return;
  }
  if (!timer.row) {
    timer.row = document.createElement('li');
    const link = document.createElement('a');
    link.href = `#${timer.panel.id}`;
    timer.row.append(link);
    list.append(timer.row);
  }
  timer.row.firstChild.textContent = fill(texts.step, { step: stepOf(timer), left: shown });
  timer.row.dataset.state = button.dataset.state;
  if (!isOver || timer.rung) return;
  timer.rung = true;
  timerStatus.textContent = fill(texts.step, { step: stepOf(timer), left: texts.up });
  ring(timerStatus.textContent);
}

let ticking = 0;
function tick() {
  for (const timer of timers) draw(timer);
  const isRunning = timers.some(({ end, rung }) => end > 0 && !rung);
  list.hidden = timers.every(({ end }) => end === 0);
  if (isRunning && !ticking) ticking = setInterval(tick, 250);
  if (!isRunning && ticking) {
    clearInterval(ticking);
    ticking = 0;
  }
}
tick();
