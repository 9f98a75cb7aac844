// The records service, the gateway with the record API in front of it, and perhaps a second one with SOAP in front of that. All that goes
// to the service is kept for xmllint.
import { demoAccount } from '../../../examples/records/access/people.ts';
import type { RecordsOptions } from '../../../examples/records/service.ts';
import { Scene } from '../../examples/records/scene.ts';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { type Recorder, startRecorder } from '../recorder.ts';
import { type Answer, callRest, tutorial } from '../scene.ts';
import { RELEASE, type Shown, type Signing, startSigning } from './signing.ts';

export const BASE = '/services/rest/record/v1';

export class House {
  /** Callers of the SOAP service by raw envelopes. */
  readonly soap = new Scene();
  /** What the service is shown for requests of the gateway. */
  shown: () => Shown = () => this.soap.token();
  /** That of the requests which the service is sent, whatever the gateway speaks. */
  release = RELEASE;
  private signing: Signing | undefined;
  private recorder!: Recorder;
  private rest_!: RunningGateway;
  private loop_: RunningGateway | undefined;

  /** The gateway signs its calls with a token, as its settings say. */
  async start(
    options: Partial<RecordsOptions> = {},
    credential: Credential = token(0),
    more: readonly string[] = [],
  ): Promise<this> {
    await this.service(options);
    this.recorder = await startRecorder(new URL(this.soap.service.url).origin);
    const upstream = this.recorder.origin + this.path;
    this.rest_ = await startGateway(mapping, upstream, ['--auth', authOf(credential), ...calm, ...more]);
    return this;
  }

  /** The gateways know no credentials unless they have settings for them, and calls are shown those of `shown` on their way; with SOAP in front of the record API, too. */
  async startLoop(options: Partial<RecordsOptions> = {}, auth?: { rest: object; soap: object }): Promise<this> {
    await this.service(options);
    this.signing = await startSigning(
      () => new URL(this.soap.service.url).origin,
      () => this.shown(),
      () => this.release,
    );
    this.recorder = await startRecorder(this.signing.origin);
    const known = (side: object | undefined) => (side ? ['--auth', JSON.stringify(side), ...calm] : calm);
    this.rest_ = await startGateway(mapping, this.recorder.origin + this.path, known(auth?.rest));
    this.loop_ = await startGateway(mapping, this.rest_.origin, ['--present', 'soap', ...known(auth?.soap)]);
    return this;
  }

  /** A new service in the place of the old one, as it was in the beginning. */
  async afresh(): Promise<void> {
    await this.soap.service.close();
    await this.service({});
  }

  private async service(options: Partial<RecordsOptions>): Promise<void> {
    // A signature counts for five minutes, and a file of tests may run longer.
    this.soap.clock = Date.now;
    await this.soap.start(options);
  }

  private get path(): string {
    return new URL(this.soap.service.url).pathname;
  }

  /** Where SOAP clients find the service: straight, with credentials, and through both gateways. */
  get direct(): string {
    return this.recorder.origin + this.path;
  }

  get loop(): string {
    return this.loop_!.origin + this.path;
  }

  /** Where the record API is. */
  get api(): string {
    return this.rest_.origin;
  }

  /** `line`: method and path below the base, or as `Location` has it. Redirects are not followed. */
  rest(line: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return callRest(
      this.rest_.origin,
      line.includes(' /services/') ? line : line.replace(' ', ` ${BASE}`),
      body,
      headers,
      'manual',
    );
  }

  /** What was sent to the service so far. */
  get sent(): string[] {
    return this.recorder.calls.map(({ request }) => request.toString()).filter((text) => text !== '');
  }

  async stop(): Promise<void> {
    await this.loop_?.stop();
    await this.rest_?.stop();
    await this.recorder?.stop();
    await this.signing?.stop();
    await this.soap.service?.close();
  }
}

export const mapping = tutorial('business-records');

/** Fields of a credential. */
export type Credential = Readonly<Record<string, string>>;

export function token(which: number): Credential {
  const { person: _, role: __, ...fields } = demoAccount.tokens[which];
  return { account: demoAccount.id, ...fields };
}

export function authOf(credential: Credential): string {
  return JSON.stringify({ back: { fields: hidden(credential) } });
}

/** Fields as settings have them; secrets are in the environment of this process and of those that it starts. */
export function hidden(credential: Credential): Record<string, { readonly env: string }> {
  const places = Object.entries(credential).map(([field, value]) => {
    const env = `RECORDS_${field}`;
    process.env[env] = value;
    return [field, { env }];
  });
  return Object.fromEntries(places);
}

/** Faults are no service in trouble here. Requests that no resource takes go by the operations path. */
const calm = ['--breaker-failures', '0', '--set', 'operations=path'];
