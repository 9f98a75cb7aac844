// The forms of errors outside of rules: below the base path of a table they are the table's.
import type { ErrorForm } from '../../rule/error-form.ts';
import type { Bridge } from '../bridges/bridge.ts';
import { owns } from '../http/prefixes.ts';

/** `target`: path, with or without query. */
export type FindErrorForms = (target: string) => readonly ErrorForm[] | undefined;

export function errorForms(bridges: readonly Pick<Bridge, 'mapping' | 'endpoint'>[]): FindErrorForms {
  const faces = bridges
    .filter(({ endpoint, mapping }) => endpoint === undefined && mapping.base !== '')
    .map(({ mapping }) => mapping)
    .toSorted((a, b) => b.base.length - a.base.length);
  return (target) => faces.find(({ base }) => owns([base], target))?.errorForms;
}
