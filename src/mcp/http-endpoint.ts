// Streamable HTTP (MCP specification, basic/transports): one path, one message in each POST, nothing kept between them. Loads the SDK.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import { type FrontOptions, MAX_BODY_BYTES, RequestHandler } from '../binding/front-call.ts';
import { drain, readBody } from '../binding/read-body.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { type Fault, toFault } from '../fault/fault.ts';
import type { JsonLimits } from '../json/limits.ts';
import { parseMessage } from './exact-json.ts';
import { isAllowedOrigin } from './origin.ts';
import { RunningRequests, sessionFor } from './running-requests.ts';
import type { ToolClient } from './tool-call.ts';
import { type ToolServerOptions, toolServer } from './tool-server.ts';

export interface HttpEndpointOptions extends FrontOptions {
  readonly tools: ToolServerOptions;
  readonly limits: JsonLimits;
  /** Hosts whose pages may send requests. */
  readonly origins: readonly string[];
  /** Body and media type of an error. */
  writtenProblem(fault: Fault, id: string): { readonly media: string; readonly body: Uint8Array };
}

type Handle = (req: IncomingMessage, res: ServerResponse, path: string) => void;

export function createHttpEndpoint(options: HttpEndpointOptions): Handle {
  const messages = new WeakMap<Request, Message>();
  const running = new RunningRequests();
  const handler = createMcpHandler(({ requestInfo }) => {
    const message = messages.get(requestInfo as Request) as Message;
    return toolServer(options.tools, message.client, message.called);
  });
  return (req, res, path) => new McpRequestHandler({ ...options, handler, messages, running }, req, res, path).begin();
}

/** Of the streamable HTTP transport. */
const METHODS = ['DELETE', 'GET', 'POST'];

/** One HTTP request on its way through the SDK. */
interface Message {
  readonly client: ToolClient;
  called(): void;
}

interface Setting extends HttpEndpointOptions {
  readonly handler: McpHttpHandler;
  readonly messages: WeakMap<Request, Message>;
  readonly running: RunningRequests;
}

class McpRequestHandler extends RequestHandler {
  private readonly setting: Setting;
  private readonly gone = new AbortController();
  private calls = 0;

  constructor(setting: Setting, req: IncomingMessage, res: ServerResponse, path: string) {
    super(setting, req, res, path);
    this.setting = setting;
    res.on('close', () => this.gone.abort());
  }

  begin(): void {
    const { crossOrigin } = this.setting;
    if (crossOrigin && this.share(crossOrigin, [], () => METHODS)) return;
    this.admit().then(
      () => this.read(),
      (error: unknown) => this.refuse(error),
    );
  }

  /** Before the body is read. */
  private async admit(): Promise<void> {
    const { headCheck, gate } = this.setting;
    const refusal = headCheck?.(this.req);
    if (refusal) {
      this.res.shouldKeepAlive = false;
      throw refusal;
    }
    if (!this.mayCall(this.req.headers.origin))
      throw new SoapstoneError('ORIGIN', 'pages of this origin may not call tools', {
        suggestion: 'set cors to the origins of pages that may, or origins to their hosts',
      });
    this.caller = await gate?.authenticate({ req: this.req });
  }

  /** Pages that may read responses may call, too. */
  private mayCall(origin: string | undefined): boolean {
    const { origins, crossOrigin } = this.setting;
    return isAllowedOrigin(origin, origins) || crossOrigin?.([], origin).allows(origin as string) === true;
  }

  private read(): void {
    const { maxBodyBytes = MAX_BODY_BYTES } = this.setting;
    const onBody = (error: unknown, bytes: Uint8Array, received: number) => {
      this.requestBytes = received;
      if (error) this.refuse(error);
      else this.serve(bytes).catch((failure: unknown) => this.refuse(failure));
    };
    try {
      readBody(this.req, maxBodyBytes, onBody, this.memory(this.setting.addressOf?.(this.req)));
    } catch (error) {
      this.refuse(error);
    }
  }

  private async serve(bytes: Uint8Array): Promise<void> {
    const { handler, messages, limits, running } = this.setting;
    const { method = '', headers } = this.req;
    // The URL is only a name: the SDK looks at method, header fields and message.
    const request = new Request('http://localhost/', {
      method,
      headers: textFields(headers),
      signal: this.gone.signal,
    });
    messages.set(request, { client: this.client(), called: () => this.calls++ });
    const parsedBody = method === 'POST' ? this.parsed(bytes, limits) : undefined;
    if (parsedBody === NOT_JSON) return this.send(notJson());
    const sender = { caller: this.caller?.key, session: headers['mcp-session-id'] };
    const finish = running.begin(sender, parsedBody, this.gone);
    this.res.on('close', finish);
    await this.send(await handler.fetch(request, { parsedBody }), sessionFor(parsedBody));
  }

  private parsed(bytes: Uint8Array, limits: JsonLimits): unknown {
    try {
      return parseMessage(bytes, limits);
    } catch (error) {
      if (error instanceof SoapstoneError && error.code === 'JSON_LIMIT') throw error;
      return NOT_JSON;
    }
  }

  private client(): ToolClient {
    const { headers, socket } = this.req;
    const headersOfMessage = { ...headers, 'x-request-id': this.id };
    return this.caller === undefined
      ? { headers: headersOfMessage, socket }
      : { headers: headersOfMessage, socket, caller: this.caller };
  }

  /** No faster than the client reads. */
  private async send(response: Response, session: string[] = []): Promise<void> {
    const { res } = this;
    if (res.destroyed) return;
    res.writeHead(response.status, [...this.ownFields(), ...session, ...[...response.headers].flat()]);
    for await (const piece of response.body ?? []) {
      if (res.destroyed) return;
      this.responseBytes += piece.length;
      if (!res.write(piece)) await drained(res);
    }
    res.end();
  }

  private refuse(error: unknown): void {
    const { res, req, setting } = this;
    this.fault = toFault(error);
    if (res.headersSent || res.destroyed) return void res.destroy();
    const { media, body } = setting.writtenProblem(this.fault, this.id);
    const fields = this.ownFields();
    for (const [name, value] of Object.entries(this.fault.init.headers ?? {})) fields.push(name, value);
    fields.push('content-type', media, 'content-length', String(body.length));
    res.writeHead(this.fault.init.status, fields).end(body);
    this.responseBytes = body.length;
    drain(req, setting.maxBodyBytes ?? MAX_BODY_BYTES);
  }

  /** Calls of tools have records of their own. */
  protected override get isRecorded(): boolean {
    return this.calls === 0;
  }

  protected sentBytes(): number {
    return this.responseBytes;
  }

  protected outcome(): number {
    return this.fault?.init.status ?? this.res.statusCode;
  }
}

const NOT_JSON = Symbol('not JSON');

/** JSON-RPC 2.0 §5.1: there is no id to answer to. */
function notJson(): Response {
  const error = { code: -32700, message: 'Parse error: the body is not JSON' };
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 400 });
}

function textFields(headers: IncomingMessage['headers']): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
}

function drained(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      res.off('drain', settle);
      res.off('close', settle);
      resolve();
    };
    res.on('drain', settle);
    res.on('close', settle);
  });
}
