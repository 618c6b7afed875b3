/** Photos of a form: shrinks them in the browser, uploads several at once, and changes their order in place. */
const place = document.querySelector('#photos');
const form = place.closest('form');
const input = place.querySelector('input[type=file]');
const status = place.querySelector('[role=status]');
const maxPixels = 2560;
const smallBytes = 1_500_000;
let pending = 0;
let submitter = null;

/** Drawing applies the orientation and drops all metadata, such as the location. */
async function shrink(file) {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (!picture || file.type === 'image/gif') return file;
  const scale = Math.min(1, maxPixels / Math.max(picture.width, picture.height));
  if (scale === 1 && file.size <= smallBytes) return file;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height);
  const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
  const small = await new Promise((resolve) => canvas.toBlob(resolve, type, 0.86));
  return small && small.size < file.size ? small : file;
}

/** What was refused is marked as it is without script. */
function showOutcome(failed) {
  const isWrong = failed.length > 0;
  status.className = isWrong ? 'error' : '';
  status.setAttribute('role', isWrong ? 'alert' : 'status');
  status.textContent = failed.join('. ') || place.dataset.added;
  input.setAttribute('aria-invalid', String(isWrong));
  input.setAttribute('aria-describedby', [`${input.id}-hint`, ...(isWrong ? [status.id] : [])].join(' '));
}

const count = () => place.querySelectorAll('.photo').length;

async function add(file) {
  const body = new FormData();
  body.set('form_token', form.elements.form_token.value);
  body.set('action', new URL(form.action).pathname);
  body.set('photo', await shrink(file), file.name);
  const answer = await fetch(place.dataset.path, { method: 'POST', body });
  const text = await answer.text();
  if (!answer.ok) {
    const { errors, message } = JSON.parse(text);
    throw new Error(
      Object.values(errors ?? {})
        .flat()
        .join(', ') || message,
    );
  }
  input.closest('.photo-slot').insertAdjacentHTML('beforebegin', text);
}

async function addAll(files) {
  const room = Number(place.dataset.max) - count();
  const failed = files.length > room ? [place.dataset.full] : [];
  for (const file of [...files].slice(0, Math.max(0, room))) {
    pending += 1;
    place.setAttribute('aria-busy', 'true');
    status.textContent = place.dataset.adding;
    try {
      await add(file);
    } catch (error) {
      failed.push(`${file.name}: ${error.message || place.dataset.failed}`);
    }
    pending -= 1;
  }
  if (pending > 0) return;
  place.removeAttribute('aria-busy');
  showOutcome(failed);
  form.dispatchEvent(new Event('input'));
  if (!submitter) return;
  const button = submitter;
  submitter = null;
  if (failed.length === 0) form.requestSubmit(button);
}

if (input) {
  place.classList.add('with-script');
  input.multiple = true;
  input.addEventListener('change', () => {
    const files = [...input.files];
    input.value = '';
    void addAll(files);
  });
  place.addEventListener('dragover', (event) => {
    event.preventDefault();
    place.classList.add('dropping');
  });
  place.addEventListener('dragleave', () => place.classList.remove('dropping'));
  place.addEventListener('drop', (event) => {
    event.preventDefault();
    place.classList.remove('dropping');
    void addAll([...event.dataTransfer.files].filter(({ type }) => type.startsWith('image/')));
  });
  form.addEventListener('paste', (event) => {
    const files = [...event.clipboardData.files].filter(({ type }) => type.startsWith('image/'));
    if (files.length > 0) void addAll(files);
  });
  // Runs before the listener that notes a submission.
  form.addEventListener(
    'submit',
    (event) => {
      if (pending === 0) return;
      event.preventDefault();
      submitter = event.submitter;
    },
    true,
  );
}

place.addEventListener('click', (event) => {
  const button = event.target.closest('button[value^=photo-up]');
  if (!button) return;
  event.preventDefault();
  const photo = button.closest('.photo');
  const before = photo.previousElementSibling;
  if (before?.matches('.photo')) before.before(photo);
  button.focus();
  form.dispatchEvent(new Event('input'));
});
