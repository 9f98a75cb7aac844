// Why an import, include or redefine could not be read, and what helps.
import { SoapstoneError } from '../errors/errors.ts';
import type { XmlElement } from '../xml/tree.ts';
import { isRemote, type Refusal } from './source/location.ts';

/** Files in one message. */
const MOST_FILES = 3;

/** One import, include or redefine. */
export interface DocumentReference {
  readonly kind: 'wsdl' | 'import' | 'include' | 'redefine';
  readonly ns: string;
  readonly location?: string;
  readonly from: string;
  readonly element: XmlElement;
  readonly depth: number;
}

/** `replacements`: files of the same namespace. */
export function importProblem(
  reference: DocumentReference,
  refusal: Refusal | undefined,
  replacements: readonly string[] = [],
): SoapstoneError {
  if (refusal?.problem) return refusal.problem;
  const { ns, location } = reference;
  const { place } = reference.element;
  const kind = reference.kind === 'wsdl' ? 'import' : reference.kind;
  if (!refusal) {
    return new SoapstoneError('CONTRACT_READ', `no file for the ${kind} of namespace "${ns}"`, {
      place,
      suggestion: 'add its schema',
    });
  }
  const message = `the ${kind} of namespace "${ns}" cannot be read from "${location}": ${refusal.reason}`;
  const isFile = refusal.code === 'CONTRACT_READ' && !isRemote(location ?? '');
  const hint = refusal.suggestion ?? (isFile ? 'put its document there, or correct the location' : undefined);
  const replaced =
    replacements.length > 0 && `read for this namespace: ${replacements.slice(0, MOST_FILES).join(', ')}`;
  const suggestion = [hint, replaced].filter(Boolean).join('; ') || undefined;
  return new SoapstoneError(refusal.code, message, { place, suggestion });
}
