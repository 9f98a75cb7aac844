// Captures the messages of chosen requests on both sides. Stands around the listener, the pipelines and the transports only where it is on: off, it costs nothing.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { RequestRecord } from '../../binding/channels.ts';
import { requestId } from '../../binding/identity.ts';
import { CaptureStore } from '../../capture/capture-store.ts';
import type { CapturedExchange } from '../../capture/captured.ts';
import { Redaction } from '../../capture/redaction.ts';
import { pathNames } from '../../mapping/runtime/path-names.ts';
import type { Pipeline } from '../../rule/exchange.ts';
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
  /** Hears of an exchange that could not be captured: its request goes on all the same. */
  readonly onFailed?: (error: unknown) => void;
}

/** Bridges in use. */
type Bridges = () => readonly SecretBridge[];

export class WireCapture {
  readonly store: CaptureStore;
  bridges: Bridges = () => [];
  private readonly options: CaptureOptions;
  private readonly targets: ReadonlySet<string>;
  private readonly room: CaptureRoom;
  /** Captures in flight. */
  private running = 0;
  /** The request that code runs for: request ids are the client's to choose, and several requests may have one. */
  private readonly context = new AsyncLocalStorage<LiveCapture | undefined>();

  constructor(options: CaptureOptions) {
    const { count, memory, bodyBytes, targets } = options;
    this.options = options;
    this.targets = new Set(targets);
    this.store = new CaptureStore({ count, memory });
    this.room = { bodyBytes, memory: { left: memory } };
  }

  around(listener: RequestListener): RequestListener {
    return (req, res) => {
      const live = this.running < this.options.count ? this.begin(req, res) : undefined;
      this.context.run(live, listener, req, res);
    };
  }

  private begin(req: IncomingMessage, res: ServerResponse): LiveCapture {
    const id = requestId(req.headers['x-request-id']);
    req.headers['x-request-id'] = id;
    const live = new LiveCapture(id, this.room, req, res);
    for (const emitter of [req, res]) this.keepContext(emitter, live);
    this.running++;
    // Its record comes with the same event, perhaps later.
    res.once('close', () => setImmediate(() => this.end(live)));
    return live;
  }

  /** Node emits events of a message in the context of its connection. */
  private keepContext(emitter: EventEmitter, live: LiveCapture): void {
    const emit = emitter.emit as (...all: unknown[]) => boolean;
    emitter.emit = (...all: unknown[]) => this.context.run(live, () => emit.apply(emitter, all));
  }

  readonly aroundPipeline = (pipeline: Pipeline): Pipeline => ({
    open: pipeline.open,
    handle: (exchange) => {
      const live = this.liveOf(exchange.id);
      if (live !== undefined) live.credential = exchange.caller?.fields ?? live.credential;
      return pipeline.handle(exchange);
    },
  });

  readonly aroundTransport: AroundTransport = (_bridge, origin, transport) => ({
    ...transport,
    send: (request, handler) =>
      transport.send(request, this.context.getStore()?.call(origin, request, handler) ?? handler),
  });

  /** A request that has calls of tools in it has a record of each: the first one that is wanted names the exchange. */
  add(record: RequestRecord): void {
    const live = this.liveOf(record.id);
    if (live !== undefined && this.isTarget(record)) live.record ??= record;
  }

  /** A record without a request, such as that of malformed bytes, may be published in the context of an earlier one. */
  private liveOf(id: string): LiveCapture | undefined {
    const live = this.context.getStore();
    return live?.id === id ? live : undefined;
  }

  /** Never throws: a capture must not end the process. */
  private end(live: LiveCapture): void {
    this.running--;
    try {
      if (live.record !== undefined) this.hold(live, live.record);
    } catch (error) {
      this.store.dropped++;
      this.options.onFailed?.(error);
    } finally {
      live.drop();
    }
  }

  private hold(live: LiveCapture, record: RequestRecord): void {
    const bridge = this.bridges().find(({ settings }) => settings.name === record.bridge);
    const redaction = this.redaction(bridge, live.credential, record.rule);
    const exchange = live.finish(record, bridge?.settings.present, redaction);
    this.store.add(exchange);
    this.options.onCaptured?.(exchange);
  }

  private isTarget({ id, rule = '' }: RequestRecord): boolean {
    return this.targets.has(ANY) || this.targets.has(id) || this.targets.has(rule);
  }

  /** A request that no bridge has taken may hold the secrets of any. */
  private redaction(
    bridge: SecretBridge | undefined,
    credential: ReadonlyMap<string, string>,
    id: string | undefined,
  ): Redaction {
    const { rules = [] } = bridge?.mapping ?? {};
    const rule = id === undefined ? undefined : rules.find((one) => one.id === id);
    const { redact } = this.options;
    const secrets = (bridge === undefined ? this.bridges() : [bridge]).map((one) => secretsOf(one, credential));
    return new Redaction({
      ids: pathNames(rules, rule),
      template: rule?.request.rest.template,
      fields: [...secrets.flatMap(({ fields }) => fields), ...redact],
      names: [...secrets.flatMap(({ names }) => names), ...redact],
      values: secrets.flatMap(({ values }) => values),
    });
  }
}
