/** Cook mode: keeps the screen awake, runs timers and remembers checked steps. The check boxes also work without it. */
const key = `cooking ${location.pathname}`;
const boxes = [...document.querySelectorAll('input[type=checkbox]')];

// Checked boxes survive a reload in this browser tab.
const done = new Set(JSON.parse(sessionStorage.getItem(key) ?? '[]'));
for (const box of boxes) {
  box.checked = done.has(box.id);
  box.addEventListener('change', () => {
    const checked = boxes.filter((each) => each.checked).map((each) => each.id);
    sessionStorage.setItem(key, JSON.stringify(checked));
    if (!box.checked || !box.closest('.cook-steps')) return;
    const next = document.querySelector('.cook-steps li:not(:has(:checked))');
    const smooth = matchMedia('(prefers-reduced-motion: no-preference)').matches;
    next?.scrollIntoView({ behavior: smooth ? 'smooth' : 'auto', block: 'center' });
  });
}

const awake = document.querySelector('#awake');
let lock = null;
async function stayAwake() {
  if (!navigator.wakeLock || document.hidden) return;
  lock = await navigator.wakeLock.request('screen').catch(() => null);
  if (!lock) return;
  awake.textContent = 'Your screen will stay on.';
  lock.addEventListener('release', () => {
    awake.textContent = '';
  });
}
document.addEventListener('visibilitychange', stayAwake);
document.addEventListener('pointerdown', () => lock?.released === false || stayAwake());
void stayAwake();

const timerStatus = document.querySelector('#timer-status');
const clock = (seconds) => {
  const parts = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const visibleParts = parts[0] > 0 ? parts : parts.slice(1);
  return visibleParts.map((part, place) => (place > 0 ? String(part).padStart(2, '0') : part)).join(':');
};

let audio = null;
function ring() {
  navigator.vibrate?.([300, 150, 300]);
  if (!audio) return;
  for (const start of [0, 0.4, 0.8]) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = 880;
    volume.gain.value = 0.2;
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + start);
    tone.stop(audio.currentTime + start + 0.25);
  }
}

for (const place of document.querySelectorAll('.timer')) {
  const seconds = Number(place.dataset.seconds);
  const label = place.textContent.trim();
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet';
  button.textContent = `Start ${label}`;
  place.replaceChildren(button);

  let ticking = 0;
  const stop = (text) => {
    clearInterval(ticking);
    ticking = 0;
    button.classList.add('quiet');
    button.textContent = text;
  };
  button.addEventListener('click', () => {
    if (ticking) return stop(`Start ${label}`);
    // Browsers only allow sound after a user gesture.
    audio ??= window.AudioContext ? new AudioContext() : null;
    const end = Date.now() + seconds * 1000;
    const tick = () => {
      const left = Math.max(0, Math.round((end - Date.now()) / 1000));
      button.textContent = `${clock(left)} · stop`;
      if (left > 0) return;
      stop(`Done: ${label}`);
      timerStatus.textContent = `Time is up: ${label}`;
      ring();
    };
    button.classList.remove('quiet');
    ticking = setInterval(tick, 500);
    tick();
  });
}
