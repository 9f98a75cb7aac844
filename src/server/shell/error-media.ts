// Media type of a problem body outside of rules: below the base path of a table it is the table's.
import { PROBLEM_MEDIA } from '../../fault/fault-names.ts';
import type { Bridge } from '../bridges/bridge.ts';
import { owns } from '../http/prefixes.ts';

/** `target`: path, with or without query. */
export type ErrorMedia = (target: string) => string;

export function errorMedia(bridges: readonly Pick<Bridge, 'mapping' | 'soapPath'>[]): ErrorMedia {
  const faces = bridges
    .filter(({ soapPath, mapping }) => soapPath === undefined && mapping.base !== '')
    .map(({ mapping }) => ({ base: mapping.base, media: mapping.errorMedia ?? PROBLEM_MEDIA }))
    .toSorted((a, b) => b.base.length - a.base.length);
  return (target) => faces.find(({ base }) => owns([base], target))?.media ?? PROBLEM_MEDIA;
}
