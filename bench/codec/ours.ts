// Ours: XML bytes to JSON bytes and back, every value checked against its type.
import assert from 'node:assert/strict';
import { ByteBuffer } from '../../src/bytes/buffer.ts';
import { createCodec } from '../../src/codec/create.ts';
import { dialect } from '../../src/codec/datatypes/dialect.ts';
import type { Program } from '../../src/codec/model/codec.ts';
import { loadContract } from '../../src/contract/load.ts';
import { type Json, json, textOf } from '../../src/json/value.ts';
import { erpWsdl } from '../erp/files.ts';
import { namespaces } from '../erp/node.ts';
import { envelopeProgram } from './envelope.ts';
import { type Input, replies, requests } from './inputs.ts';
import type { Mode, Modes } from './mode.ts';

const CHUNK = 16 * 1024;

const contract = await loadContract(erpWsdl);
const codec = createCodec(contract.schemas, dialect(new Map(Object.entries(namespaces))));

function program(name: string): Program {
  const element = contract.schemas.elements.get(`{${namespaces.msg}}${name}`);
  assert.ok(element, name);
  return envelopeProgram(codec, element);
}

function expectJson(value: Json | undefined, input: Input): void {
  assert.ok(value);
  assert.deepEqual(JSON.parse(textOf(value)), JSON.parse(input.json.toString()));
}

function whole(input: Input, compiled: Program): Mode {
  const run = () => {
    const decoder = compiled.decoder();
    decoder.write(input.xml);
    return decoder.end()[0];
  };
  return { run, check: () => expectJson(run(), input) };
}

function chunked(input: Input, compiled: Program): Mode {
  const chunks: Buffer[] = [];
  for (let at = 0; at < input.xml.length; at += CHUNK) chunks.push(input.xml.subarray(at, at + CHUNK));
  const run = () => {
    const decoder = compiled.decoder();
    for (const chunk of chunks) decoder.write(chunk);
    return decoder.end()[0];
  };
  return { run, check: () => expectJson(run(), input) };
}

/** The bytes leave while they are decoded, as in a streamed response. */
function streamed(input: Input, compiled: Program): Mode {
  const chunks: Buffer[] = [];
  for (let at = 0; at < input.xml.length; at += CHUNK) chunks.push(input.xml.subarray(at, at + CHUNK));
  const pass = (onBytes: (bytes: Uint8Array) => void) => {
    const decoder = compiled.decoder({ stream: { slot: 0, onBytes } });
    for (const chunk of chunks) decoder.write(chunk);
    decoder.end();
  };
  const check = () => {
    const out: Buffer[] = [];
    pass((bytes) => out.push(Buffer.from(bytes)));
    expectJson(json(Buffer.concat(out)), input);
  };
  let sum = 0;
  const run = () => {
    pass((bytes) => {
      sum += bytes.length;
    });
    return sum;
  };
  return { run, check };
}

export function decoding(): Modes {
  const { one, list } = replies();
  const listProgram = program('ListOrdersResponse');
  return new Map([
    ['decode one', whole(one, program('GetOrderResponse'))],
    ['decode list', whole(list, listProgram)],
    ['decode list in 16 KB chunks', chunked(list, listProgram)],
    ['decode list in 16 KB chunks, streamed', streamed(list, listProgram)],
  ]);
}

/** From JSON bytes that nobody has looked at yet. */
function encode(input: Input, compiled: Program, decoder: Program): Mode {
  const out = new ByteBuffer(1024);
  const run = () => {
    out.reset();
    compiled.encode([json(input.json)], out);
    return out.length;
  };
  const check = () => {
    run();
    const machine = decoder.decoder();
    machine.write(out.slice());
    expectJson(machine.end()[0], input);
  };
  return { run, check };
}

export function encoding(): Modes {
  const { one, list } = requests();
  const add = program('AddOrders');
  return new Map([
    ['encode one', encode(one, add, add)],
    ['encode list', encode(list, add, add)],
  ]);
}
