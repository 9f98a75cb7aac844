// What is outside of rules: below the base paths of a table errors have its form, and pages of its other origins may read them and the documents.

import type { PolicyOf } from '../../binding/cross-origin.ts';
import type { Bridge } from '../bridges/bridge.ts';
import { type DocumentedBridge, shownAt } from '../bridges/document-paths.ts';
import { owns } from '../http/prefixes.ts';
import type { ErrorLook } from '../http/send-error.ts';

/** `target`: path, with or without query. */
export type FindErrorFace = (target: string, origin: string | undefined) => ErrorFace;

export interface ErrorFace extends ErrorLook {
  /** CORS of the face. */
  readonly crossOrigin?: PolicyOf;
}

type FaceBridge = DocumentedBridge & Pick<Bridge, 'crossOrigin'>;

export function errorFaces(bridges: readonly FaceBridge[]): FindErrorFace {
  const policies = documentPolicies(bridges);
  const faces = bridges
    .filter(({ endpoint, mapping, crossOrigin }) => endpoint === undefined && (mapping.base !== '' || crossOrigin))
    .toSorted((a, b) => b.mapping.base.length - a.mapping.base.length);
  return (target, origin) => {
    const face = faces.find(({ mapping: { base, bases } }) => base === '' || owns(bases, target));
    const crossOrigin = face?.crossOrigin ?? policies.find(([path]) => owns([path], target))?.[1];
    return {
      forms: face === undefined || face.mapping.base === '' ? undefined : face.mapping.errorForms,
      fields: crossOrigin?.([], origin).fields(origin),
      crossOrigin,
    };
  };
}

/** Documents may stand outside of the base paths: of those that bridges share, the first with a policy decides. */
function documentPolicies(bridges: readonly FaceBridge[]): readonly (readonly [path: string, policy: PolicyOf])[] {
  const documents = (['openapi', 'docs', 'catalog'] as const).flatMap((kind) => [...shownAt(bridges, kind)]);
  return documents.flatMap(([path, all]) =>
    all.flatMap(({ crossOrigin }) => (crossOrigin ? [[path, crossOrigin] as const] : [])).slice(0, 1),
  );
}
