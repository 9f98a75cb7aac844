// A call of a tool: a request of its rule, made of a front in the same process, and its response as a result.
import type { CallToolResult } from '@modelcontextprotocol/server';
import { type FoundRules, InternalRequest, InternalResponse, type RuleFront } from '../binding/in-process.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { parseVerbatim } from '../json/exact-numbers.ts';
import type { Caller } from '../rule/exchange.ts';
import type { HeaderFields } from '../rule/pattern.ts';
import type { FilledRequest } from './arguments.ts';
import type { RuleTool } from './tool.ts';

/** On whose behalf tools are called. */
export interface ToolClient {
  /** Header fields of the message that the call came in, or fixed ones; names in lower case. */
  readonly headers: HeaderFields;
  readonly socket: InternalRequest['socket'];
  /** Absent where the front has still to authenticate. */
  readonly caller?: Caller;
}

/** Fields about the message itself, its connection and its content: they are not those of the request that is made from it. */
const OF_THE_MESSAGE =
  /^(?:accept|accept-.+|connection|content-.+|cookie|expect|if-.+|keep-alive|mcp-.+|origin|range|referer|sec-.+|te|trailer|transfer-encoding|upgrade|user-agent)$/;

/** Never rejects: a failure is a result with `isError`. `signal`: cancels the exchange. */
export function callTool(
  front: RuleFront,
  tool: RuleTool,
  args: Readonly<Record<string, unknown>>,
  client: ToolClient,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const { request, rules } = prepared(tool, args, client);
  const response = new InternalResponse(request);
  return new Promise((resolve) => {
    const cancel = () => response.destroy();
    response.on('close', () => {
      signal.removeEventListener('abort', cancel);
      resolve(resultOf(tool, response));
    });
    signal.addEventListener('abort', cancel);
    front(request, response, rules);
    if (signal.aborted) cancel();
  });
}

function prepared(
  tool: RuleTool,
  args: Readonly<Record<string, unknown>>,
  client: ToolClient,
): { readonly request: InternalRequest; readonly rules: FoundRules } {
  try {
    const filled = tool.request(args);
    const request = requestOf(tool, filled, client);
    return { request, rules: tool.find(filled.target.split('?', 1)[0]) };
  } catch (error) {
    if (!(error instanceof SoapstoneError)) throw error;
    const { id, request } = tool.rule;
    const nothing = { target: request.rest.template, headers: {}, body: undefined };
    return { request: requestOf(tool, nothing, client), rules: { kind: 'refused', rule: id, error } };
  }
}

function requestOf(tool: RuleTool, filled: FilledRequest, { headers, socket, caller }: ToolClient): InternalRequest {
  const passedOn = Object.entries(headers).filter(([name]) => !OF_THE_MESSAGE.test(name));
  const media = filled.body && { 'content-type': tool.media };
  return new InternalRequest({
    method: tool.rule.request.rest.method,
    target: filled.target,
    headers: { ...Object.fromEntries(passedOn), ...media, ...filled.headers },
    body: filled.body,
    socket,
    caller,
  });
}

function resultOf(tool: RuleTool, response: InternalResponse): CallToolResult {
  const { statusCode: status, body, writableFinished } = response;
  const text = body.toString();
  if (!writableFinished) return failed('the call was cancelled');
  if (status >= 400) return failed(text === '' ? `HTTP status ${status}` : text);
  const fields = tool.fields.flatMap((name) => {
    const value = response.fields.get(name);
    return value === undefined ? [] : [`${JSON.stringify(name)}:${JSON.stringify(value)}`];
  });
  const members = [`"status":${status}`];
  if (fields.length > 0) members.push(`"headers":{${fields.join()}}`);
  if (text !== '') members.push(`"body":${text}`);
  const whole = `{${members.join()}}`;
  const structuredContent = parseVerbatim(whole) as Record<string, unknown>;
  return { content: [{ type: 'text', text: whole }], structuredContent };
}

function failed(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}
