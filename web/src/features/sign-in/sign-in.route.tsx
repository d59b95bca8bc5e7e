import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";
import { SignInPage } from "./sign-in.page";

/** Routes of the sign-in; the sign-in page is part of the entry chunk, because a second request would delay it. */
export const signInRoutes: RouteObject[] = [
  { path: "/sign-in", Component: SignInPage },
  {
    path: "/sign-in/success",
    lazy: lazyScreen(() => import("./sign-in-success.page"), "SignInSuccessPage"),
  },
];
