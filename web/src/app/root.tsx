import { Outlet, ScrollRestoration } from "react-router";

/** Root route: restores the scroll position on navigation. */
export function Root() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
