// A snapshot of a checked table: its text as nodes, the outcome of its check and its compiled contract, with what they were made from. Layout: a line with the
// version of the format, SHA-256 of all that follows, then three sections, the first two with their length before them (u32, little endian): a head as JSON, table and
// outcome as JSON, and the compiled contract.

import { createHash } from 'node:crypto';
import { readCompiled } from '../../contract/compiled/read.ts';
import { writeCompiled } from '../../contract/compiled/write.ts';
import type { Contract } from '../../contract/model/contract.ts';
import type { CheckOutcome } from '../checker/outcome.ts';
import type { YamlNode } from '../syntax/yaml.ts';
import { areUnchanged, filesRead, type Input } from './inputs.ts';
import { type OutcomeForm, outcomeForm, outcomeOf } from './outcome-form.ts';
import { NotPlain } from './plain-data.ts';
import { type Relocate, relocatePlaces, relocation } from './relocation.ts';

const MAGIC = 'soapstone-table 2\n';
const HASH_BYTES = 32;

export interface SnapshotHead {
  /** The program that has checked the table: another one may find something else. */
  readonly program: string;
  /** The mapping folder, as messages name it. */
  readonly folder: string;
  readonly inputs: readonly Input[];
  /** Digest of the functions of module.ts. */
  readonly functions: string;
}

export interface SnapshotContent {
  /** Rows of its files are in it. */
  readonly root: YamlNode;
  readonly contract: Contract;
  readonly outcome: CheckOutcome;
}

interface TableForm {
  readonly root: YamlNode;
  readonly outcome: OutcomeForm;
}

/** undefined: JSON cannot hold it, or the contract has problems, which its compiled form leaves out. */
export function writeSnapshot(head: SnapshotHead, content: SnapshotContent): Uint8Array | undefined {
  const { root, contract, outcome } = content;
  if (hasProblems(contract) || !isExact(root)) return undefined;
  try {
    const table: TableForm = { root, outcome: outcomeForm(outcome, contract) };
    const sections = [head, table].map((section) => Buffer.from(JSON.stringify(section)));
    const after = Buffer.concat([
      ...sections.flatMap((section) => [lengthOf(section), section]),
      writeCompiled(contract),
    ]);
    return Buffer.concat([Buffer.from(MAGIC), hashOf(after), after]);
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

function hasProblems({ broken = [], unneeded = [] }: Contract): boolean {
  return broken.length > 0 || unneeded.length > 0;
}

/** JSON has no form for some numbers of YAML. */
function isExact(node: YamlNode): boolean {
  if (node.kind === 'map') return node.entries.every(({ value }) => isExact(value));
  if (node.kind === 'list') return node.items.every(isExact);
  return typeof node.value !== 'number' || (Number.isFinite(node.value) && !Object.is(node.value, -0));
}

export interface Snapshot {
  readonly head: SnapshotHead;
  /** Whether everything that the table was loaded from is as it was. Reads the files. */
  isCurrent(): boolean;
  /** What the table was read from, as messages name it now. `sources`: those of its contract. */
  filesRead(sources: readonly string[]): readonly string[];
  /** Reads the rest. */
  content(): SnapshotContent;
}

/** `folder`: where the mapping is now. undefined: of another version, of another program, or damaged. */
export function readSnapshot(file: Uint8Array, program: string, folder: string): Snapshot | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined;
  const start = MAGIC.length + HASH_BYTES;
  const after = bytes.subarray(start);
  if (!hashOf(after).equals(bytes.subarray(MAGIC.length, start))) return undefined;
  const [headText, tableText] = sectionsOf(after);
  const head = JSON.parse(headText.toString()) as SnapshotHead;
  if (head.program !== program) return undefined;
  const compiled = after.subarray(8 + headText.length + tableText.length);
  const relocate = relocation(head.folder, folder);
  return {
    head,
    isCurrent: () => areUnchanged(head.inputs, relocate),
    filesRead: (sources) => filesRead(head.inputs, sources, relocate),
    content: () => contentOf(tableText.toString(), compiled, relocate),
  };
}

function contentOf(tableText: string, compiled: Buffer, relocate: Relocate | undefined): SnapshotContent {
  const text = relocate ? relocatePlaces(tableText, relocate) : tableText;
  const { root, outcome } = JSON.parse(text) as TableForm;
  const contract = readCompiled(compiled, relocate);
  return { root, contract, outcome: outcomeOf(outcome, contract) };
}

function sectionsOf(bytes: Buffer): readonly [Buffer, Buffer] {
  const first = bytes.readUInt32LE(0);
  const second = bytes.readUInt32LE(4 + first);
  return [bytes.subarray(4, 4 + first), bytes.subarray(8 + first, 8 + first + second)];
}

function lengthOf({ length }: Buffer): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(length);
  return bytes;
}

function hashOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
