/**
 * Import page: sends a file that is too large for a form in chunks, and continues after a lost connection. Takes the
 * page that the bookmarklet sends behind a `#`, and files that other apps share.
 */
const form = document.querySelector('form[data-max-bytes]');
const status = document.querySelector('#upload-status');
const chunkBytes = 4 * 2 ** 20;
const maxAttempts = 6;

async function post(path, fields) {
  const body = new FormData();
  body.set('form_token', form.elements.form_token.value);
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await fetch(path, { method: 'POST', body });
  const answer = await response.json();
  if (response.ok) return answer;
  const reason =
    Object.values(answer.errors ?? {})
      .flat()
      .join(', ') ||
    answer.message ||
    form.dataset.failed;
  throw Object.assign(new Error(reason), { isFinal: response.status < 500 && response.status !== 409 });
}

async function uploadInChunks(file) {
  const { id } = await post('/settings/import/uploads', { name: file.name, bytes: file.size });
  const path = `/settings/import/uploads/${id}`;
  let offset = 0;
  let failures = 0;
  while (offset < file.size) {
    status.textContent = form.dataset.uploading.replace('{percent}', Math.floor((100 * offset) / file.size));
    try {
      const chunk = file.slice(offset, offset + chunkBytes);
      ({ offset } = await post(path, failures > 0 ? {} : { offset, chunk }));
      failures = 0;
    } catch (error) {
      failures += 1;
      if (error.isFinal || failures >= maxAttempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** failures));
    }
  }
  return id;
}

form?.addEventListener('submit', async (event) => {
  const files = [...form.elements.file.files];
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes <= Number(form.dataset.maxBytes)) return;
  event.preventDefault();
  if (files.length > 1) {
    status.textContent = form.dataset.tooLargeTogether;
    return;
  }
  if (bytes > Number(form.dataset.maxFileBytes)) {
    status.textContent = form.dataset.tooLarge;
    return;
  }
  const button = form.querySelector('button');
  button.disabled = true;
  try {
    form.elements.upload_id.value = await uploadInChunks(files[0]);
    status.textContent = form.dataset.reading;
    form.elements.file.value = '';
    form.submit();
  } catch (error) {
    status.textContent = error.message;
    button.disabled = false;
  }
});

const bookmarklet = document.querySelector('#bookmarklet');
if (bookmarklet) {
  const link = bookmarklet.querySelector('[data-code]');
  link.href = link.dataset.code;
  // Here it would send this page.
  link.addEventListener('click', (event) => event.preventDefault());
  bookmarklet.hidden = false;
}

const sent = document.querySelector('#sent-page');
const start = '#page=';
if (sent && location.hash.startsWith(start)) {
  const text = location.hash.slice(start.length);
  history.replaceState(null, '', location.pathname + location.search);
  try {
    const { url, html } = JSON.parse(decodeURIComponent(text));
    const note = sent.querySelector('[data-text]');
    note.textContent = note.dataset.text.replace('{host}', new URL(url).host);
    sent.elements.page_url.value = url;
    sent.elements.page.value = html;
    sent.hidden = false;
    sent.querySelector('button').focus();
  } catch {
    // What is behind the # is not from the bookmarklet.
  }
}

/** The service worker has kept what another app shared. */
async function takeSharedFiles() {
  const cache = await caches.open('shared');
  const files = new DataTransfer();
  for (const key of await cache.keys()) {
    const kept = await cache.match(key);
    files.items.add(new File([await kept.blob()], decodeURIComponent(kept.headers.get('file-name'))));
  }
  await caches.delete('shared');
  history.replaceState(null, '', location.pathname);
  form.elements.file.files = files.files;
  form.querySelector('button').focus();
}

if (form && new URLSearchParams(location.search).has('shared')) void takeSharedFiles();
