/** Names the actor that speaks for the server: it signs requests, sends reports, and carries the logo and the cover. */
export const instanceUsername = 'instance';
