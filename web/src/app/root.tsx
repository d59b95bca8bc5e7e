import { Outlet, ScrollRestoration } from "react-router";

/** Above every screen: a new one starts at its top, an old one where it was left. */
export function Root() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
