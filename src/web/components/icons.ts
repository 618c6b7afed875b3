/** Decorative line icons in the colour of the text. A button with only an icon also needs a visually hidden label. */
import { raw } from 'hono/html';

/** The size and the line of icons are in the style sheet, which keeps the documents small. */
const draw = (path: string) =>
  raw(`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`);

export const icons = {
  // Navigation.
  home: draw('M4 11l8-7 8 7v8.5a1 1 0 0 1-1 1h-4.5v-6h-5v6H5a1 1 0 0 1-1-1z'),
  explore: draw('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM15.8 8.2l-2.2 5.4-5.4 2.2 2.2-5.4z'),
  search: draw('M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3L20 20'),
  write: draw('M4 20l1-4L16.5 4.5a2.1 2.1 0 0 1 3 3L8 19zM14.5 6.5l3 3'),
  basket: draw(
    'M3.5 10h17l-1.7 9a1.2 1.2 0 0 1-1.2 1H6.4a1.2 1.2 0 0 1-1.2-1zM7.5 10l4-6M16.5 10l-4-6M10 13.5v3M14 13.5v3',
  ),
  bell: draw('M6 16V10.5a6 6 0 0 1 12 0V16l1.5 2h-15zM10 20.5a2.2 2.2 0 0 0 4 0'),
  person: draw('M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5a7.5 7.5 0 0 1 15 0'),
  menu: draw('M4 7h16M4 12h16M4 17h16'),
  settings: draw('M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4'),
  back: draw('M19 12H5M11 6l-6 6 6 6'),
  next: draw('M5 12h14M13 6l6 6-6 6'),
  // Actions on items and accounts.
  like: draw(
    'M12 20.3C5.5 15.6 3.5 12.3 3.5 9.2A4.6 4.6 0 0 1 8.1 4.5c1.6 0 3 .8 3.9 2.2' +
      'a4.6 4.6 0 0 1 3.9-2.2 4.6 4.6 0 0 1 4.6 4.7c0 3.1-2 6.4-8.5 11.1z',
  ),
  boost: draw('M4 11V9.5a3 3 0 0 1 3-3h11M15 3.5l3 3-3 3M20 13v1.5a3 3 0 0 1-3 3H6M9 20.5l-3-3 3-3'),
  reply: draw('M9.5 6L4 11.5 9.5 17M4 11.5h9a7 7 0 0 1 7 7v.5'),
  post: draw(
    'M5.5 4.5h13a1.5 1.5 0 0 1 1.5 1.5v9.5a1.5 1.5 0 0 1-1.5 1.5' +
      'H11l-4.5 4v-4h-1A1.5 1.5 0 0 1 4 15.5V6a1.5 1.5 0 0 1 1.5-1.5zM8 9h8M8 12.5h5',
  ),
  save: draw('M6.5 4h11a.5.5 0 0 1 .5.5V20.5l-6-4.5-6 4.5V4.5a.5.5 0 0 1 .5-.5z'),
  share: draw('M12 15V4M8 7.5L12 3.5l4 4M5 12.5V19a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 19v-6.5'),
  more: draw('M5.5 12h.01M12 12h.01M18.5 12h.01'),
  quote: draw(
    'M10 7H6a1 1 0 0 0-1 1v4.5h5zM10 12.5c0 2.5-1.5 4-4 4.5M19 7h-4a1 1 0 0 0-1 1v4.5h5zM19 12.5c0 2.5-1.5 4-4 4.5',
  ),
  link: draw(
    'M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7L12 17.7',
  ),
  edit: draw('M4 20l1-4L16.5 4.5a2.1 2.1 0 0 1 3 3L8 19zM12 20h8'),
  copy: draw(
    'M9 8.5h9.5a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V9.5a1 1 0 0 1 1-1zM4.5 15.5v-10a1 1 0 0 1 1-1h10',
  ),
  delete: draw('M4.5 6.5h15M9.5 6.5V4.5h5v2M6.5 6.5l1 13.5h9l1-13.5M10.5 10.5v6M13.5 10.5v6'),
  pin: draw('M9 4h6l-.8 6 3.3 3.5h-11L9.8 10zM12 13.5V20.5'),
  print: draw('M7 9V4h10v5M7 17H4.5v-6.5A1.5 1.5 0 0 1 6 9h12a1.5 1.5 0 0 1 1.5 1.5V17H17M7 14h10v6H7z'),
  shop: draw('M3.5 4.5H6l2.5 10.5h9l2-7.5H7M9.5 19.5h.01M16.5 19.5h.01'),
  report: draw('M5.5 21V4M5.5 5h12l-2.5 4 2.5 4h-12'),
  block: draw('M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM6 6l12 12'),
  mute: draw('M6 16V10.5a6 6 0 0 1 9.5-4.9M18 9.5V16l1.5 2H8M10 20.5a2.2 2.2 0 0 0 4 0M4 4l16 16'),
  // Facts of recipes.
  clock: draw('M12 4a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 8v4.7l3 2M9.5 1.8h5'),
  people: draw(
    'M9 5a3.3 3.3 0 1 0 0 6.6A3.3 3.3 0 0 0 9 5zM2.8 19.5a6.2 6.2 0 0 1 12.4 0' +
      'M15.5 5.2a3.3 3.3 0 0 1 0 6.2M17.5 14a6.2 6.2 0 0 1 3.7 5.5',
  ),
  prep: draw('M20.5 3.5L9 15l-3.5.500L6 12 17 3.5zM9 15l-4.5 5.5'),
  rest: draw('M7 3.5h10M7 20.5h10M8 3.5v3.5l4 5 4-5V3.5M8 20.5V17l4-5 4 5v3.5'),
  flame: draw(
    'M12 21a6.5 6.5 0 0 1-6.5-6.5c0-4.5 4-6 4.5-11 3.5 1.5 4.5 4.5 4 7 1 0 1.8-.8 2-2 1.5 1.5 2.5 3.5 2.5 6A6.5 6.5 0 0 1 12 21z',
  ),
  pot: draw(
    'M5 10.5h14V16a4 4 0 0 1-4 4H9a4 4 0 0 1-4-4zM2.5 12.5H5M19 12.5h2.5M9.5 7c-1.5-1.5 1.5-2 0-3.5M14.5 7c-1.5-1.5 1.5-2 0-3.5',
  ),
  star: draw('M12 3.8l2.5 5.3 5.8.8-4.2 4 1 5.8-5.1-2.8-5.1 2.8 1-5.8-4.2-4 5.8-.8z'),
  // States and small controls.
  check: draw('M5 12.5l4.5 4.5L19 7.5'),
  cross: draw('M6 6l12 12M18 6L6 18'),
  plus: draw('M12 5v14M5 12h14'),
  minus: draw('M5 12h14'),
  warning: draw('M12 4L2.8 19.5h18.4zM12 10v4.5M12 17.2h.01'),
  lock: draw('M6 10.5h12V20H6zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5'),
  globe: draw('M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17'),
  mail: draw('M4 6h16v12H4zM4 7l8 6 8-6'),
  camera: draw('M4 8h3.5L9 5.5h6L16.5 8H20v11H4zM12 10a3.3 3.3 0 1 0 0 6.6 3.3 3.3 0 0 0 0-6.6z'),
  list: draw('M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01'),
  sort: draw('M8 20V4M4.5 7.5L8 4l3.5 3.5M16 4v16M12.5 16.5L16 20l3.5-3.5'),
};
