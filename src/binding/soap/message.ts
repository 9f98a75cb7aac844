// One SOAP message of a rule, compiled: envelope, headers and body as one codec program. Knows nothing about HTTP.

import type { Codec, Program } from '../../codec/model/codec.ts';
import type { Member } from '../../codec/model/members.ts';
import type { MembersShape, Shape } from '../../codec/model/shape.ts';
import { originalOf } from '../../codec/presentation/presented-list.ts';
import type { SoapVersion } from '../../contract/model/contract.ts';
import type { ElementDecl } from '../../contract/model/model.ts';
import type { SoapPattern } from '../../rule/pattern.ts';
import { envelope } from './envelope.ts';
import { briefParts, faultElement } from './fault-element.ts';

export interface Message {
  readonly version: SoapVersion;
  readonly side: SoapPattern;
  readonly program: Program;
  /** Slot of a fault in place of the body; slots before it are the pattern's. -1: none. */
  readonly faultSlot: number;
}

/** A message without a fault: a request, or a response to write. */
export function requestMessage(codec: Codec, side: SoapPattern, version: SoapVersion): Message {
  return compile(codec, side, version, undefined);
}

/** A response to read: it may have a fault in place of its body. */
export function responseMessage(codec: Codec, side: SoapPattern, version: SoapVersion): Message {
  return compile(codec, side, version, faultElement(version, codec.schemas));
}

const nothing: SoapPattern = {
  body: [],
  headers: [],
  slots: 0,
  slotOf: () => undefined,
  variablesOf: () => [],
  fill: () => [],
  match: (_slots, bindings) => bindings,
};

/** An envelope with a fault alone. `code`: as `faultElement` has it. */
export function faultMessage(codec: Codec, version: SoapVersion, code: 'QName' | 'string'): Message {
  return compile(codec, nothing, version, faultElement(version, codec.schemas, code));
}

/** The same, skipping the fault's detail: a hole for each of `briefParts`. */
export function briefFaultMessage(codec: Codec, version: SoapVersion, code: 'QName' | 'string'): Message {
  const fault = faultElement(version, codec.schemas, code);
  const members = codec.members(fault.type);
  const entries = briefParts[version].map((local, slot) => {
    const member = members.find((m) => m.kind === 'element' && m.element.name.local === local) as Member;
    return { member, shape: { kind: 'hole', slot } } as const;
  });
  const parts = envelope(version, { headers: [], body: [], fault });
  const body = membersShape(codec, parts.body, [[fault, { kind: 'members', entries }]]);
  const shape = membersShape(codec, parts.root, [[parts.body, body]]);
  return { version, side: nothing, faultSlot: -1, program: codec.program(parts.root, shape, entries.length) };
}

function compile(codec: Codec, side: SoapPattern, version: SoapVersion, fault: ElementDecl | undefined): Message {
  const headers = side.headers.map((h) => h.part.element);
  const parts = envelope(version, { headers, body: side.body.map((b) => b.element), fault });
  const faultSlot = fault ? side.slots : -1;
  const headerShapes = side.headers.map((h) => [h.part.element, h.shape] as const);
  const bodyShapes = side.body.map((b) => [b.element, b.shape] as const);
  if (fault) bodyShapes.push([fault, { kind: 'hole', slot: faultSlot }]);
  // An empty Header is neither written nor read.
  const header = headers.length === 0 ? [] : [[parts.header, membersShape(codec, parts.header, headerShapes)] as const];
  const shape = membersShape(codec, parts.root, [...header, [parts.body, membersShape(codec, parts.body, bodyShapes)]]);
  return { version, side, faultSlot, program: codec.program(parts.root, shape, fault ? faultSlot + 1 : side.slots) };
}

function membersShape(
  codec: Codec,
  parent: ElementDecl,
  shapes: readonly (readonly [ElementDecl, Shape])[],
): MembersShape {
  const members = codec.members(parent.type);
  return { kind: 'members', entries: shapes.map(([child, shape]) => ({ member: memberOf(members, child), shape })) };
}

function memberOf(members: readonly Member[], child: ElementDecl): Member {
  const member = members.find((m) => m.kind === 'element' && (m.element === child || isListOf(m.element, child)));
  if (!member) throw new Error(`the envelope has no member for ${child.name.local}`);
  return member;
}

/** An array of SOAP encoding is a member of its own form. */
function isListOf({ name, type }: ElementDecl, child: ElementDecl): boolean {
  return name === child.name && originalOf(type) === child.type;
}
