// An HTTP client that keeps its connections.
import { Agent, type Dispatcher, request } from 'undici';

export interface Said {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export class Caller {
  private readonly agent = new Agent();

  async call(
    method: string,
    url: string,
    headers: Readonly<Record<string, string>>,
    body?: string | Uint8Array,
  ): Promise<Said> {
    const sent = { method: method as Dispatcher.HttpMethod, headers, body, dispatcher: this.agent };
    const answer = await request(url, sent);
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }
}
