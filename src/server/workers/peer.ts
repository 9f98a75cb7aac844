// Questions and answers between the process and one worker, over the messages of Node.js. Knows nothing about what is asked.
import { type ErrorCode, SoapstoneError } from '../../errors/errors.ts';

/** What one end answers: a function for each kind of question. */
export type Answers = Readonly<Record<string, (body: never) => unknown>>;

interface Question {
  readonly ask: string;
  /** Absent: nobody waits for an answer. */
  readonly id?: number;
  readonly body: unknown;
}

type Answer = { readonly id: number } & (
  | { readonly value: unknown }
  | { readonly error: { readonly code?: ErrorCode; readonly message: string } }
);

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** `Asked`: what the other end answers. */
export class Peer<Asked extends Answers> {
  private readonly send: (message: object) => void;
  private readonly answers: Answers;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  private ended: Error | undefined = undefined;

  /** `send`: to the other end. `answers`: of this one. */
  constructor(send: (message: object) => void, answers: Answers) {
    this.send = send;
    this.answers = answers;
  }

  /** @throws what the other end throws; an Error when it ends */
  ask<K extends keyof Asked & string>(kind: K, body: Parameters<Asked[K]>[0]): Promise<Awaited<ReturnType<Asked[K]>>> {
    if (this.ended) return Promise.reject(this.ended);
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
      this.send({ ask: kind, id, body } satisfies Question);
    });
  }

  /** Without waiting for an answer. */
  tell<K extends keyof Asked & string>(kind: K, body: Parameters<Asked[K]>[0]): void {
    if (!this.ended) this.send({ ask: kind, body } satisfies Question);
  }

  /** Takes a message of the other end; others are left alone. */
  receive(message: unknown): void {
    const { ask, id } = message as Partial<Question>;
    if (ask !== undefined) void this.answer(message as Question);
    else if (id !== undefined) this.settle(message as Answer);
  }

  /** The other end is gone. */
  end(error: Error): void {
    this.ended = error;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }

  private async answer({ ask, id, body }: Question): Promise<void> {
    let reply: object;
    try {
      reply = { value: await this.answers[ask](body as never) };
    } catch (error) {
      const { message } = error as Error;
      reply = { error: error instanceof SoapstoneError ? { code: error.code, message } : { message } };
    }
    if (id !== undefined && !this.ended) this.send({ id, ...reply });
  }

  private settle(answer: Answer): void {
    const question = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if ('value' in answer) return question?.resolve(answer.value);
    const { code, message } = answer.error;
    question?.reject(code === undefined ? new Error(message) : new SoapstoneError(code, message));
  }
}
