// Inputs that belong to any request, whatever it asks for: HTTP headers of rules, as sessions are.

import { versionWords } from '../inference/ids.ts';
import { fieldName } from '../naming/names.ts';
import { heldBy } from '../operations/holders.ts';
import type { Input, ListedOperation } from '../operations/operations.ts';

export interface RequestField {
  /** The member of the request that it is. */
  readonly key: string;
  readonly field: string;
  /** In quotes. */
  readonly placeholder: string;
}

/** The HTTP headers of a rule: its sessions, and what belongs to any request. */
export function requestFields({ sessions = [], headers = [] }: ListedOperation): RequestField[] {
  return [...sessions, ...headers].map(({ key, nameWords, variable, required, constant }) => {
    const absence = constant === undefined ? (required ? '' : '?') : `=${constant}`;
    return { key, field: fieldName(nameWords.join(' ')), placeholder: `"{${variable}${absence}}"` };
  });
}

/** The same operations with such inputs apart: the version that most of them take, and those that are named as header fields. */
export function withRequestHeaders(all: readonly ListedOperation[]): ListedOperation[] {
  const takers = all.filter(({ inputs }) => inputs.length > 0);
  const versions = takers.filter(({ inputs }) => inputs.some(isVersion));
  const isCommon = versions.length > 1 && versions.length * 2 > takers.length;
  return all.map((listed) => {
    const found = listed.inputs.flatMap((input) => {
      const headers = isField(input) ? [fieldOf(input)] : isCommon && isVersion(input) ? valuesOf(input) : [];
      return headers.length > 0 ? [{ input, headers }] : [];
    });
    if (found.length === 0) return listed;
    const inputs = listed.inputs.filter((input) => !found.some((one) => one.input === input));
    return { ...listed, inputs, headers: found.flatMap(({ headers }) => headers) };
  });
}

/** `Version { majorRelease, minorRelease }`, or an element `version`. What a resource is found by is none: it is the only input. */
function isVersion({ key, nameWords, flat = [], scalar, variable }: Input): boolean {
  if (!versionWords.includes(nameWords.join(' ')) || key.startsWith('@')) return false;
  return flat.length > 0 ? flat.every((value) => value.scalar) : scalar && variable !== undefined;
}

function valuesOf(input: Input): readonly Input[] {
  return input.scalar ? [input] : heldBy(input);
}

/** `X-Tenant`: a contract made from an HTTP API. */
function isField({ key, scalar, variable }: Input): boolean {
  return scalar && variable !== undefined && /^X-[A-Za-z]/.test(key);
}

function fieldOf(input: Input): Input {
  return { ...input, nameWords: input.nameWords.slice(1) };
}
