import createClient, { type Middleware } from "openapi-fetch";
import { redirectToSignIn } from "../lib/auth/sign-in-redirect";
import { getToken } from "../lib/auth/token";
import { ApiError, unreachableError } from "./errors";
import type { paths } from "./schema";

const SESSION_ENDED = new Set(["unauthenticated", "user_no_longer_exists"]);

// The token that was sent for each response: another token may be stored by the time the response arrives.
const tokens = new WeakMap<Response, string | null>();

const bearer: Middleware = {
  onRequest({ request }) {
    const token = getToken();
    if (token) request.headers.set("Authorization", `Bearer ${token}`);
    else request.headers.delete("Authorization");
  },
  onResponse({ request, response }) {
    tokens.set(response, request.headers.get("Authorization")?.replace("Bearer ", "") ?? null);
  },
};

export const api = createClient<paths>({
  baseUrl: window.location.origin,
  // `fetch` is looked up at each call, so that a tracer or a test can replace fetch later.
  fetch: (request) => globalThis.fetch(request),
});
api.use(bearer);

export interface ApiResult<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** Returns the data of a response or throws ApiError. Never settles if the session ended and the page is being left. */
export async function unwrap<Data>(call: Promise<ApiResult<Data>>): Promise<Data> {
  const { data, error, response } = await call.catch((reason: unknown) => {
    throw reason instanceof TypeError ? unreachableError() : reason;
  });
  // A 204 has no data and its type says so; every other success has data.
  if (response.ok) return data as Data;
  const failure = new ApiError(response.status, error);
  if (endsSession(failure) && redirectToSignIn(tokens.get(response) ?? null)) return new Promise<never>(() => {});
  throw failure;
}

function endsSession({ status, type }: ApiError): boolean {
  return status === 401 && SESSION_ENDED.has(type);
}
