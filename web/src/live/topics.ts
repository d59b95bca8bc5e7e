import { openLiveSocket, openPublicSocket } from "./open-socket";
import type { LiveSocket } from "./socket";
import { advance, type Position, parseFrame, type TopicFrame } from "./topic-frames";

const PATH = "/api/2/live";
const PUBLIC_PATH = "/api/2/public-live";

export interface TopicHandlers<Event> {
  onEvents: (events: Event[]) => void;
  /** Called when events may have been missed: at the first subscription and after a gap that the server cannot replay. */
  onRefetch: () => void;
  onDenied?: () => void;
}

interface Subscription {
  handlers: Set<TopicHandlers<unknown>>;
  position: Position | null;
}

type OpenSocket = (path: string, hooks: { onOpen: () => void; onMessage: (text: string) => void }) => LiveSocket;

/** One socket for all topics; it opens with the first subscription and closes with the last. */
export class TopicClient {
  private readonly topics = new Map<string, Subscription>();
  private socket: LiveSocket | null = null;

  constructor(
    private readonly openSocket: OpenSocket = openLiveSocket,
    private readonly path = PATH,
  ) {}

  subscribe<Event>(topic: string, handlers: TopicHandlers<Event>): () => void {
    // The event type is the topic's contract with the server; frames carry it as unknown JSON.
    const untyped = handlers as TopicHandlers<unknown>;
    const subscription = this.topics.get(topic);
    if (subscription) subscription.handlers.add(untyped);
    else this.start(topic, untyped);
    return () => this.unsubscribe(topic, untyped);
  }

  private start(topic: string, handlers: TopicHandlers<unknown>): void {
    this.topics.set(topic, { handlers: new Set([handlers]), position: null });
    this.sendSubscribe(topic);
    this.socket ??= this.openSocket(this.path, {
      onOpen: () => this.opened(),
      onMessage: (text) => this.received(text),
    });
  }

  private unsubscribe(topic: string, handlers: TopicHandlers<unknown>): void {
    const subscription = this.topics.get(topic);
    subscription?.handlers.delete(handlers);
    if (!subscription || subscription.handlers.size > 0) return;
    this.topics.delete(topic);
    if (this.topics.size === 0) this.close();
    else this.socket?.send(JSON.stringify({ type: "unsubscribe", topic }));
  }

  private close(): void {
    this.socket?.close();
    this.socket = null;
  }

  private opened(): void {
    for (const topic of this.topics.keys()) this.sendSubscribe(topic);
  }

  private sendSubscribe(topic: string): void {
    const position = this.topics.get(topic)?.position;
    this.socket?.send(JSON.stringify({ type: "subscribe", topic, ...position }));
  }

  private received(text: string): void {
    const frame = parseFrame(text);
    const subscription = frame && this.topics.get(frame.topic);
    if (!subscription) return;
    if (frame.type === "denied") this.denied(frame.topic, subscription);
    else this.applyFrame(subscription, frame);
  }

  private applyFrame(subscription: Subscription, frame: Exclude<TopicFrame, { type: "denied" }>): void {
    const step = advance(subscription.position, frame);
    subscription.position = step.position;
    for (const handlers of subscription.handlers) {
      if (step.refetch) handlers.onRefetch();
      if (step.events.length > 0) handlers.onEvents(step.events);
    }
  }

  private denied(topic: string, subscription: Subscription): void {
    this.topics.delete(topic);
    for (const handlers of subscription.handlers) handlers.onDenied?.();
    if (this.topics.size === 0) this.close();
  }
}

export const topics = new TopicClient();

/** Client for the topics that need no sign-in. */
export const publicTopics = new TopicClient(openPublicSocket, PUBLIC_PATH);
