import createClient, { type Middleware } from "openapi-fetch";
import { redirectToSignIn } from "../lib/auth/sign-in-redirect";
import { getToken } from "../lib/auth/token";
import { ApiError, unreachableError } from "./errors";
import type { paths } from "./schema";

const SESSION_IS_OVER = new Set(["unauthenticated", "user_no_longer_exists"]);

// The token that each answer was given to: by the time it arrives another one may be stored.
const askedWith = new WeakMap<Response, string | null>();

const bearer: Middleware = {
  onRequest({ request }) {
    const token = getToken();
    if (token) request.headers.set("Authorization", `Bearer ${token}`);
    else request.headers.delete("Authorization");
  },
  onResponse({ request, response }) {
    askedWith.set(response, request.headers.get("Authorization")?.replace("Bearer ", "") ?? null);
  },
};

export const api = createClient<paths>({
  baseUrl: window.location.origin,
  // Looked up at each call: whoever replaces fetch later (a tracer, a test) is heard.
  fetch: (request) => globalThis.fetch(request),
});
api.use(bearer);

interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** The data of an answer, or an ApiError; the end of the session leads to sign-in. */
export async function unwrap<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await call.catch((reason: unknown) => {
    throw reason instanceof TypeError ? unreachableError() : reason;
  });
  // A 204 has no data, and its type says so; everything else of a success does.
  if (response.ok) return data as Data;
  const failure = new ApiError(response.status, error);
  if (endsSession(failure) && redirectToSignIn(askedWith.get(response) ?? null)) return new Promise<never>(() => {});
  throw failure;
}

function endsSession({ status, type }: ApiError): boolean {
  return status === 401 && SESSION_IS_OVER.has(type);
}
