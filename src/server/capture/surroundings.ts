// What stands around listeners, pipelines and transports: traces outside, captures inside, since they show what is really sent.
import type { RequestListener } from 'node:http';
import type { Snapshots } from '../../mapping/snapshot/snapshot-folder.ts';
import type { BridgeMeans } from '../bridges/bridge.ts';
import type { AroundTransport, Tracing } from '../traces/tracing.ts';
import type { WireCapture } from './wire-capture.ts';

export class Surroundings {
  readonly means: BridgeMeans;
  private readonly tracing: Tracing | undefined;
  private readonly capture: WireCapture | undefined;

  constructor(
    tracing: Tracing | undefined,
    capture: WireCapture | undefined,
    snapshots?: Snapshots,
    sharing?: BridgeMeans['sharing'],
  ) {
    this.tracing = tracing;
    this.capture = capture;
    this.means = {
      around: both(capture?.aroundTransport, tracing?.aroundTransport),
      aroundPipeline: capture?.aroundPipeline,
      snapshots,
      sharing,
    };
  }

  listener(listener: RequestListener): RequestListener {
    const captured = this.capture?.around(listener) ?? listener;
    return this.tracing?.around(captured) ?? captured;
  }
}

function both(inside: AroundTransport | undefined, outside: AroundTransport | undefined): AroundTransport | undefined {
  if (inside === undefined || outside === undefined) return inside ?? outside;
  return (bridge, origin, transport) => outside(bridge, origin, inside(bridge, origin, transport));
}
