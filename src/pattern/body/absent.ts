import { type BodyPart, type Manner, refuse } from './part.ts';

/** A name of `$absent`: the member must not be there. */
export class AbsentPart implements BodyPart {
  private readonly path: string;
  private readonly manner: Manner;

  constructor(path: string, manner: Manner) {
    this.path = path;
    this.manner = manner;
  }

  match(): boolean {
    return refuse(this.manner, 'BAD_BODY', MUST_BE_ABSENT, this.path);
  }

  absent(): boolean {
    return true;
  }

  write(): boolean {
    return false;
  }
}

/** Why a member of `$absent` is refused, on both sides. */
export const MUST_BE_ABSENT = 'must be left out: the request names the object elsewhere';
