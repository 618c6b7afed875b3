/** Reads plans of PostgreSQL. */

/** A node of `EXPLAIN (FORMAT JSON)`. */
export interface PlanStep {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Scan Direction'?: 'Forward' | 'Backward';
  /** With ANALYZE. The numbers of rows are those of one loop. */
  'Actual Loops'?: number;
  'Actual Rows'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanStep[];
}

/** The step and all steps below it. */
export const planSteps = (step: PlanStep): PlanStep[] => [step, ...(step.Plans ?? []).flatMap(planSteps)];
