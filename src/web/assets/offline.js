/** Offline page: leads to what the service worker keeps on this device, the newest recipe first. */
const list = document.querySelector('#device-recipes');
const cache = await globalThis.caches?.open('saved');
const index = await (await cache?.match('/offline/index'))?.json();
const recipes = Object.entries(index?.entries ?? {})
  .filter(([path]) => path.includes('/recipes/'))
  .sort(([, one], [, other]) => other.at - one.at);

function linkTo(href, text) {
  const link = document.createElement('a');
  link.href = href;
  link.textContent = text;
  return link;
}

for (const [path] of recipes) {
  const text = await (await cache.match(path, { ignoreVary: true }))?.text();
  if (!text) continue;
  const name = new DOMParser().parseFromString(text, 'text/html').querySelector('h1')?.textContent ?? path;
  const row = document.createElement('li');
  const cook = linkTo(`${path}/cook`, list.dataset.cook);
  cook.className = 'button small quiet';
  const hidden = document.createElement('span');
  hidden.className = 'visually-hidden';
  hidden.textContent = ` ${name}`;
  cook.append(hidden);
  row.append(linkTo(path, name), cook);
  list.append(row);
}
document.querySelector('#device-empty').hidden = list.childElementCount > 0;
document.querySelector('#device-list').hidden = !index?.entries['/shopping-list'];

const changes = (await (await (await globalThis.caches?.open('waiting'))?.match('/offline/changes'))?.json()) ?? [];
const count = changes.filter(({ account }) => account === index?.account).length;
const line = document.querySelector('#device-changes');
line.hidden = count === 0;
if (count > 0) line.textContent = line.dataset.text.replace('{count}', count);
