// The records service, the gateway with the record API in front of it, and callers of both. All that is sent is kept for xmllint.
import { Scene } from '../../demo/records/scene.ts';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { type Recorder, startRecorder } from '../recorder.ts';
import { type Answer, callRest, tutorial } from '../scene.ts';
import { type Signing, startSigning } from './signing.ts';

export const BASE = '/services/rest/record/v1';

export class House {
  /** Callers of the SOAP service by raw envelopes. */
  readonly soap = new Scene();
  private signing!: Signing;
  private recorder!: Recorder;
  private gateway!: RunningGateway;

  async start(): Promise<this> {
    // The gateway signs by the real clock.
    this.soap.now = Date.now();
    await this.soap.start({ now: Date.now });
    const { url } = this.soap.service;
    this.signing = await startSigning(new URL(url).origin, () => this.soap.token());
    this.recorder = await startRecorder(this.signing.origin);
    this.gateway = await startGateway(tutorial('business-records'), this.recorder.origin + new URL(url).pathname);
    return this;
  }

  /** `line`: method and path below the base. Redirects are not followed. */
  rest(line: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return callRest(this.gateway.origin, line.replace(' ', ` ${BASE}`), body, headers, 'manual');
  }

  /** What the gateway sent so far. */
  get sent(): string[] {
    return this.recorder.calls.map(({ request }) => request.toString());
  }

  async stop(): Promise<void> {
    await this.gateway?.stop();
    await this.recorder?.stop();
    await this.signing?.stop();
    await this.soap.service?.close();
  }
}
