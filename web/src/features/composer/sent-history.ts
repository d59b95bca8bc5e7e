const MOST = 50;

/** What was sent from one channel's composer, for the arrow keys; it outlives the screen, not the page. */
export class SentHistory {
  private readonly texts: string[] = [];
  private place = 0;

  add(text: string): void {
    if (this.texts.at(-1) !== text) this.texts.push(text);
    if (this.texts.length > MOST) this.texts.shift();
    this.place = this.texts.length;
  }

  /** The one before; null at the oldest. */
  older(): string | null {
    if (this.place === 0) return null;
    this.place -= 1;
    return this.texts[this.place] ?? null;
  }

  /** The one after; an empty text after the newest. */
  newer(): string {
    this.place = Math.min(this.place + 1, this.texts.length);
    return this.texts[this.place] ?? "";
  }

  /** Somebody types: the next arrow key begins at the newest again. */
  rest(): void {
    this.place = this.texts.length;
  }

  /** Whether a text came from here and was not changed since. */
  isShowing(text: string): boolean {
    return this.place < this.texts.length && this.texts[this.place] === text;
  }
}

const histories = new Map<string, SentHistory>();

export function historyOf(channelId: string): SentHistory {
  const history = histories.get(channelId) ?? new SentHistory();
  histories.set(channelId, history);
  return history;
}
