// A request to the workbench that is refused. The message is for the person at the page.
import type { ApiProblem } from './api.ts';

export class Refusal extends Error {
  readonly code: ApiProblem['code'];
  readonly status: number;

  constructor(
    code: ApiProblem['code'],
    message: string,
    status = code === 'exists' ? 409 : code === 'token' ? 403 : 422,
  ) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.status = status;
  }
}
