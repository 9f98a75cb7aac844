// One bridge on a port of its own, on this machine alone, whose exchanges are captured.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RequestRecord, requestChannel } from '../../binding/channels.ts';
import type { CapturedExchange } from '../../capture/captured.ts';
import type { Bridge } from '../../server/bridges/bridge.ts';
import { openBridges } from '../../server/bridges/open-bridges.ts';
import { WireCapture } from '../../server/capture/wire-capture.ts';
import { programSettings, type SoapstoneOptions } from '../../server/settings/program.ts';

export interface LocalBridge {
  readonly bridge: Bridge;
  readonly origin: string;
  /** Resolves with the next exchange, when it is over. */
  captured(): Promise<CapturedExchange>;
  close(): Promise<void>;
}

const MIB = 1024 * 1024;

/** @throws Problems of options, table and contract. */
export async function openLocalBridge(options: SoapstoneOptions): Promise<LocalBridge> {
  let next = Promise.withResolvers<CapturedExchange>();
  const capture = new WireCapture({
    targets: ['*'],
    count: 10,
    bodyBytes: MIB,
    memory: 64 * MIB,
    redact: [],
    onCaptured: (exchange) => next.resolve(exchange),
  });
  const { bridges } = programSettings(options);
  const { aroundTransport: around, aroundPipeline } = capture;
  const [bridge] = await openBridges(bridges, [], { around, aroundPipeline });
  capture.bridges = () => [bridge];
  const record = (message: unknown) => capture.add(message as RequestRecord);
  subscribe(requestChannel.name, record);
  const server = createServer(capture.around((req, res) => bridge.handle(req, res)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    bridge,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    captured: async () => {
      const exchange = await next.promise;
      next = Promise.withResolvers();
      return exchange;
    },
    close: async () => {
      unsubscribe(requestChannel.name, record);
      server.close();
      server.closeAllConnections();
      await bridge.close();
    },
  };
}
