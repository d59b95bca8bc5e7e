type Json = Record<string, unknown>;
export type Happening = { seq: number; event: string; at: string; facts: Json };

/** The rehearsal's control desk: what a test asks the platforms to do. */
export class Control {
  constructor(private readonly url: string) {}

  async get<T = Json>(path: string): Promise<T> {
    return answered(await fetch(`${this.url}${path}`));
  }

  async post<T = Json & { seq: number }>(path: string, body: Json = {}): Promise<T> {
    const headers = { "content-type": "application/json" };
    return answered(await fetch(`${this.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) }));
  }

  async delete<T = Json>(path: string): Promise<T> {
    const headers = { "content-type": "application/json" };
    return answered(await fetch(`${this.url}${path}`, { method: "DELETE", headers }));
  }

  reset(): Promise<Json> {
    return this.post("/reset");
  }

  /** The first happening of a kind after a number, waited for at the rehearsal. */
  wait(event: string, after = 0, facts: Record<string, string> = {}): Promise<Happening> {
    const query = new URLSearchParams({ event, after: String(after), ...facts });
    return this.get(`/wait?${query}`);
  }
}

async function answered<T>(response: Response): Promise<T> {
  const text = await response.text();
  if (!response.ok) throw new Error(`the control desk answered ${response.status}: ${text}`);
  return JSON.parse(text);
}
