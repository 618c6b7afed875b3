/** Remembers which address a request came from, because limits on strangers count by address. */

const addresses = new WeakMap<Request, string>();

export function setRequester(request: Request, address: string): void {
  addresses.set(request, address);
}

export const requesterOf = (request: Request): string => addresses.get(request) ?? 'unknown';
