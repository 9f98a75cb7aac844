// References of one message, each to a value with an id (SOAP 1.1 §5.4.1, SOAP 1.2 Part 2 §3.1.5).
import { encodingOf } from '../../contract/xsd/soap-encoding.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { defaultLimits, type Limits } from '../../xml/reader/limits.ts';
import { elementsOf, idOf, type MessageElement, type MessageTree, referenceOf, textIn } from './message-tree.ts';
import type { XmlOutput } from './xml-output.ts';

/** Values that are shared are written where they are used: so much larger may a message become, beyond a first megabyte. */
const MOST_GROWTH = 64;
const FIRST_BYTES = 1024 * 1024;

/** Limits of a message of `bytes` bytes whose references are resolved. `limits`: of the message. */
export function resolvedLimits(limits: Limits, bytes: number): Limits {
  const growth = Math.max(FIRST_BYTES, MOST_GROWTH * bytes);
  return {
    ...limits,
    bytes: Math.min(limits.bytes, growth),
    elements: Math.min(limits.elements, defaultLimits.elements),
  };
}

export class References {
  private readonly tree: MessageTree;
  private readonly limits: Limits;
  /** Errors say where it stands. */
  private readonly out: XmlOutput;
  /** Values that are being written: a reference to one of them is a cycle. */
  private readonly active = new Set<MessageElement>();

  constructor(tree: MessageTree, limits: Limits, out: XmlOutput) {
    this.tree = tree;
    this.limits = limits;
    this.out = out;
  }

  within(element: MessageElement, write: () => void): void {
    this.active.add(element);
    write();
    this.active.delete(element);
  }

  /** The value itself, where the element only refers to it. Throws CODEC_REFERENCE. */
  target(element: MessageElement): MessageElement {
    let target = element;
    for (let steps = 0; ; steps++) {
      const reference = referenceOf(target);
      if (reference === undefined) return target;
      this.checkEmpty(target, reference, element.name.local);
      target = this.referred(reference, steps, element.name.local);
    }
  }

  /** An element that refers to a value has none of its own: one of the two would be lost. */
  private checkEmpty(element: MessageElement, reference: string, local: string): void {
    if (elementsOf(element).length === 0 && textIn(element).trim() === '') return;
    this.refuse(reference, 'stands at an element that has content of its own', local);
  }

  private referred(reference: string, steps: number, local: string): MessageElement {
    const id = reference.trim();
    if (id.startsWith('cid:')) this.refuse(reference, 'names no attachment: no part has this Content-ID', local);
    if (!id.startsWith('#')) this.refuse(reference, 'leads out of the message', local);
    const target = this.tree.byId.get(id.slice(1));
    if (!target) this.fail(`no element of the message has the id of ${subjectOf(reference)}`, local);
    if (this.tree.repeatedIds.has(id.slice(1))) throw repeated(id.slice(1));
    if (this.active.has(target) || steps >= this.limits.depth)
      this.refuse(reference, 'leads to a value that holds it: JSON has no cycles', local);
    return target;
  }

  private refuse(reference: string, problem: string, local: string): never {
    return this.fail(`${subjectOf(reference)} ${problem}`, local);
  }

  private fail(message: string, local: string): never {
    return this.out.fail('CODEC_REFERENCE', message, local);
  }

  /** Does the element stand apart, for references alone? */
  isIndependent(element: MessageElement): boolean {
    const id = idOf(element);
    if (id !== undefined && this.tree.references.has(`#${id}`)) return true;
    return element.attributes.some(
      ({ name, value }) => name.local === 'root' && encodingOf(name.ns) && value.trim() === '0',
    );
  }
}

function subjectOf(reference: string): string {
  return `the reference "${reference.slice(0, 80)}"`;
}

/** An id names one element (XML Schema Part 2 §3.3.8). */
export function repeated(id: string): SoapstoneError {
  return new SoapstoneError('CODEC_REFERENCE', `two elements have the id "${id.slice(0, 80)}"`);
}
