type Json = Record<string, unknown>;
export type RecordedEvent = { seq: number; event: string; at: string; facts: Json };

/** Client of the rehearsal's control API, which makes events happen on its platforms. */
export class Rehearsal {
  constructor(private readonly url: string) {}

  async get<T = Json>(path: string): Promise<T> {
    return readJson(await fetch(`${this.url}${path}`));
  }

  async post<T = Json & { seq: number }>(path: string, body: Json = {}): Promise<T> {
    const headers = { "content-type": "application/json" };
    return readJson(await fetch(`${this.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) }));
  }

  async delete<T = Json>(path: string): Promise<T> {
    const headers = { "content-type": "application/json" };
    return readJson(await fetch(`${this.url}${path}`, { method: "DELETE", headers }));
  }

  reset(): Promise<Json> {
    return this.post("/reset");
  }

  /** Waits for an event of a kind with these facts; returns the first one recorded after the sequence number. */
  wait(event: string, after = 0, facts: Record<string, string> = {}): Promise<RecordedEvent> {
    const query = new URLSearchParams({ event, after: String(after), ...facts });
    return this.get(`/wait?${query}`);
  }
}

async function readJson<T>(response: Response): Promise<T> {
  const text = await response.text();
  if (!response.ok) throw new Error(`the control API responded with ${response.status}: ${text}`);
  return JSON.parse(text);
}
