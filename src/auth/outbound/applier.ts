// The interface of a kind of upstream credential, and the draft that it adds to.
import type { CallAddress, Exchange, OutboundCredential, ResponseProtection } from '../../rule/exchange.ts';
import type { OutgoingRequest } from '../../transport/transport.ts';
import type { CallValues } from '../settings/values.ts';

/** Adds a credential to the draft of one request. Throws SoapstoneError where it cannot be sent. */
export type Applier = (values: CallValues, draft: ProofDraft, exchange: Exchange) => undefined | Promise<void>;

/** A credential that the gateway can get anew. */
export interface RenewableCredential {
  /** The service has taken it. */
  accepted(): void;
  /** The service has refused it. True: the next call gets another one. */
  renew(): boolean;
}

export class ProofDraft {
  readonly fields: string[] = [];
  readonly blocks: Uint8Array[] = [];
  readonly signers: ((request: OutgoingRequest) => OutgoingRequest)[] = [];
  isEncrypted = false;
  protection: ResponseProtection | undefined = undefined;
  address: CallAddress | undefined = undefined;
  renewable: RenewableCredential | undefined = undefined;

  toProof(): OutboundCredential {
    const { fields, blocks, signers, protection, isEncrypted, address } = this;
    const sign =
      signers.length === 0 ? undefined : (request: OutgoingRequest) => signers.reduce((r, apply) => apply(r), request);
    return { fields, blocks, sign, protection, isEncrypted, address };
  }
}
