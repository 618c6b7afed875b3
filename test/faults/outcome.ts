/** Turns the findings of a run into its line and its verdict. */
import { percentile } from './percentile.ts';

/** The lists hold one line of detail for each finding. */
export interface Outcome {
  /** Operations of clients that were acknowledged by a 2xx. */
  acked: number;
  /** Different activities that remote inboxes accepted, summed over the inboxes. */
  delivered: number;
  lost: string[];
  duplicated: string[];
  phantom: string[];
  leaked: string[];
  outOfOrder: string[];
  counters: string[];
  /** Deliveries that an inbox received again. */
  redelivered: number;
  /** From the last fault to full recovery in ms, one for each delivery or operation. */
  recoveryMs: number[];
  /** Resources that did not return near their base line. */
  baseline?: string[];
  /** Further figures, for people. */
  notes?: string;
  /** Why this machine cannot run the scenario. Printed instead of figures, since zeros look like a success. */
  skipped?: string;
}

export const skippedOutcome = (skipped: string): Outcome => ({
  skipped,
  acked: 0,
  delivered: 0,
  redelivered: 0,
  recoveryMs: [],
  lost: [],
  duplicated: [],
  phantom: [],
  leaked: [],
  outOfOrder: [],
  counters: [],
  baseline: [],
});

/** Columns of the line, and what a finding is called in the details. */
const checkers = {
  lost: 'lost',
  duplicated: 'dup',
  phantom: 'phantom',
  leaked: 'leak',
  outOfOrder: 'order',
  counters: 'counters',
} as const satisfies Partial<Record<keyof Outcome, string>>;

/** For example `acked=2000 delivered=190000 lost=0 … recovery_p99=41s time=63s baseline=0`. */
export function describeOutcome(outcome: Outcome, ms: number): string {
  if (outcome.skipped) return `SKIPPED: ${outcome.skipped}`;
  const found = Object.entries(checkers).map(
    ([field, column]) => `${column}=${outcome[field as keyof typeof checkers].length}`,
  );
  return [
    `acked=${outcome.acked} delivered=${outcome.delivered}`,
    ...found,
    `redelivered=${outcome.redelivered}`,
    `recovery_p99=${seconds(percentile(outcome.recoveryMs, 0.99))} time=${seconds(ms)}`,
    ...(outcome.baseline ? [`baseline=${outcome.baseline.length}`] : []),
  ].join(' ');
}

/** Rounded up. */
export const seconds = (ms: number): string => `${Math.ceil(ms / 1000)}s`;

const maxDetails = 12;

/** One line for each finding, the first few of each kind. Empty if the run holds. */
export function listFindings(outcome: Outcome): string[] {
  return Object.entries({ ...checkers, baseline: 'baseline' }).flatMap(([field, column]) => {
    const found = outcome[field as keyof typeof checkers | 'baseline'] ?? [];
    const rest = found.length - maxDetails;
    return [
      ...found.slice(0, maxDetails).map((detail) => `${column}: ${detail}`),
      ...(rest > 0 ? [`${column}: and ${rest} more`] : []),
    ];
  });
}
