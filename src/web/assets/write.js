/** Forms for recipes, cooked items and posts: keeps a copy of unsaved text. */
const form = document.querySelector('form[data-member]');
const fieldsOf = () =>
  [...new FormData(form)].filter(
    ([name, value]) => typeof value === 'string' && !['form_token', 'intent', 'copy'].includes(name),
  );
const later = (milliseconds, run) => {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, milliseconds);
  };
};

// A copy in the browser survives a crash, a closed tab and an expired session.
const { copy } = form.elements;
const answersTo = ['from', 'recipe', 'to', 'quote'].map((name) => form.elements[name]?.value ?? '').join(' ');
const key = `writing ${form.dataset.member} ${new URL(form.action).pathname} ${answersTo}`;
const read = () => {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
};
const saved = /(?:^|; )saved_copy=([a-z0-9-]+)/.exec(document.cookie)?.[1];
if (saved && read()?.copy === saved) localStorage.removeItem(key);

const initial = JSON.stringify(fieldsOf());
let isSubmitting = false;
const isDirty = () => 'unsaved' in form.dataset || JSON.stringify(fieldsOf()) !== initial;

const former = read();
const offer = document.querySelector('#kept-copy');
if (offer && former && former.copy !== copy.value && JSON.stringify(former.fields) !== initial) {
  offer.hidden = false;
  offer.querySelector('time').textContent = new Date(former.at).toLocaleString(document.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  offer.querySelector('[data-restore]').addEventListener('click', () => {
    const again = document.createElement('form');
    Object.assign(again, {
      method: 'post',
      enctype: 'multipart/form-data',
      action: form.action,
      hidden: true,
    });
    const token = ['form_token', form.elements.form_token.value];
    for (const [name, value] of [...former.fields, ['copy', former.copy], token, ['intent', 'edit']]) {
      const field = document.createElement('textarea');
      Object.assign(field, { name, value });
      again.append(field);
    }
    document.body.append(again);
    isSubmitting = true;
    again.submit();
  });
  offer.querySelector('[data-discard]').addEventListener('click', () => {
    if (read()?.copy === former.copy) localStorage.removeItem(key);
    offer.hidden = true;
  });
}

function keep() {
  if (!isDirty()) return;
  try {
    localStorage.setItem(key, JSON.stringify({ copy: copy.value, at: Date.now(), fields: fieldsOf() }));
  } catch {
    // The storage is full or forbidden. The warning before leaving is still shown.
  }
}
form.addEventListener('input', later(600, keep));
addEventListener('pagehide', () => isSubmitting || keep());
form.addEventListener('submit', (event) => {
  if (event.defaultPrevented) return;
  keep();
  isSubmitting = true;
});
addEventListener('pageshow', () => {
  isSubmitting = false;
});
addEventListener('beforeunload', (event) => {
  if (!isSubmitting && isDirty()) event.preventDefault();
});
