// The back binding over a real transport, and a peer that a test scripts.

import { createSoapBack, type SoapBack, type SoapBackOptions } from '../../../src/binding/soap/back/back.ts';
import { SoapstoneError } from '../../../src/errors/errors.ts';
import { openExchange } from '../../../src/exchange/model/exchange.ts';
import { Fault } from '../../../src/fault/fault.ts';
import { fromJs, textOf } from '../../../src/json/value.ts';
import type { Exchange, Response, StreamSink } from '../../../src/rule/exchange.ts';
import type { Bindings } from '../../../src/rule/pattern.ts';
import type { Rule } from '../../../src/rule/rule.ts';
import { type HttpTransport, type HttpTransportOptions, httpTransport } from '../../../src/transport/http.ts';
import { RawPeer, type Script } from '../../transport/raw-peer.ts';
import { type Shelf, shelf } from './shelf.ts';

export class Scene {
  readonly peer: RawPeer;
  readonly shelf: Shelf;
  readonly transport: HttpTransport;
  readonly back: SoapBack;

  private constructor(peer: RawPeer, options: Partial<SoapBackOptions>, http: Partial<HttpTransportOptions>) {
    this.peer = peer;
    this.shelf = shelf();
    this.transport = httpTransport({ origin: peer.origin, ...http });
    this.back = createSoapBack({ codec: this.shelf.codec, transport: this.transport, ...options });
  }

  static async open(
    script: Script,
    options: Partial<SoapBackOptions> = {},
    http: Partial<HttpTransportOptions> = {},
  ): Promise<Scene> {
    return new Scene(await RawPeer.listen(script), options, http);
  }

  exchange(rule: Rule, bindings: Bindings = [fromJs(7)], sink?: StreamSink): Exchange {
    return openExchange({ id: 'x', rule, bindings, sink }, 10_000);
  }

  call(rule: Rule, bindings?: Bindings): Promise<Response> {
    return this.back.handle(this.exchange(rule, bindings));
  }

  async close(): Promise<void> {
    await this.transport.destroy(new Error('test over'));
    await this.peer.close();
  }
}

/** The JSON texts of bindings. */
export function texts(bindings: Bindings): (string | undefined)[] {
  return bindings.map((value) => value && textOf(value));
}

/** Code and status of what a call fails with. */
export async function failure(
  call: Promise<unknown>,
): Promise<{ code: string; status: number; message: string; error: unknown }> {
  const error = await call.then(
    (value) => {
      throw new Error(`expected a failure, got ${JSON.stringify(value)}`);
    },
    (e: unknown) => e,
  );
  if (error instanceof Fault)
    return { code: error.init.code, status: error.init.status, message: error.message, error };
  if (error instanceof SoapstoneError) return { code: error.code, status: error.status, message: error.message, error };
  throw error;
}
