/** Whether this process is on its way out; readiness says so before the door closes. */

let draining = false;

export const isDraining = (): boolean => draining;

export function setDraining(): void {
  draining = true;
}
