// The figures to reach, each beside what was measured.
import { figure } from './table.ts';

export interface Target {
  readonly what: string;
  readonly bound: number;
  readonly sense: 'at least' | 'at most';
  /** NaN where a part of it could not be measured. */
  readonly measured: number;
}

export const targetHead = ['figure', 'wanted', 'measured', 'reached'];

export function targetRow(t: Target): string[] {
  const reached = t.sense === 'at least' ? t.measured >= t.bound : t.measured <= t.bound;
  const verdict = Number.isNaN(t.measured) ? '–' : reached ? 'yes' : 'no';
  return [t.what, `${t.sense === 'at least' ? '≥' : '≤'} ${figure(t.bound)}`, figure(t.measured), verdict];
}
