/** Records live messages that arrive during a fetch, because its response may be older. */
export class FetchJournal<Message> {
  private readonly open = new Set<Message[]>();

  add(message: Message): void {
    for (const messages of this.open) messages.push(message);
  }

  /** Runs a fetch and applies the messages that arrived meanwhile to its result. */
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
