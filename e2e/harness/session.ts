type Json = Record<string, unknown>;

/** An account that is connected by handle; the code in its profile proves who owns it. */
export interface HandleAccount {
  id: string;
  proof_code: string;
}

/** API client of a signed-in user, which sets up the data of a journey. */
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

  /** The text of a file that the API returns, such as CSV. */
  async text(path: string): Promise<string> {
    const headers = { authorization: `Bearer ${this.token}` };
    return (await fetch(`${this.url}/api/2${path}`, { headers })).text();
  }

  /** The username, or undefined once this session has ended. */
  async username(): Promise<string | undefined> {
    const response = await fetch(`${this.url}/api/2/user`, { headers: { authorization: `Bearer ${this.token}` } });
    if (response.status === 401) return undefined;
    return (await readJson<{ username: string }>(response)).username;
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

  /** Connects a platform by handle, without OAuth. */
  async connectHandle(channelId: string, handle = this.login, provider = "tiktok"): Promise<HandleAccount> {
    return this.post<HandleAccount>(`/channels/${channelId}/providers`, { provider, handle });
  }

  /** Connects a platform account to the user and returns the id of the user provider. */
  async connectAccount(login = this.login, provider = "twitch"): Promise<string> {
    const call = "connect-chat-url?redirect_to=%2Fuser-provider-connected";
    const done = await consent(this.url, login, provider, call, this.token);
    return String(done["user_provider_id"]);
  }

  /** Connects an own bot of the channel to one of its platforms. */
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

  /** Accepts an invitation by its link, which has the id in the path and the token after the #. */
  async acceptInvite(link: string): Promise<void> {
    const { pathname, hash } = new URL(link, this.url);
    const token = new URLSearchParams(hash.slice(1)).get("token") ?? "";
    const path = `/api/2/channel-invites/${pathname.split("/").at(-1)}/accept`;
    const headers = { authorization: `Bearer ${this.token}`, "x-invite-token": token };
    await readJson(await fetch(`${this.url}${path}`, { method: "POST", headers }));
  }

  private async call<T>(method: string, path: string, body?: Json): Promise<T> {
    const headers = { authorization: `Bearer ${this.token}`, "content-type": "application/json" };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    return readJson(await fetch(`${this.url}/api/2${path}`, init));
  }
}

/** Fetches the platform's consent URL, consents there as a user of the rehearsal and posts the code. */
async function consent(url: string, login: string, provider: string, call: string, token?: string): Promise<Json> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const started = await fetch(`${url}/api/2/${provider}/${call}`, { headers });
  const cookie = started.headers.getSetCookie().map((line) => line.split(";")[0]);
  const target = await readJson<{ url: string }>(started);
  const form = new URLSearchParams({ login, decision: "authorize" });
  const consented = await fetch(target.url, { method: "POST", body: form, redirect: "manual" });
  const redirect = new URL(consented.headers.get("location") ?? "", url);
  const body = { state: redirect.searchParams.get("state"), code: redirect.searchParams.get("code") };
  const posted = await fetch(`${url}/api/2/oauth/${provider}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", cookie: cookie.join("; ") },
    body: JSON.stringify(body),
  });
  return readJson(posted);
}

async function readJson<T>(response: Response): Promise<T> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url} responded with ${response.status}: ${text}`);
  // A 204 has no body, and its callers use no result.
  return text === "" ? (undefined as T) : JSON.parse(text);
}
