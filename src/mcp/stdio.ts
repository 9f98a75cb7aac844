// MCP over standard input and output: one JSON-RPC message a line. Bounds lines, depth and values, and ends when all requests have responses. Loads the SDK.
import type { Readable, Writable } from 'node:stream';
import {
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  parseJSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { JsonLimits } from '../json/limits.ts';
import { parseMessage } from './exact-json.ts';
import type { ToolClient } from './tool-call.ts';
import { type ToolServerOptions, toolServer } from './tool-server.ts';

export interface StdioOptions {
  readonly tools: ToolServerOptions;
  readonly client: ToolClient;
  readonly limits: JsonLimits;
  /** Most bytes of one line. */
  readonly maxLine: number;
  readonly input: Readable;
  readonly output: Writable;
  onError(error: Error): void;
}

/** Resolves when the input has ended and every request has its response. */
export async function serveTools(options: StdioOptions): Promise<void> {
  const transport = new LineTransport(options);
  const handle = serveStdio(() => toolServer(options.tools, options.client), { transport, onerror: options.onError });
  await transport.ended;
  await handle.close();
}

const NEWLINE = 0x0a;

class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly ended: Promise<void>;
  private readonly options: StdioOptions;
  private readonly open = new Set<string | number>();
  private resolveEnd: () => void = () => {};
  private chunks: Uint8Array[] = [];
  private size = 0;
  private inputEnded = false;

  constructor(options: StdioOptions) {
    this.options = options;
    this.ended = new Promise((resolve) => {
      this.resolveEnd = resolve;
    });
  }

  async start(): Promise<void> {
    const { input, output } = this.options;
    input.on('data', (chunk: Uint8Array) => this.take(chunk));
    input.on('end', () => this.endInput());
    input.on('error', () => this.endInput());
    // Nobody reads the responses any more.
    output.on('error', () => this.resolveEnd());
  }

  async close(): Promise<void> {
    this.options.input.destroy();
    this.onclose?.();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { output } = this.options;
    const ready = output.write(`${JSON.stringify(message)}\n`);
    if (!ready) await new Promise((resolve) => output.once('drain', resolve));
    if (isJSONRPCResponse(message) && message.id !== undefined) this.open.delete(message.id);
    this.endIfDone();
  }

  private take(chunk: Uint8Array): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.add(chunk.subarray(from, at));
      this.line();
      from = at + 1;
    }
    this.add(chunk.subarray(from));
  }

  /** Bytes of a line that is too long are counted, not held. */
  private add(piece: Uint8Array): void {
    this.size += piece.length;
    if (this.size <= this.options.maxLine) this.chunks.push(piece);
    else this.chunks = [];
  }

  private line(): void {
    const { size, chunks } = this;
    [this.size, this.chunks] = [0, []];
    if (size > this.options.maxLine)
      return this.refuse(-32600, `the message has more than ${this.options.maxLine} bytes`);
    const bytes = Buffer.concat(chunks);
    if (bytes.toString().trim() !== '') this.deliver(bytes);
  }

  private deliver(bytes: Uint8Array): void {
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(parseMessage(bytes, this.options.limits));
    } catch (error) {
      const isJson = !(error instanceof SyntaxError || (error as { code?: unknown }).code === 'JSON_SYNTAX');
      return this.refuse(isJson ? -32600 : -32700, isJson ? 'this is no JSON-RPC message' : 'this is not JSON');
    }
    if (isJSONRPCRequest(message)) this.open.add(message.id);
    else this.forget(message);
    this.onmessage?.(message);
  }

  /** A cancelled request gets no response. */
  private forget(message: JSONRPCMessage): void {
    if (!('method' in message) || message.method !== 'notifications/cancelled') return;
    const id = (message.params as { requestId?: unknown } | undefined)?.requestId;
    if (typeof id === 'string' || typeof id === 'number') this.open.delete(id);
  }

  private refuse(code: number, message: string): void {
    this.options.output.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`);
  }

  private endInput(): void {
    if (this.size > 0) this.line();
    this.inputEnded = true;
    this.endIfDone();
  }

  private endIfDone(): void {
    if (this.inputEnded && this.open.size === 0) this.resolveEnd();
  }
}
