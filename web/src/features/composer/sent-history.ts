const MAX_ENTRIES = 50;

/** The last messages and slash commands in one channel since the page was loaded; arrow keys recall them. */
export class SentHistory {
  private readonly texts: string[] = [];
  private position = 0;

  add(text: string): void {
    if (this.texts.at(-1) !== text) this.texts.push(text);
    if (this.texts.length > MAX_ENTRIES) this.texts.shift();
    this.position = this.texts.length;
  }

  /** Moves to the previous message and returns it; null if there is none. */
  older(): string | null {
    if (this.position === 0) return null;
    this.position -= 1;
    return this.texts[this.position] ?? null;
  }

  /** Moves to the next message and returns it; empty after the newest. */
  newer(): string {
    this.position = Math.min(this.position + 1, this.texts.length);
    return this.texts[this.position] ?? "";
  }

  reset(): void {
    this.position = this.texts.length;
  }

  /** Whether the text is the recalled message, not edited. */
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
