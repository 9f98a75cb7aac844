// One peer, the recorder in front of it, and the gateway in front of both, for the tests of one `describe`.
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Oracle, openOracle } from '../oracle/xmllint.ts';
import type { Peer } from '../peers/peer.ts';
import { type RunningGateway, startGateway } from './gateway.ts';
import { type Recorded, type Recorder, startRecorder } from './recorder.ts';

export interface Scenery {
  readonly start: () => Promise<Peer>;
  /** Where the peer serves, e.g. `/accounts`. */
  readonly path: string;
  readonly mapping: string;
  readonly wsdl: string;
  /** No recorder in between: the peer breaks connections, which a proxy could not pass on. */
  readonly direct?: boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Body text, untouched: digits count. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: its shape is what the tests check
  readonly json: any;
}

export interface Scene {
  /** REST call. A body is sent as JSON. */
  call(line: string, body?: unknown, headers?: Record<string, string>, redirect?: 'follow' | 'manual'): Promise<Answer>;
  /** The last exchange with the peer. */
  last(): Recorded;
  calls(): number;
}

/** Sets the scene and, at the end, lets libxml2 judge every message that went to the peer. */
export function setScene({ start, path, mapping, wsdl, direct = false }: Scenery): Scene {
  let peer: Peer | undefined;
  let recorder: Recorder | undefined;
  let gateway: RunningGateway | undefined;
  let oracle: Oracle | undefined;

  beforeAll(async () => {
    peer = await start();
    if (!direct) recorder = await startRecorder(peer.origin);
    gateway = await startGateway(mapping, (recorder ?? peer).origin + path);
    oracle = openOracle(wsdl.endsWith('parcels.wsdl') ? dirname(wsdl) : wsdl);
  });

  afterAll(async () => {
    const code = await gateway?.stop();
    await recorder?.stop();
    await peer?.stop();
    const sent = recorder?.calls ?? [];
    const verdicts = oracle?.validate(sent.map((c) => c.request)) ?? [];
    oracle?.close();
    const bad = sent.flatMap((c, i) =>
      verdicts[i].valid ? [] : [{ xml: c.request.toString(), problems: verdicts[i].problems }],
    );
    expect(bad).toEqual([]);
    if (!direct) expect(sent.length).toBeGreaterThan(0);
    expect(code).toBe(0);
  });

  return {
    call: (line, body, headers = {}, redirect = 'follow') => callRest(gateway!.origin, line, body, headers, redirect),
    last: () => recorder!.calls.at(-1)!,
    calls: () => recorder!.calls.length,
  };
}

export async function callRest(
  origin: string,
  line: string,
  body: unknown,
  headers: Record<string, string>,
  redirect: 'follow' | 'manual',
): Promise<Answer> {
  const [method, target] = line.split(' ');
  const content = body === undefined ? {} : { 'content-type': 'application/json' };
  const payload = body === undefined || typeof body === 'string' ? (body as string | undefined) : JSON.stringify(body);
  const response = await fetch(origin + target, {
    method,
    headers: { ...content, ...headers },
    body: payload,
    redirect,
  });
  const text = await response.text();
  const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson && text !== '' ? JSON.parse(text) : undefined,
  };
}

/** A folder of tutorial or test mappings. */
export const tutorial = (name: string) => join(import.meta.dirname, '../../mappings', name);
export const testMapping = (name: string) => join(import.meta.dirname, 'mappings', name);
