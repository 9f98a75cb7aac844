// The law of the loop of SOAP: one request, to the service itself and through both gateways; what comes back and what the service was
// asked are the same, but for what limits.ts says.

import { expect } from 'vitest';
import type { Operation, SoapVersion } from '../../src/contract/model/contract.ts';
import type { Mapping } from '../../src/mapping/model/mapping.ts';
import { travelling } from '../laws/contracts.ts';
import type { Chain } from './chain.ts';
import { envelope, media, Reader, type Said } from './envelope.ts';
import { expectedFault, type Limits } from './limits.ts';
import type { Parts } from './random.ts';

export interface Talk {
  readonly operation: Operation;
  /** That the client speaks with the gateway; with the service it speaks the service's. */
  readonly version: SoapVersion;
  readonly request: Parts;
  /** Envelope; empty for a one-way operation. */
  readonly response: string;
}

export class SoapLaw {
  private readonly chain: Chain;
  readonly reader: Reader;

  constructor(chain: Chain, { contract }: Mapping) {
    this.chain = chain;
    this.reader = new Reader(contract.schemas, travelling(contract));
  }

  async ask(url: string, operation: Operation, version: SoapVersion, { body, header }: Parts): Promise<Said> {
    const action = version === '1.1' ? { soapaction: `"${operation.action}"` } : undefined;
    const headers = { 'content-type': media[version], ...action };
    const { status, text } = await this.chain.caller.call('POST', url, headers, envelope(version, body, header));
    return text === '' ? { version, status, header: [] } : { ...this.reader.read(text), status };
  }

  /** `others`: responses to requests of other operations, by a part of the request's text. */
  async check({ operation, version, request, response }: Talk, own: Limits, others: Others = []): Promise<void> {
    const { peer, direct: service, through: loop } = this.chain;
    const { version: served } = operation;
    peer.asked.length = 0;
    peer.answer = ({ body }) => {
      const said = others.find(([part]) => body.includes(part))?.[1] ?? response;
      return { status: statusOf(said), headers: { 'content-type': media[served] }, body: said };
    };
    const direct = await this.ask(service, operation, served, request);
    const through = await this.ask(loop, operation, version, request);
    const [wanted, ...asked] = peer.asked
      .filter(({ body }) => !others.some(([part]) => body.includes(part)))
      .map(({ body }) => this.reader.read(body));
    const refused = own.refused?.(wanted);
    if (refused !== undefined) {
      expect(asked).toEqual([]);
      expect(through.fault?.code).toBe(version === '1.1' ? 'Client' : 'Sender');
      expect(through.fault?.reason).toContain(refused);
      return;
    }
    expect(asked[0] ?? through).toEqual(own.request?.(wanted) ?? wanted);
    const broken = own.broken?.(direct);
    if (broken !== undefined) {
      expect(through.fault?.code).toBe(version === '1.1' ? 'Server' : 'Receiver');
      expect(through.fault?.reason).toContain(broken);
      return;
    }
    const expected = direct.fault && expectedFault(direct.fault, operation, version);
    const fault = expected && (own.fault?.(expected, wanted, version) ?? expected);
    const status = fault?.code === 'Sender' ? 400 : fault ? 500 : direct.status;
    expect(through).toEqual({ ...(own.response?.(direct) ?? direct), version, status, ...(fault && { fault }) });
  }
}

export type Others = readonly (readonly [part: string, response: string])[];

/** SOAP 1.1 §6.2, SOAP 1.2 Part 2 §7.5.2.2: 400 for Sender. */
function statusOf(response: string): number {
  if (response === '') return 202;
  if (!/<e:Fault[ >]/.test(response)) return 200;
  return response.includes('e:Sender<') ? 400 : 500;
}
