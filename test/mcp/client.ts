// Clients of the official SDK, of both generations of the protocol.
import { type CallToolResult, Client, StreamableHTTPClientTransport, type Tool } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { inject, onTestFinished } from 'vitest';

/** `legacy`: initialize, of 2025; `auto`: the requests without sessions of 2026. */
export type Era = 'legacy' | 'auto';

const HARDENED = ['--disallow-code-generation-from-strings', '--disable-proto=delete'];

export async function httpClient(
  url: string,
  era: Era = 'auto',
  headers: Readonly<Record<string, string>> = {},
): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  return connected(era, transport);
}

/** Starts `soapstone mcp` with these arguments. */
export async function stdioClient(
  args: readonly string[],
  era: Era = 'auto',
  environment: Readonly<Record<string, string>> = {},
): Promise<Client> {
  const { PATH = '' } = process.env;
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...HARDENED, inject('program'), 'mcp', ...args, '--log-format', 'off'],
    env: { PATH, ...environment },
    stderr: 'ignore',
  });
  return connected(era, transport);
}

async function connected(era: Era, transport: Parameters<Client['connect']>[0]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } });
  onTestFinished(() => client.close());
  await client.connect(transport);
  return client;
}

/** Text of the first content. */
export function textOf({ content }: CallToolResult): string {
  const [first] = content;
  return first?.type === 'text' ? first.text : '';
}

/** The problem of a failed call. */
// biome-ignore lint/suspicious/noExplicitAny: its shape is what the tests check
export function problemOf(result: CallToolResult): any {
  return result.isError ? JSON.parse(textOf(result)) : undefined;
}

export function toolNamed(tools: readonly Tool[], name: string): Tool {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name} among ${tools.map((one) => one.name).join(', ')}`);
  return tool;
}
