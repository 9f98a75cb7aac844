// The rules of a bridge as tools of an MCP server. Loads the tools and the SDK at the first request.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FrontOptions, Middleware } from '../../binding/front-call.ts';
import { requestId } from '../../binding/identity.ts';
import { gateInside, type RuleFront } from '../../binding/in-process.ts';
import type { RestFrontOptions } from '../../binding/rest/front/call.ts';
import { createRuleFront } from '../../binding/rest/front/front.ts';
import { writtenProblem } from '../../binding/rest/front/problem.ts';
import { isGranted } from '../../exchange/filters/authorization.ts';
import type { JsonLimits } from '../../json/limits.ts';
import type { Mapping, MappingRule } from '../../mapping/model/mapping.ts';
import type { HttpEndpointOptions } from '../../mcp/http-endpoint.ts';
import type { ToolServerOptions } from '../../mcp/tool-server.ts';
import type { Access } from '../../rule/access.ts';
import type { Caller } from '../../rule/exchange.ts';
import { sendError } from '../http/send-error.ts';
import type { BridgeSettings } from '../settings/settings.ts';

export interface McpFace {
  /** Serves the endpoint over HTTP. */
  readonly handle: Middleware;
  /** What a server of tools needs, for other transports. */
  tools(): Promise<ToolServerOptions>;
}

interface McpFaceOptions {
  readonly settings: BridgeSettings;
  readonly mapping: Mapping;
  readonly rules: readonly MappingRule[];
  readonly path: string;
  readonly front: FrontOptions & Pick<RestFrontOptions, 'pipeline' | 'keeps'>;
  readonly limits: JsonLimits;
  /** What rules demand of callers. */
  readonly accesses: ReadonlyMap<string, Access>;
}

export function createMcpFace(options: McpFaceOptions): McpFace {
  const { settings, mapping, path, front, limits } = options;
  const { gate } = front;
  const inside = { ...front, mapping, limits, headCheck: undefined, gathers: true };
  const ruleFront = createRuleFront({ ...inside, ...(gate && { gate: gateInside(gate) }) });
  let loadedTools: Promise<ToolServerOptions> | undefined;
  const tools = () => (loadedTools ??= loadTools(options, ruleFront));
  const endpoint = lazyEndpoint(async () => ({
    ...front,
    tools: await tools(),
    limits,
    origins: settings.origins,
    writtenProblem: (fault, id) => writtenProblem(fault, id, mapping.errorForms),
  }));
  const handle: Middleware = (req, res, next) => {
    const [target] = (req.url as string).split('?', 1);
    if (target === path || next === undefined) endpoint(req, res, target);
    else next();
  };
  return { handle, tools };
}

async function loadTools({ mapping, rules, accesses }: McpFaceOptions, front: RuleFront): Promise<ToolServerOptions> {
  const { Toolbox } = await import('../../mcp/toolbox.ts');
  const { title = 'soapstone', version = '1', description } = mapping.info;
  const mayUse = (rule: MappingRule, { grants }: Caller) => {
    const access = accesses.get(rule.id);
    return access === undefined || isGranted(access, grants);
  };
  const toolbox = await Toolbox.of(mapping, rules);
  return { toolbox, front, mayUse, title, version, instructions: description };
}

type Endpoint = (req: IncomingMessage, res: ServerResponse, path: string) => void;

/** Loads the SDK with the first request: it takes longer to load than the rest of a start. */
function lazyEndpoint(options: () => Promise<HttpEndpointOptions>): Endpoint {
  let loaded: Endpoint | undefined;
  let loading: Promise<Endpoint> | undefined;
  const load = async () => {
    const { createHttpEndpoint } = await import('../../mcp/http-endpoint.ts');
    return createHttpEndpoint(await options());
  };
  return (req, res, path) => {
    if (loaded) return loaded(req, res, path);
    loading ??= load();
    loading.then(
      (endpoint) => {
        loaded = endpoint;
        endpoint(req, res, path);
      },
      (error: unknown) => sendError(res, error, requestId(undefined)),
    );
  };
}
