// Makes the detail of a SOAP fault from an error response of a REST service. Off the hot path.
import { ByteBuffer } from '../../bytes/buffer.ts';
import type { Codec, Program } from '../../codec/model/codec.ts';
import type { ElementDecl } from '../../contract/model/model.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import type { DetailElement } from '../../fault/table.ts';
import { type Json, json, OBJECT } from '../../json/value.ts';
import { kindOf, membersOf } from '../../json/walk.ts';

export function detailElement(element: ElementDecl, codec: Codec): DetailElement {
  let program: Program | undefined;

  function refusal(value: Json): SoapstoneError | undefined {
    program ??= codec.program(element, { kind: 'hole', slot: 0 }, 1);
    try {
      program.encode([value], new ByteBuffer());
      return undefined;
    } catch (error) {
      if (error instanceof SoapstoneError) return error;
      throw error;
    }
  }

  function declared(value: Json): Json | undefined {
    return kindOf(value) === OBJECT ? ownMembers(value, element, codec) : undefined;
  }

  return {
    name: element.name,
    from: (value) => {
      if (refusal(value) === undefined) return value;
      const members = declared(value);
      return members && refusal(members) === undefined ? members : undefined;
    },
    refusal: (value) => refusal(declared(value) ?? value),
  };
}

/** Drops the members of a problem that the contract does not have. */
function ownMembers(value: Json, { type }: ElementDecl, codec: Codec): Json | undefined {
  if (type.kind === 'simple') return undefined;
  const keys = new Set([
    '$nil',
    ...codec.namings(type).map(({ key }) => key),
    ...codec.members(type).map(({ key }) => key),
  ]);
  const members = membersOf(value).filter(([name]) => keys.has(name));
  const texts = members.map(([name, v]) => `${JSON.stringify(name)}:${Buffer.from(v.bytes.subarray(v.start, v.end))}`);
  return json(Buffer.from(`{${texts.join()}}`));
}
