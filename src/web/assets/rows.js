/**
 * The recipe form: shows ingredients and method as rows, of one line or one step each, and how they are read. The text
 * stays in its field, which is submitted. A whole recipe that is pasted anywhere is split into its parts.
 */
const form = document.querySelector('.write-form');
const token = () => form.elements.form_token.value;
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const announce = (text, isVisible = false, undo = undefined) =>
  document.dispatchEvent(new CustomEvent('announce', { detail: { text, isVisible, undo } }));

async function ask(path, fields) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ form_token: token(), ...fields })) body.set(name, value);
  const answer = await fetch(path, { method: 'POST', body }).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

const filled = (texts) => texts.map((text) => text.trim()).filter(Boolean);
const hasGap = (text) => /\n\s*\n/.test(text);
const numbered = /^\s*(?:\d{1,2}[.)]|[-–•*])\s+/;

/** How the text of each field is split into rows, and joined again. As `splitSteps` and `joinSteps` of the server. */
const kinds = {
  ingredients: {
    split: (text) => filled(text.split('\n')),
    pasted: (text) => filled(text.split('\n')).map((line) => line.replace(/^[-–•*▢□]\s+/, '')),
    join: (rows) => rows.join('\n'),
  },
  steps: {
    split: (text) => filled(/^---$/m.test(text) ? text.split(/^---$/m) : text.split(/\n[ \t]*\n/)),
    pasted: (text) => {
      if (hasGap(text)) return filled(text.split(/\n[ \t]*\n/)).map((step) => step.replace(numbered, ''));
      const lines = filled(text.split('\n'));
      return lines.every((line) => numbered.test(line)) ? lines.map((line) => line.replace(numbered, '')) : [text];
    },
    join: (rows) => rows.join(rows.some(hasGap) ? '\n---\n' : '\n\n'),
  },
};

/** Lists of rows by the names of their fields. */
const lists = {};

function makeRows(place) {
  const name = place.dataset.rows;
  const texts = JSON.parse(place.dataset.texts);
  const { split, pasted, join } = kinds[name];
  const field = form.elements[name];
  const list = document.createElement('ol');
  list.className = 'line-rows';
  place.querySelector('label').id = `${name}-label`;
  list.setAttribute('aria-labelledby', `${name}-label`);
  list.setAttribute('aria-describedby', field.getAttribute('aria-describedby') ?? '');
  const add = button('quiet small', texts.add);
  field.after(list, add);
  field.hidden = true;

  const inputs = () => [...list.querySelectorAll('input, textarea')];

  function number() {
    for (const [at, input] of inputs().entries()) {
      input.setAttribute('aria-label', fill(texts.row, { n: at + 1 }));
      input.closest('li').classList.toggle('heading', name === 'ingredients' && /:\s*$/.test(input.value));
    }
  }
  /** Tells the scripts that keep a copy of the form. */
  function store() {
    number();
    field.value = join(filled(inputs().map(({ value }) => value)));
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }

  function makeRow(text) {
    const row = document.createElement('li');
    const input = document.createElement(name === 'steps' ? 'textarea' : 'input');
    if (name === 'steps') input.rows = 2;
    input.value = text;
    input.spellcheck = true;
    input.autocomplete = 'off';
    const handle = button('quiet small move-row', '⠿');
    const remove = button('quiet small remove-row', '×');
    handle.setAttribute('aria-label', texts.move);
    remove.setAttribute('aria-label', texts.remove);
    row.append(handle, input, remove, document.createElement('small'));
    handle.addEventListener('pointerdown', (event) => drag(row, handle, event));
    handle.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
      event.preventDefault();
      if (!moveRow(row, event.key === 'ArrowUp')) return;
      store();
      const rows = [...list.children];
      announce(fill(texts.moved, { place: rows.indexOf(row) + 1, count: rows.length }));
    });
    remove.addEventListener('click', () => {
      (inputOf(row.nextElementSibling ?? row.previousElementSibling) ?? add).focus();
      row.remove();
      if (list.children.length === 0) insert([''], null).at(-1).focus();
      store();
    });
    return row;
  }
  const inputOf = (row) => row?.querySelector('input, textarea') ?? null;

  /** Returns the inputs of the new rows. */
  function insert(rowTexts, after) {
    const rows = rowTexts.map(makeRow);
    if (after) after.after(...rows);
    else list.append(...rows);
    number();
    return rows.map(inputOf);
  }

  /** The row itself stays where it is in the document, so that the pointer does not lose it. */
  function moveRow(row, isUp) {
    const neighbour = isUp ? row.previousElementSibling : row.nextElementSibling;
    if (isUp && neighbour) row.after(neighbour);
    else if (neighbour) row.before(neighbour);
    return neighbour !== null;
  }

  function drag(row, handle, { pointerId }) {
    const middle = (each) => {
      const { top, height } = each.getBoundingClientRect();
      return top + height / 2;
    };
    const move = ({ clientY }) => {
      const [before, after] = [row.previousElementSibling, row.nextElementSibling];
      if (before && clientY < middle(before)) moveRow(row, true);
      else if (after && clientY > middle(after)) moveRow(row, false);
      if (clientY < 80) scrollBy(0, -12);
      else if (clientY > innerHeight - 80) scrollBy(0, 12);
    };
    const drop = () => {
      handle.removeEventListener('pointermove', move);
      row.classList.remove('dragging');
      store();
    };
    handle.setPointerCapture(pointerId);
    row.classList.add('dragging');
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', drop, { once: true });
  }

  list.addEventListener('input', store);
  list.addEventListener('keydown', (event) => {
    const input = event.target.closest('input');
    if (!input || event.isComposing) return;
    const row = input.closest('li');
    if (event.key === 'Enter') {
      event.preventDefault();
      const at = input.selectionStart;
      const [next] = insert([input.value.slice(at)], row);
      input.value = input.value.slice(0, at);
      next.focus();
      next.setSelectionRange(0, 0);
      store();
    } else if (event.key === 'Backspace' && input.value === '' && row.previousElementSibling) {
      event.preventDefault();
      inputOf(row.previousElementSibling).focus();
      row.remove();
      store();
    }
  });
  add.addEventListener('click', () => {
    insert([''], null)[0].focus();
    store();
  });
  place.querySelector('label').addEventListener('click', () => inputOf(list.firstElementChild)?.focus());

  const set = (text) => {
    list.replaceChildren();
    insert([...split(text), ...(split(text).length === 0 ? [''] : [])], null);
  };
  set(field.value);
  if (field.autofocus) inputOf(list.firstElementChild).focus();
  lists[name] = {
    list,
    texts,
    set: (text) => {
      set(text);
      store();
    },
    /** The first of several pasted rows takes an empty row, and a single one stays in its row. */
    paste: (input, text) => {
      const [first = '', ...others] = pasted(text);
      const isOver = input.selectionEnd - input.selectionStart === input.value.length;
      const isInRow = isOver || others.length === 0;
      if (isInRow) input.setRangeText(first, input.selectionStart, input.selectionEnd, 'end');
      const added = insert(isInRow ? others : [first, ...others], input.closest('li'));
      (added.at(-1) ?? input).focus();
      store();
    },
  };
}

