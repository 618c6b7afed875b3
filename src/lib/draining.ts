/** Holds whether this process is shutting down, which the readiness check reports before the port closes. */

let draining = false;

export const isDraining = (): boolean => draining;

export function setDraining(): void {
  draining = true;
}
