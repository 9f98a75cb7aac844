// Answers of one request, one after the other; the last one stays.

export class Turns<T> {
  private readonly answers: T[] = [];
  private next = 0;

  add(answer: T): void {
    this.answers.push(answer);
  }

  get first(): T {
    return this.answers[0];
  }

  take(): T {
    const answer = this.answers[Math.min(this.next, this.answers.length - 1)];
    this.next++;
    return answer;
  }
}
