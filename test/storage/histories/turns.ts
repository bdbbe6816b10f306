/** Lets clients take turns, one step at a time, in an order that a seed gives: the same seed is the same history. */

/** Numbers that look random, the same for the same seed. */
export function randomOf(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Goes on with one of those who wait, when all do. */
export class Turns {
  readonly #draw: (below: number) => number;
  readonly #waiting: (() => void)[] = [];
  #clients: number;

  constructor(clients: number, draw: (below: number) => number) {
    this.#clients = clients;
    this.#draw = draw;
  }

  /** Waits for a turn. */
  wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#next();
    });
  }

  /** A client has nothing more to do. */
  leave(): void {
    this.#clients--;
    this.#next();
  }

  #next(): void {
    if (this.#waiting.length === 0 || this.#waiting.length < this.#clients) return;
    this.#waiting.splice(this.#draw(this.#waiting.length), 1)[0]?.();
  }
}
