/** Adds accessible names to BullMQ's queue dashboard, for screen readers. */
const names = [
  ['header li:nth-last-child(2) > button', 'Full screen'],
  ['header li:last-child > button', 'Settings'],
  ['main button[aria-haspopup=menu]', 'Sort queues'],
  ['main button[class*=copy]', 'Copy'],
];

function nameAll() {
  for (const [selector, name] of names) {
    for (const button of document.querySelectorAll(`${selector}:not([aria-label])`)) {
      if (button.textContent === '') button.ariaLabel = name;
    }
  }

  // The logo is decorative: the title next to it has the same text.
  for (const logo of document.querySelectorAll('header img')) logo.alt = '';
  const title = document.querySelector('header a > span');
  if (title) Object.assign(title, { role: 'heading', ariaLevel: '1' });
}

// The dashboard re-renders itself.
new MutationObserver(nameAll).observe(document.body, { childList: true, subtree: true });
