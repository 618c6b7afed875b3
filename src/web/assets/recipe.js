/** Remembers the checked ingredients of a recipe in this browser, and prints. The check boxes also work without it. */
const maxAgeMs = 2 * 86_400_000;
const prefix = 'checked ';
const key = prefix + document.querySelector('[data-recipe]').dataset.recipe;
const boxes = [...document.querySelectorAll('.ingredients input[type=checkbox]')];

/** Null without a value, and in browsers that store nothing. */
function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

function save() {
  const ids = boxes.filter((box) => box.checked).map((box) => box.id);
  try {
    if (ids.length > 0) localStorage.setItem(key, JSON.stringify({ ids, at: Date.now() }));
    else localStorage.removeItem(key);
  } catch {
    // A full or forbidden storage only means that they are forgotten.
  }
}

const { ids = [], at = 0 } = stored(key) ?? {};
const checked = new Set(Date.now() - at < maxAgeMs ? ids : []);
for (const box of boxes) {
  box.checked = checked.has(box.id);
  box.addEventListener('change', save);
}

// Without script, a button submits the number of servings.
const serving = document.querySelector('.stepper input[type=number]');
serving?.addEventListener('change', () => serving.form.requestSubmit());

for (const button of document.querySelectorAll('[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => {
    button.closest('details')?.removeAttribute('open');
    print();
  });
}
