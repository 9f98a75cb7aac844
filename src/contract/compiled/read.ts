// Opens a compiled contract.
import { createHash } from 'node:crypto';
import { SoapstoneError } from '../../errors/errors.ts';
import type { Contract } from '../model/contract.ts';
import { builtinTypes } from '../xsd/builtins.ts';
import { derives } from '../xsd/derives.ts';
import { Input } from './input.ts';
import { COUNTS, HASH_BYTES, MAGIC, unpackSources } from './layout.ts';
import { LazyMap, once } from './lazy-map.ts';
import { Nodes } from './nodes.ts';

const START = MAGIC.length + HASH_BYTES;

/** Was this written by `writeCompiled`, in any version? */
export function isCompiled(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 13)).toString('latin1') === MAGIC.slice(0, 13);
}

/** The paths of its files, where those have moved since it was compiled. */
type Relocate = (file: string) => string;

/** Opens a compiled contract. Throws SoapstoneError CONTRACT_READ when it is damaged or of another version. */
export function readCompiled(bytes: Uint8Array, relocate: Relocate = (file) => file): Contract {
  const content = checked(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  const [texts, nodes, nameBytes, textBytes, nodeBytes, ...counts] = readUint32s(content, 0, COUNTS);
  const textOffsets = readUint32s(content, COUNTS, texts + 1);
  const nodeOffsets = readUint32s(content, COUNTS + texts + 1, nodes + 1);
  const start = 4 * (COUNTS + texts + 1 + nodes + 1);
  const [afterNames, afterTexts] = [start + nameBytes, start + nameBytes + textBytes];
  const names = content.toString('utf8', start, afterNames).split('\0');
  const nodesPart = content.subarray(afterTexts, afterTexts + nodeBytes);
  const input = new Input(nodesPart, nodeOffsets, content.subarray(afterNames, afterTexts), textOffsets, relocate);
  return open(new Nodes(input, nodes), names, counts, content.subarray(afterTexts + nodeBytes), relocate);
}

/** The nodes of types, elements, attributes and operations are the first ones, in the order of `names`. */
function open(
  nodes: Nodes,
  names: readonly string[],
  counts: readonly number[],
  packed: Buffer,
  relocate: Relocate,
): Contract {
  const [types, elements, attributes, namespaces, files, operations, policies] = counts;
  const globals = types + elements + attributes;
  const schemas = Object.freeze({
    types: new LazyMap(names.slice(0, types), 0, nodes.type, builtinTypes),
    elements: new LazyMap(names.slice(types, types + elements), types, nodes.element),
    attributes: new LazyMap(names.slice(types + elements, globals), types + elements, nodes.use),
    namespaces: Object.freeze(names.slice(globals, globals + namespaces)),
    derives,
  });
  const sources = once(() => (packed.length === 0 ? undefined : unpackSources(packed, relocate)));
  return Object.freeze({
    schemas,
    operations: Object.freeze(Array.from({ length: operations }, (_, i) => nodes.operation(globals + i))),
    hasPolicies: policies === 1,
    files: Object.freeze(names.slice(globals + namespaces, globals + namespaces + files).map(relocate)),
    get sources() {
      return sources();
    },
  });
}

/** Checks version and hash; returns the bytes after the hash. */
function checked(bytes: Buffer): Buffer {
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    const suggestion = 'compile the contract again with this version';
    throw new SoapstoneError('CONTRACT_READ', 'this is not a compiled contract of this version', { suggestion });
  }
  const content = bytes.subarray(START);
  const hash = createHash('sha256').update(content).digest();
  if (content.length >= 4 * COUNTS && hash.equals(bytes.subarray(MAGIC.length, START))) return content;
  throw new SoapstoneError('CONTRACT_READ', 'the compiled contract is damaged', {
    suggestion: 'compile the contract again',
  });
}

/** A copy: the offset of the content in memory need not be a multiple of 4. */
function readUint32s(content: Buffer, from: number, count: number): Uint32Array {
  const copy = new Uint32Array(count);
  content.copy(new Uint8Array(copy.buffer), 0, from * 4, (from + count) * 4);
  return copy;
}
