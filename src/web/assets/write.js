/** Forms for recipes, cooked items and posts: keeps a copy of unsaved text, adds rows, and shows how ingredients are read. */
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

// Rows are added, moved and removed in place. Without script, a button reloads the page with the changed rows.
function blankCopy(row) {
  const copy = row.cloneNode(true);
  copy.removeAttribute('id');
  for (const field of copy.querySelectorAll('input, textarea')) field.value = '';
  return copy;
}
function addRow(row) {
  const added = blankCopy(row);
  row.after(added);
  added.querySelector('input:not([type=hidden])').focus();
}
function moveRow(row, isUp) {
  const neighbour = isUp ? row.previousElementSibling : row.nextElementSibling;
  if (neighbour) return isUp ? neighbour.before(row) : neighbour.after(row);
  const lists = [...row.closest('.write-rows').querySelectorAll('ol')];
  const next = lists[lists.indexOf(row.parentElement) + (isUp ? -1 : 1)];
  if (!next) return;
  if (row.parentElement.children.length === 1) row.after(blankCopy(row));
  if (isUp) next.append(row);
  else next.prepend(row);
}
function removeRow(row) {
  const next = row.nextElementSibling ?? row.previousElementSibling;
  if (next) row.remove();
  else for (const field of row.querySelectorAll('input, textarea')) field.value = '';
  (next ?? row).querySelector('input:not([type=hidden])').focus();
  keep();
}
for (const list of form.querySelectorAll('ol[data-remove]'))
  for (const row of list.children) {
    const button = document.createElement('button');
    Object.assign(button, { type: 'button', className: 'quiet small remove-row', textContent: '×' });
    button.setAttribute('aria-label', list.dataset.remove);
    row.append(button);
  }
form.addEventListener('click', (event) => {
  const button = event.target.closest('button');
  if (button?.matches('.remove-row')) return removeRow(button.closest('li'));
  if (button?.matches('[data-move]')) {
    event.preventDefault();
    moveRow(button.closest('li'), button.dataset.move === 'up');
    button.focus();
    // At the end of the list this button is hidden.
    if (document.activeElement !== button)
      button.parentElement.querySelector(`button:not([value="${button.value}"])`).focus();
    keep();
  }
  if (button?.matches('[data-add]')) {
    event.preventDefault();
    addRow(button.previousElementSibling.lastElementChild);
  }
});
form.addEventListener('keydown', (event) => {
  const row = event.target.closest('input')?.closest('ol[data-remove] > li');
  if (!row || event.key !== 'Enter' || event.isComposing) return;
  event.preventDefault();
  addRow(row);
});

const reading = document.querySelector('#reading');
if (reading) {
  let last = 0;
  const show = async () => {
    const mine = ++last;
    const body = new FormData();
    body.set('form_token', form.elements.form_token.value);
    body.set('ingredients', form.elements.ingredients.value);
    const answer = await fetch(reading.dataset.path, { method: 'POST', body }).catch(() => null);
    if (!answer?.ok) return;
    const text = await answer.text();
    if (mine === last) reading.innerHTML = text;
  };
  form.elements.ingredients.addEventListener('input', later(700, show));
}
