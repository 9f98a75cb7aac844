// The gateway between a caller and a peer that are bytes in memory: both bindings, the filters and node's own writer of responses, without sockets.

import { subscribe } from 'node:diagnostics_channel';
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { createCredentials } from '../../../src/auth/authentication.ts';
import { Fetches } from '../../../src/auth/fetch/fetches.ts';
import { AuthFailures } from '../../../src/auth/inbound/failure-limit.ts';
import { KeySets } from '../../../src/auth/inbound/jwks.ts';
import type { AuthSettings } from '../../../src/auth/settings/settings.ts';
import { type RequestRecord, requestChannel } from '../../../src/binding/channels.ts';
import type { Middleware } from '../../../src/binding/front-call.ts';
import { createRestBack } from '../../../src/binding/rest/back/back.ts';
import { createRestFront } from '../../../src/binding/rest/front/front.ts';
import { createSoapBack } from '../../../src/binding/soap/back/back.ts';
import { createSoapFront } from '../../../src/binding/soap/front/front.ts';
import { createPipeline } from '../../../src/exchange/pipeline.ts';
import { loadMapping } from '../../../src/mapping/load.ts';
import type { Mapping } from '../../../src/mapping/model/mapping.ts';
import type { HeaderFields } from '../../../src/rule/pattern.ts';
import { memoryStore } from '../../../src/store/memory.ts';
import type { Sender } from '../../../src/transport/transport.ts';

const mapping = await loadMapping(join(import.meta.dirname, '../../security/notes'));

export interface PeerReply {
  readonly status: number;
  readonly fields: HeaderFields;
  readonly pieces: readonly Uint8Array[];
}

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface Answered {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  /** Requests that the peer got. */
  readonly sent: readonly { readonly method: string; readonly path: string; readonly body: Uint8Array }[];
  readonly record: RequestRecord;
}

let response: PeerReply;
let sent: { method: string; path: string; body: Uint8Array }[] = [];
const peer: Sender = {
  send: ({ method, path, body = new Uint8Array(0) }, events) => {
    sent.push({ method, path, body });
    let over = false;
    queueMicrotask(() => {
      if (!over) events.onHead(response.status, response.fields);
      for (const piece of response.pieces) if (!over) events.onData(piece);
      if (!over) events.onEnd();
    });
    return { abort: () => (over = true), resume: () => {} };
  },
};

const store = memoryStore({ bytes: 1e6 });
const common = { timeout: 60_000, store, now: () => 0 };
const soapBack = createSoapBack({ codec: mapping.codec, transport: peer });
const restBack = createRestBack({ media: mapping.media, transport: peer });

export const restFace: Middleware = createRestFront({
  mapping,
  pipeline: createPipeline({ ...common, back: soapBack.handle }),
});
export const soapFace: Middleware = createSoapFront({
  mapping,
  rules: mapping.rules,
  pipeline: createPipeline({ ...common, back: restBack.handle, present: 'soap' }),
  path: '/soap',
});

let lastRecord: ((record: RequestRecord) => void) | undefined;
subscribe(requestChannel.name, (record) => lastRecord?.(record as RequestRecord));

/** A face that asks who calls. `mapping`: of the notes unless told. */
export function guardedFace(present: 'rest' | 'soap', settings: AuthSettings, own: Mapping = mapping): Middleware {
  const target = { origin: 'http://peer.example', transport: peer, path: () => '/', name: 'notes', urlOf: () => '' };
  const fetches = new Fetches();
  const options = {
    settings,
    auth: own.auth,
    hasCredentialFields: false,
    present,
    store,
    keySets: new KeySets(fetches),
    failures: { counts: new AuthFailures(), addressOf: () => '' },
    fetches,
  };
  const { gate, credential } = createCredentials({ ...options, ...target });
  if (present === 'rest') {
    const back = createSoapBack({ codec: own.codec, transport: peer });
    return createRestFront({
      mapping: own,
      pipeline: createPipeline({ ...common, back: back.handle, credential }),
      gate,
    });
  }
  const back = createRestBack({ media: own.media, transport: peer });
  const pipeline = createPipeline({ ...common, back: back.handle, credential, present });
  return createSoapFront({ mapping: own, rules: own.rules, pipeline, path: '/soap', gate });
}

class Wire extends Duplex {
  readonly written: Buffer[] = [];
  override _read(): void {}
  override _write(piece: Buffer, _encoding: string, done: () => void): void {
    this.written.push(piece);
    done();
  }
}

/** One exchange, to its record. */
export function exchange(face: Middleware, asked: Asked, answer: PeerReply): Promise<Answered> {
  response = answer;
  sent = [];
  const wire = new Wire();
  const req = new IncomingMessage(wire as unknown as Socket);
  Object.assign(req, {
    method: asked.method,
    url: asked.url,
    complete: true,
    httpVersionMajor: 1,
    httpVersionMinor: 1,
  });
  Object.assign(req.headers, asked.headers);
  if (asked.body.length > 0) req.headers['content-length'] = String(asked.body.length);
  const res = new ServerResponse(req);
  res.assignSocket(wire as unknown as Socket);
  // As node's own server does.
  wire.on('drain', () => res.emit('drain'));
  res.once('finish', () => res.emit('close'));
  return new Promise((resolve, reject) => {
    lastRecord = (record) => {
      const text = Buffer.concat(wire.written).toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      const body = Buffer.from(text.slice(end + 4), 'latin1').toString();
      const type = /^content-type: (.*)$/im.exec(text.slice(0, Math.max(0, end)))?.[1] ?? '';
      resolve({ status: res.headersSent ? res.statusCode : 0, type, body, sent, record });
    };
    // A request that is read while it is not yet complete is as good as any.
    req.push(asked.body);
    req.push(null);
    try {
      face(req, res);
    } catch (error) {
      reject(error);
    }
  });
}
