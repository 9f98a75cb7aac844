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

export function isReached({ sense, measured, bound }: Target): boolean {
  return sense === 'at least' ? measured >= bound : measured <= bound;
}

export function targetRow(t: Target): string[] {
  const verdict = Number.isNaN(t.measured) ? '–' : isReached(t) ? 'yes' : 'no';
  return [t.what, `${t.sense === 'at least' ? '≥' : '≤'} ${figure(t.bound)}`, figure(t.measured), verdict];
}
