/** Remembers what arrives while an answer is on its way, because the answer may be older than that. */
export class FetchJournal<Message> {
  private readonly open = new Set<Message[]>();

  add(message: Message): void {
    for (const messages of this.open) messages.push(message);
  }

  /** Runs a fetch and applies to its answer whatever arrived meanwhile. */
  async during<State>(fetch: () => Promise<State>, apply: (state: State, message: Message) => State): Promise<State> {
    const messages: Message[] = [];
    this.open.add(messages);
    try {
      const state = await fetch();
      return messages.reduce(apply, state);
    } finally {
      this.open.delete(messages);
    }
  }
}
