// Captures the messages of chosen requests on both sides. Stands around the listener, the pipelines and the transports only where it is on: off, it costs nothing.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestListener } from 'node:http';
import type { RequestRecord } from '../../binding/channels.ts';
import { requestId } from '../../binding/identity.ts';
import { CaptureStore } from '../../capture/capture-store.ts';
import type { CapturedExchange } from '../../capture/captured.ts';
import { Redaction } from '../../capture/redaction.ts';
import type { Pipeline } from '../../rule/exchange.ts';
import { frontSide } from '../bridges/exposed-rules.ts';
import type { AroundTransport } from '../traces/tracing.ts';
import { type SecretBridge, secretsOf } from './bridge-secrets.ts';
import { type CaptureRoom, LiveCapture } from './live-capture.ts';

/** In place of rules and request ids: every request. */
const ANY = '*';

export interface CaptureOptions {
  /** Rule ids and request ids; `*`: every request. */
  readonly targets: readonly string[];
  /** Most exchanges, those in flight and those held. */
  readonly count: number;
  /** Most bytes of one body. */
  readonly bodyBytes: number;
  /** Most memory of bodies in flight, and as much again of what is held, in bytes. */
  readonly memory: number;
  /** Further secret names: header fields, elements, members, parameters. */
  readonly redact: readonly string[];
  /** Hears of each exchange. */
  readonly onCaptured?: (exchange: CapturedExchange) => void;
}

/** Bridges in use. */
type Bridges = () => readonly SecretBridge[];

export class WireCapture {
  readonly store: CaptureStore;
  bridges: Bridges = () => [];
  private readonly options: CaptureOptions;
  private readonly targets: ReadonlySet<string>;
  private readonly room: CaptureRoom;
  /** By request id. Of several requests with one id at a time, the first is captured. */
  private readonly live = new Map<string, LiveCapture>();
  private readonly context = new AsyncLocalStorage<LiveCapture>();

  constructor(options: CaptureOptions) {
    const { count, memory, bodyBytes, targets } = options;
    this.options = options;
    this.targets = new Set(targets);
    this.store = new CaptureStore({ count, memory });
    this.room = { bodyBytes, memory: { left: memory } };
  }

  around(listener: RequestListener): RequestListener {
    return (req, res) => {
      const id = requestId(req.headers['x-request-id']);
      if (this.live.size < this.options.count && !this.live.has(id)) {
        req.headers['x-request-id'] = id;
        const live = new LiveCapture(id, this.room, req, res);
        this.live.set(id, live);
        // Its record comes with the same event, perhaps later.
        res.once('close', () => setImmediate(() => this.drop(live)));
      }
      listener(req, res);
    };
  }

  /** Calls of a pipeline know their request by the asynchronous context. */
  readonly aroundPipeline = (pipeline: Pipeline): Pipeline => ({
    open: pipeline.open,
    handle: (exchange) => {
      const live = this.live.get(exchange.id);
      if (live === undefined) return pipeline.handle(exchange);
      live.credential = exchange.caller?.fields ?? live.credential;
      return this.context.run(live, () => pipeline.handle(exchange));
    },
  });

  readonly aroundTransport: AroundTransport = (_bridge, origin, transport) => ({
    ...transport,
    send: (request, handler) =>
      transport.send(request, this.context.getStore()?.call(origin, request, handler) ?? handler),
  });

  /** The end of a request. */
  add(record: RequestRecord): void {
    const live = this.live.get(record.id);
    if (live === undefined) return;
    if (!this.isTarget(record)) return this.drop(live);
    this.live.delete(live.id);
    const [bridge] = this.bridges().filter(({ settings }) => settings.name === record.bridge);
    const exchange = live.finish(
      record,
      bridge && frontSide(bridge.settings.present),
      this.redaction(bridge, live.credential),
    );
    this.store.add(exchange);
    this.options.onCaptured?.(exchange);
  }

  private isTarget({ id, rule = '' }: RequestRecord): boolean {
    return this.targets.has(ANY) || this.targets.has(id) || this.targets.has(rule);
  }

  /** A request that no bridge has taken may hold the secrets of any. */
  private redaction(bridge: SecretBridge | undefined, credential: ReadonlyMap<string, string>): Redaction {
    const { redact } = this.options;
    const secrets = (bridge === undefined ? this.bridges() : [bridge]).map((one) => secretsOf(one, credential));
    return new Redaction({
      fields: [...secrets.flatMap(({ fields }) => fields), ...redact],
      names: [...secrets.flatMap(({ names }) => names), ...redact],
      values: secrets.flatMap(({ values }) => values),
    });
  }

  private drop(live: LiveCapture): void {
    if (this.live.get(live.id) !== live) return;
    this.live.delete(live.id);
    live.drop();
  }
}
