/**
 * Lists: loads the next page when its link comes into view, and keeps the address at the page being read, so that Back
 * and a reload return there.
 */
const listSelector = '[data-endless] > :is(ol, ul)';
const list = document.querySelector(listSelector);
/** After these the link has to be pressed, so that the foot of the page can be reached. */
const maxLoadedPages = 5;
const start = location.pathname + location.search;
/** The address of the page that an entry came from. */
const pageOf = new WeakMap();
let loaded = 0;

const nextLink = () => document.querySelector('.pager a[rel=next]');

/** Returns the first new entry. */
async function load() {
  const link = nextLink();
  if (!link || list.ariaBusy === 'true') return;
  list.ariaBusy = 'true';
  try {
    const { href } = link;
    const response = await fetch(href);
    if (!response.ok || response.redirected) return location.assign(href);
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const entries = [...page.querySelectorAll(`${listSelector} > li`)];
    for (const entry of entries) pageOf.set(entry, href);
    list.append(...entries);
    loaded += 1;
    const next = page.querySelector('.pager a[rel=next]');
    if (next) link.replaceWith(next);
    else link.remove();
    watch();
    return entries[0];
  } catch {
    // Without a connection the link stays, and can be pressed again.
  } finally {
    list.ariaBusy = 'false';
  }
}

const observer = new IntersectionObserver(
  ([{ isIntersecting }]) => {
    if (isIntersecting && loaded < maxLoadedPages) void load();
  },
  { rootMargin: '600px' },
);
function watch() {
  observer.disconnect();
  const link = nextLink();
  if (link) observer.observe(link);
}

/** Puts the page and the topmost visible entry into the address. */
function remember() {
  const top = [...list.children].find((entry) => entry.getBoundingClientRect().bottom > 80);
  if (!top) return;
  const page = pageOf.get(top) ?? start;
  const id = top.id || top.querySelector('article')?.id;
  history.replaceState(null, '', !id || (page === start && scrollY < 200) ? page : `${page}#${id}`);
}

if (list) {
  // The browser would restore a position in pixels, of a longer page.
  history.scrollRestoration = 'manual';
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
  watch();
  let waiting = 0;
  addEventListener('scroll', () => {
    clearTimeout(waiting);
    waiting = setTimeout(remember, 150);
  });
  document.addEventListener('click', async (event) => {
    if (event.target !== nextLink() || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const first = await load();
    first?.querySelector('a')?.focus();
  });
}
