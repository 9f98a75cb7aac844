// One question to a message ("which type has this element?"), and the rules that expect an answer. Sets of rules are bits.

/** The rule with this number, as a set. */
export function ruleBit(index: number): bigint {
  return 1n << BigInt(index);
}

export class Question {
  private asking = 0n;
  private readonly expecting = new Map<string, bigint>();

  /** The rule takes a message only with this answer. */
  expect(rule: bigint, answer: string): void {
    this.asking |= rule;
    this.expecting.set(answer, (this.expecting.get(answer) ?? 0n) | rule);
  }

  /** Those of `rules` that take a message with this answer. */
  left(rules: bigint, answer: string): bigint {
    return rules & (~this.asking | (this.expecting.get(answer) ?? 0n));
  }

  /** Could an answer leave some of these rules and not all? */
  decides(rules: bigint): boolean {
    const asking = rules & this.asking;
    if (asking === 0n || asking !== rules) return asking !== 0n;
    for (const same of this.expecting.values()) if ((same & rules) === rules) return false;
    return true;
  }
}
