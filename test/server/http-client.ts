import { type Agent, type ClientRequest, type IncomingHttpHeaders, request } from 'node:http';

export interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Sending {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly agent?: Agent;
}

export function call(port: number, path: string, sending: Sending = {}): Promise<Got> {
  return begin(port, path, sending).got;
}

/** The request with its response to come. */
export function begin(port: number, path: string, sending: Sending = {}): { sent: ClientRequest; got: Promise<Got> } {
  const { body, ...options } = sending;
  const sent = request({ host: '127.0.0.1', port, path, ...options });
  const got = new Promise<Got>((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (res) => {
      let text = '';
      res.setEncoding('utf8');
      res.on('data', (piece: string) => (text += piece));
      res.once('end', () => resolve({ status: res.statusCode as number, headers: res.headers, text }));
      res.once('error', reject);
    });
  });
  sent.end(body);
  return { sent, got };
}
