// Errors outside of rules: below the base paths of a table they have its form, and its pages of other origins may read them.

import type { PolicyOf } from '../../binding/cross-origin.ts';
import type { Bridge } from '../bridges/bridge.ts';
import { owns } from '../http/prefixes.ts';
import type { ErrorLook } from '../http/send-error.ts';

/** `target`: path, with or without query. */
export type FindErrorFace = (target: string, origin: string | undefined) => ErrorFace;

export interface ErrorFace extends ErrorLook {
  /** CORS of the face. */
  readonly crossOrigin?: PolicyOf;
}

export function errorFaces(bridges: readonly Pick<Bridge, 'mapping' | 'endpoint' | 'crossOrigin'>[]): FindErrorFace {
  const faces = bridges
    .filter(({ endpoint, mapping, crossOrigin }) => endpoint === undefined && (mapping.base !== '' || crossOrigin))
    .toSorted((a, b) => b.mapping.base.length - a.mapping.base.length);
  return (target, origin) => {
    const face = faces.find(({ mapping: { base, bases } }) => base === '' || owns(bases, target));
    if (face === undefined) return {};
    const { mapping, crossOrigin } = face;
    return {
      forms: mapping.base === '' ? undefined : mapping.errorForms,
      fields: crossOrigin?.([], origin).fields(origin),
      crossOrigin,
    };
  };
}
