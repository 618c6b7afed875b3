/** Every page: starts the service worker, reports the page to it, and says when the connection is lost. */
const notice = document.querySelector('#offline');
addEventListener('offline', () => {
  notice.hidden = false;
});
addEventListener('online', () => {
  notice.hidden = true;
  navigator.serviceWorker?.controller?.postMessage({});
});
if (!navigator.onLine) notice.hidden = false;

// Dates are shown in the time zone of this device.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && !document.cookie.includes(`time_zone=${zone}`)) {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers.
  document.cookie = `time_zone=${zone}; path=/; max-age=31536000; samesite=lax${secure}`;
}

// Copies of unsaved texts that the forms keep in this browser, and names of recipes.
if (document.querySelector('[data-logged-out]'))
  for (const key of Object.keys(localStorage))
    if (key.startsWith('writing ') || key === 'timers') localStorage.removeItem(key);

// The service worker keeps changes of other members that wait for them. Without it, the answer clears everything.
document.querySelector('form[data-log-out]')?.addEventListener('submit', ({ target }) => {
  if (!navigator.serviceWorker?.controller) return;
  for (const storage of [localStorage, sessionStorage]) storage.clear();
  const field = document.createElement('input');
  Object.assign(field, { type: 'hidden', name: 'cleared', value: 'yes' });
  target.append(field);
});

// The page of another site that opened this window asked for it.
if (document.querySelector('[data-close]')) window.close();

// Timers that run, of this tab or another one. Browsers that forbid storage have none.
const showTimers = (timers) => timers && import('./timers.js');
addEventListener('storage', ({ key, newValue }) => key === 'timers' && showTimers(newValue));
void Promise.resolve()
  .then(() => showTimers(localStorage.getItem('timers')))
  .catch(() => {});

// Storage is missing on insecure connections and in some private windows.
if (navigator.serviceWorker) {
  const isMetered = navigator.connection?.saveData ?? false;
  navigator.serviceWorker
    .register('/sw.js', { updateViaCache: 'none' })
    .then(() => navigator.serviceWorker.ready)
    .then(({ active }) =>
      active.postMessage({
        path: location.pathname,
        language: document.documentElement.lang,
        sync: !isMetered,
      }),
    )
    .catch(() => {});
}
