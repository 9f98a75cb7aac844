// Why a server of tokens or keys gave nothing that is of use: for the log. Quotes nothing that it has sent.

/** `url`: of the settings; paths and queries may hold secrets, the host does not. */
export function unreached(url: string, error: unknown): string {
  const { cause, name } = error as { cause?: { code?: unknown }; name?: string };
  const reason = error instanceof StatusError ? `status ${error.status}` : (cause?.code ?? name);
  return `${new URL(url).host}: ${reason}`;
}

export class StatusError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}
