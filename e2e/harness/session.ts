type Json = Record<string, unknown>;

/** One person's token and the calls made with it, over plain HTTP: how a journey gets to the place it is about. */
export class Session {
  private constructor(
    readonly login: string,
    readonly token: string,
    private readonly url: string,
  ) {}

  /** Goes through the whole sign-in without a browser. */
  static async open(url: string, login: string, provider = "twitch"): Promise<Session> {
    const done = await consent(url, login, provider, "sign-in-url?next=%2F");
    return new Session(login, String(done["access_token"]), url);
  }

  get<T = Json>(path: string): Promise<T> {
    return this.call("GET", path);
  }

  post<T = Json>(path: string, body: Json = {}): Promise<T> {
    return this.call("POST", path, body);
  }

  put<T = Json>(path: string, body: Json): Promise<T> {
    return this.call("PUT", path, body);
  }

  patch<T = Json>(path: string, body: Json): Promise<T> {
    return this.call("PATCH", path, body);
  }

  delete(path: string): Promise<unknown> {
    return this.call("DELETE", path);
  }

  /** What the person is called here, or nothing once this session has ended. */
  async username(): Promise<string | undefined> {
    const response = await fetch(`${this.url}/api/2/user`, { headers: { authorization: `Bearer ${this.token}` } });
    if (response.status === 401) return undefined;
    return (await answered<{ username: string }>(response)).username;
  }

  async createChannel(displayName: string): Promise<string> {
    const channel = await this.post<{ id: string }>("/channels", { display_name: displayName });
    return channel.id;
  }

  /** Connects a platform account to a channel and returns the id of the channel provider. */
  async connectPlatform(channelId: string, login = this.login, provider = "twitch"): Promise<string> {
    const call = `connect-chat-url?redirect_to=%2Fchannel-provider-connected&channel_id=${channelId}`;
    const done = await consent(this.url, login, provider, call, this.token);
    return String(done["channel_provider_id"]);
  }

  /** Connects a platform where a channel is named rather than authorised. */
  async connectHandle(channelId: string, handle = this.login, provider = "tiktok"): Promise<void> {
    await this.post(`/channels/${channelId}/providers`, { provider, handle });
  }

  /** Connects a platform account to the person and returns the id of the user provider. */
  async connectAccount(login = this.login, provider = "twitch"): Promise<string> {
    const call = "connect-chat-url?redirect_to=%2Fuser-provider-connected";
    const done = await consent(this.url, login, provider, call, this.token);
    return String(done["user_provider_id"]);
  }

  /** Gives one of the channel's platforms a bot of its own. */
  async connectBot(
    channelId: string,
    channelProviderId: string,
    provider: string,
    login = "stagehandbot",
  ): Promise<void> {
    const bot = `bot=own&channel_provider_id=${channelProviderId}`;
    const call = `connect-chat-url?redirect_to=%2Fchannel-provider-connected&channel_id=${channelId}&${bot}`;
    await consent(this.url, login, provider, call, this.token);
  }

  /** Accepts an invitation as its link says it: the id in the path, the token behind the #. */
  async acceptInvite(link: string): Promise<void> {
    const { pathname, hash } = new URL(link, this.url);
    const token = new URLSearchParams(hash.slice(1)).get("token") ?? "";
    const path = `/api/2/channel-invites/${pathname.split("/").at(-1)}/accept`;
    const headers = { authorization: `Bearer ${this.token}`, "x-invite-token": token };
    await answered(await fetch(`${this.url}${path}`, { method: "POST", headers }));
  }

  private async call<T>(method: string, path: string, body?: Json): Promise<T> {
    const headers = { authorization: `Bearer ${this.token}`, "content-type": "application/json" };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    return answered(await fetch(`${this.url}/api/2${path}`, init));
  }
}

/** Asks for the platform's URL, consents there as one of the rehearsal's people, and brings the code home. */
async function consent(url: string, login: string, provider: string, call: string, token?: string): Promise<Json> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const asked = await fetch(`${url}/api/2/${provider}/${call}`, { headers });
  const cookie = asked.headers.getSetCookie().map((line) => line.split(";")[0]);
  const target = await answered<{ url: string }>(asked);
  const form = new URLSearchParams({ login, decision: "authorize" });
  const agreed = await fetch(target.url, { method: "POST", body: form, redirect: "manual" });
  const back = new URL(agreed.headers.get("location") ?? "", url);
  const body = { state: back.searchParams.get("state"), code: back.searchParams.get("code") };
  const posted = await fetch(`${url}/api/2/oauth/${provider}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", cookie: cookie.join("; ") },
    body: JSON.stringify(body),
  });
  return answered(posted);
}

async function answered<T>(response: Response): Promise<T> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`);
  // A 204 has no body, and its callers ask for nothing.
  return text === "" ? (undefined as T) : JSON.parse(text);
}
