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
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers.
  document.cookie = `time_zone=${zone}; path=/; max-age=31536000; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`;
}

// Copies of unsaved texts that the forms keep in this browser.
if (document.querySelector('[data-logged-out]'))
  for (const key of Object.keys(localStorage)) if (key.startsWith('writing ')) localStorage.removeItem(key);

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
