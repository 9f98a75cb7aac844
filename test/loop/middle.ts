// A copy of the HTTP traffic that goes through a handler. Listens and writes nothing, so that what is seen is what the handler does.
import type {
  IncomingHttpHeaders,
  IncomingMessage,
  OutgoingHttpHeaders,
  RequestListener,
  ServerResponse,
} from 'node:http';

/** One request and its response, as they were on the wire. */
export interface Exchanged {
  readonly request: {
    readonly method: string;
    /** Path and query. */
    readonly target: string;
    readonly headers: IncomingHttpHeaders;
    readonly body: string;
  };
  readonly response: {
    readonly status: number;
    /** Names in lower case. */
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
}

export function recorded(handle: RequestListener, traffic: Exchanged[]): RequestListener {
  return (req, res) => {
    const asked = collect(req);
    const said = watch(res);
    res.once('finish', () => {
      const { method, url, headers } = req;
      const request = { method: method as string, target: url as string, headers, body: text(asked) };
      traffic.push({ request, response: { status: res.statusCode, headers: said.headers, body: text(said.pieces) } });
    });
    handle(req, res);
  };
}

/** The body is read on by whoever reads it; this listener is there before it flows. */
function collect(req: IncomingMessage): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  const emit = req.emit.bind(req);
  req.emit = ((name: string, ...rest: unknown[]) => {
    if (name === 'data') pieces.push(rest[0] as Uint8Array);
    return emit(name, ...rest);
  }) as typeof req.emit;
  return pieces;
}

function watch(res: ServerResponse): { headers: Record<string, string>; pieces: Uint8Array[] } {
  const headers: Record<string, string> = Object.create(null);
  const pieces: Uint8Array[] = [];
  const { writeHead, write, end } = res;
  res.writeHead = ((status: number, fields: readonly string[] | OutgoingHttpHeaders = []) => {
    const list = Array.isArray(fields) ? (fields as string[]) : Object.entries(fields).flat().map(String);
    for (let i = 0; i < list.length; i += 2) headers[list[i].toLowerCase()] = list[i + 1];
    return writeHead.call(res, status, fields as OutgoingHttpHeaders);
  }) as typeof res.writeHead;
  res.write = ((piece: Uint8Array) => {
    pieces.push(Uint8Array.from(piece));
    return (write as (piece: Uint8Array) => boolean).call(res, piece);
  }) as typeof res.write;
  res.end = ((piece?: Uint8Array) => {
    if (piece) pieces.push(Uint8Array.from(piece));
    return end.call(res, piece, 'utf8');
  }) as typeof res.end;
  return { headers, pieces };
}

function text(pieces: readonly Uint8Array[]): string {
  return Buffer.concat(pieces).toString();
}
