/** Gives what BullMQ's view of its queues leaves without a name one, for who hears a page instead of seeing it. */
const names = [
  ['header li:nth-last-child(2) > button', 'Full screen'],
  ['header li:last-child > button', 'Settings'],
  ['main button[aria-haspopup=menu]', 'Order of the queues'],
  ['main button[class*=copy]', 'Copy'],
];

function nameAll() {
  for (const [which, name] of names) {
    for (const button of document.querySelectorAll(`${which}:not([aria-label])`)) {
      if (button.textContent === '') button.ariaLabel = name;
    }
  }

  // It stands beside the title, which says the same.
  for (const logo of document.querySelectorAll('header img')) logo.alt = '';
  const title = document.querySelector('header a > span');
  if (title) Object.assign(title, { role: 'heading', ariaLevel: '1' });
}

// It draws itself anew as it goes.
new MutationObserver(nameAll).observe(document.body, { childList: true, subtree: true });
