import { type RouteObject, redirect } from "react-router";
import { type ConnectReturn, clearConnectReturn, readConnectReturn } from "../../lib/auth/connect-return";
import { safeNextPath } from "../../lib/auth/next-path";
import { lazyScreen } from "../../lib/reload-guard";
import { toast } from "../../ui/toast/toast";

const lazy = lazyScreen(() => import("./connected.page"), "ConnectedPage");

let isToastShown = false;

/** Redirects to the page that started connecting in this window; null in a popup, which shows the landing page. */
function returnToConnectPage(): Response | null {
  const connectReturn = readConnectReturn();
  if (!connectReturn) return null;
  if (!isToastShown) showToastOnce(connectReturn);
  return redirect(safeNextPath(connectReturn.path));
}

// React runs effects twice in development, so the loader may run twice: the return path is cleared after both.
function showToastOnce({ platform }: ConnectReturn): void {
  isToastShown = true;
  toast.success(`${platform} connected successfully`);
  setTimeout(() => {
    isToastShown = false;
    clearConnectReturn();
  });
}

export const connectedRoutes: RouteObject[] = [
  { path: "/user-provider-connected", loader: returnToConnectPage, lazy },
  { path: "/channel-provider-connected", loader: returnToConnectPage, lazy },
];
