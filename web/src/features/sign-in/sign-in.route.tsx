import type { RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";
import { SignInPage } from "./sign-in.page";

/** The sign-in page comes with the entry: a second request would only delay the first thing anybody sees. */
export const signInRoutes: RouteObject[] = [
  { path: "/sign-in", Component: SignInPage },
  {
    path: "/sign-in/success",
    lazy: () => loadScreen(async () => ({ Component: (await import("./sign-in-success.page")).SignInSuccessPage })),
  },
];
