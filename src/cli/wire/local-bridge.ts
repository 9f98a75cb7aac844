// One bridge on a port of its own, on this machine alone, whose exchanges are captured.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { finished } from 'node:stream/promises';
import { type RequestRecord, requestChannel } from '../../binding/channels.ts';
import type { CapturedExchange } from '../../capture/captured.ts';
import type { DescribedRequest } from '../../explain/request-line.ts';
import type { Bridge } from '../../server/bridges/bridge.ts';
import { openBridges } from '../../server/bridges/open-bridges.ts';
import { WireCapture } from '../../server/capture/wire-capture.ts';
import type { FileSettings } from '../../server/settings/file.ts';
import { programSettings, type SoapstoneOptions } from '../../server/settings/program.ts';

export interface LocalBridge {
  readonly bridge: Bridge;
  /** Sends a request and resolves with its exchange, when that is over. One at a time. */
  send(request: DescribedRequest): Promise<CapturedExchange>;
  close(): Promise<void>;
}

const MIB = 1024 * 1024;

/** `file`: settings that the options lack. @throws Problems of options, table and contract. */
export async function openLocalBridge(options: SoapstoneOptions, file?: FileSettings): Promise<LocalBridge> {
  let next = Promise.withResolvers<CapturedExchange>();
  const capture = new WireCapture({
    targets: ['*'],
    count: 10,
    bodyBytes: MIB,
    memory: 64 * MIB,
    redact: [],
    onCaptured: (exchange) => next.resolve(exchange),
  });
  const { bridges } = programSettings(options, file);
  const { aroundTransport: around, aroundPipeline } = capture;
  const [bridge] = await openBridges(bridges, [], { around, aroundPipeline, isTrial: true });
  capture.bridges = () => [bridge];
  const record = (message: unknown) => capture.add(message as RequestRecord);
  subscribe(requestChannel.name, record);
  const server = createServer(capture.around((req, res) => bridge.handle(req, res)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    bridge,
    send: async (described) => {
      next = Promise.withResolvers();
      await requestTo(origin, described);
      return next.promise;
    },
    close: async () => {
      unsubscribe(requestChannel.name, record);
      server.close();
      server.closeAllConnections();
      await bridge.close();
    },
  };
}

/** `fetch` sends no body with GET, which the gateway has to judge. */
async function requestTo(origin: string, { method, path, query, headers, body }: DescribedRequest): Promise<void> {
  const media = body && headers['content-type'] === undefined ? { 'content-type': 'application/json' } : {};
  const length = body && { 'content-length': String(body.length) };
  const clientRequest = request(new URL(`${origin}${path}${query === '' ? '' : `?${query}`}`), {
    method,
    headers: { ...media, ...headers, ...length },
    agent: false,
  });
  const response = once(clientRequest, 'response');
  clientRequest.end(body);
  const [incoming] = (await response) as [IncomingMessage];
  await finished(incoming.resume());
}
