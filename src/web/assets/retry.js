/** A form that could not be saved: sends it again by itself, less and less often, while the server answers. */
const form = document.querySelector('form[data-retry]');
const status = document.querySelector('[role=status][data-text]');
const maxSeconds = 60;

/** A page that cannot be loaded would lose the form. */
async function sendAgain() {
  const answer = await fetch('/livez', { cache: 'no-store' }).catch(() => null);
  if (answer?.ok) form.requestSubmit(form.querySelector('button'));
  else wait();
}

function wait() {
  const attempts = Number(form.elements.attempt.value);
  const seconds = Math.min(maxSeconds, form.dataset.retry * 2 ** (attempts - 1));
  // Many members wait for the same server.
  setTimeout(sendAgain, seconds * 1000 * (1 + Math.random() / 2));
}

// This page is the answer to a POST, which Back could not show again. The address alone leads to an empty form.
history.replaceState(null, '', location.href);

if (form) {
  status.textContent = status.dataset.text;
  wait();
}
