// A server of the SDK over the tools of a table, one for each message or connection. Loads the SDK.
import {
  type CallToolResult,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import type { RuleFront } from '../binding/in-process.ts';
import { SoapstoneError } from '../errors/errors.ts';
import type { MappingRule } from '../mapping/model/mapping.ts';
import type { Caller } from '../rule/exchange.ts';
import { callTool, type ToolClient } from './tool-call.ts';
import type { Toolbox } from './toolbox.ts';

export interface ToolServerOptions {
  readonly toolbox: Toolbox;
  readonly front: RuleFront;
  /** Whether a caller may use a rule; absent where rules demand nothing of callers. */
  mayUse?(rule: MappingRule, caller: Caller): boolean;
  readonly title: string;
  readonly version: string;
  /** What the tools are about. */
  readonly instructions?: string;
}

/** The SDK's own compiles schemas to code, which this process may not. Nothing here asks a client for input, so nothing is validated. */
const noValidator: jsonSchemaValidator = {
  getValidator:
    <T>(): JsonSchemaValidator<T> =>
    () => ({
      valid: false,
      data: undefined,
      errorMessage: 'this server asks for no input',
    }),
};

/** `called`: hears of each call before it begins. */
export function toolServer(options: ToolServerOptions, client: ToolClient, called: () => void = () => {}): Server {
  const { toolbox, front, title, version, instructions } = options;
  const { mayUse } = options;
  /** Where the front has still to authenticate, nobody knows. */
  const allowedTo = ({ caller }: ToolClient) =>
    mayUse && caller ? (rule: MappingRule) => mayUse(rule, caller) : undefined;
  const server = new Server(
    { name: title, version },
    { capabilities: { tools: {} }, instructions, jsonSchemaValidator: noValidator },
  );
  server.setRequestHandler('tools/list', ({ params }) =>
    refusing(() => toolbox.list(params?.cursor, allowedTo(client))),
  );
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }): Promise<CallToolResult> => {
    const tool = await refusing(() => toolbox.find(params.name));
    called();
    return callTool(front, tool, params.arguments ?? {}, client, mcpReq.signal);
  });
  return server;
}

/** Mistakes about the list of tools are errors of the protocol (specification 2025-11-25, server/tools, error handling). */
async function refusing<T>(run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof SoapstoneError) throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
    throw error;
  }
}
