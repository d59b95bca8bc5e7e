import type { ReactNode } from "react";
import { Navigate } from "react-router";

/** Redirects, and shows its children until the next screen has loaded: `Navigate` alone leaves the page blank. */
export function Redirect({ to, children }: { to: string; children: ReactNode }) {
  return (
    <>
      <Navigate to={to} replace />
      {children}
    </>
  );
}
