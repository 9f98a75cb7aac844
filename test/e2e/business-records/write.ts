// add, update and upsert by raw envelopes, of records in the JSON of messages.
import { expect } from 'vitest';
import type { Doc } from '../../../examples/records/store/values.ts';
import type { Scene } from '../../examples/records/scene.ts';
import { Transcode } from '../../laws/transcode.ts';
import { contract, type Kind, plainCodec } from './drawn.ts';

type Write = (scene: Scene, kind: Kind, doc: Doc) => Promise<string>;

/** Each gives the internal id of the record. */
export const added = write('add');
export const updated = write('update');
export const upserted = write('upsert');

function write(operation: string): Write {
  const { input } = contract.operations.find(({ name }) => name === operation)!;
  const request = new Transcode(plainCodec, input.body[0]);
  return async (scene, { type }, doc) => {
    const body = request.encode(JSON.stringify({ record: { $type: type.typeName, ...doc } }));
    const answer = await scene.ask(body);
    expect([answer.status, answer.text('message')]).toEqual([200, undefined]);
    return /<\w+:baseRef [^>]*internalId="(\d+)"/.exec(answer.xml)![1];
  };
}