function button(className, text) {
  const made = document.createElement('button');
  return Object.assign(made, { type: 'button', className, textContent: text });
}

for (const place of form.querySelectorAll('[data-rows]')) makeRows(place);

// Shows how the ingredients are read
const { list: ingredients, texts } = lists.ingredients;
let waiting = 0;
let asked = 0;
async function read() {
  const mine = ++asked;
  const answer = await ask('/write/recipe/reading', { ingredients: form.elements.ingredients.value });
  if (!answer || mine !== asked) return;
  const rows = [...ingredients.children].filter(
    (row) => !row.matches('.heading') && row.querySelector('input').value.trim() !== '',
  );
  for (const row of ingredients.children) row.lastElementChild.textContent = '';
  for (const [at, { text, isUnderstood }] of answer.lines.entries()) {
    const place = rows[at]?.lastElementChild;
    if (!place) break;
    place.className = isUnderstood ? '' : 'unclear';
    place.textContent = isUnderstood ? text : `${text} (${texts.check})`;
  }
}
const readSoon = (afterMs) => {
  clearTimeout(waiting);
  waiting = setTimeout(read, afterMs);
};
form.elements.ingredients.addEventListener('input', () => readSoon(700));
if (form.elements.ingredients.value.trim() !== '') readSoon(0);

// Pasting
const minLines = 5;

/** Adds to what is there already, so that nothing is lost. */
function fillIn(given) {
  const fields = Object.fromEntries(Object.entries(given).filter(([name]) => form.elements[name]));
  const before = Object.keys(fields).map((name) => [name, form.elements[name].value]);
  const set = (name, value) => (lists[name] ? lists[name].set(value) : Object.assign(form.elements[name], { value }));
  for (const [name, value] of Object.entries(fields)) {
    const { value: typed, defaultValue } = form.elements[name];
    const isFree = typed.trim() === '' || (name === 'serving' && typed === defaultValue);
    if (value !== '' && lists[name]) set(name, [typed, value].filter(Boolean).join('\n\n'));
    else if (value !== '' && isFree) set(name, value);
  }
  const undo = button('small', texts.undo);
  undo.addEventListener('click', () => {
    announce('');
    for (const [name, value] of before) set(name, value);
  });
  announce(texts.pasted, true, undo);
  form.dispatchEvent(new Event('input'));
}

form.addEventListener('paste', async (event) => {
  const target = event.target.closest('input, textarea');
  const text = (event.clipboardData?.getData('text/plain') ?? '').replaceAll(/\r\n?/g, '\n').trim();
  const name = target?.closest('[data-rows]')?.dataset.rows;
  const lines = filled(text.split('\n')).length;
  if (event.defaultPrevented || !target || lines < (name ? 2 : minLines)) return;
  event.preventDefault();
  const answer = lines < minLines ? null : await ask('/write/recipe/pasted', { text });
  if (answer?.fields) return fillIn(answer.fields);
  if (name) return lists[name].paste(target, text);
  target.setRangeText(text, target.selectionStart, target.selectionEnd, 'end');
  target.dispatchEvent(new Event('input', { bubbles: true }));
});
