const MAX_ENTRIES = 50;

/** Messages sent to one channel since the page was loaded, recalled with the arrow keys. */
export class SentHistory {
  private readonly texts: string[] = [];
  private position = 0;

  add(text: string): void {
    if (this.texts.at(-1) !== text) this.texts.push(text);
    if (this.texts.length > MAX_ENTRIES) this.texts.shift();
    this.position = this.texts.length;
  }

  /** The previous message; null at the oldest. */
  older(): string | null {
    if (this.position === 0) return null;
    this.position -= 1;
    return this.texts[this.position] ?? null;
  }

  /** The next message; empty after the newest. */
  newer(): string {
    this.position = Math.min(this.position + 1, this.texts.length);
    return this.texts[this.position] ?? "";
  }

  reset(): void {
    this.position = this.texts.length;
  }

  /** Whether the text is a recalled message that was not edited. */
  isRecalled(text: string): boolean {
    return this.position < this.texts.length && this.texts[this.position] === text;
  }
}

const histories = new Map<string, SentHistory>();

export function historyOf(channelId: string): SentHistory {
  const history = histories.get(channelId) ?? new SentHistory();
  histories.set(channelId, history);
  return history;
}
