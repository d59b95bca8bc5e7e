import { type RouteObject, redirect } from "react-router";
import { type ConnectReturn, clearConnectReturn, readConnectReturn } from "../../lib/auth/connect-return";
import { safeNextPath } from "../../lib/auth/next-path";
import { loadScreen } from "../../lib/reload-guard";
import { toast } from "../../ui/toast/toast";

const lazy = () => loadScreen(async () => ({ Component: (await import("./connected.page")).ConnectedPage }));

let isAnnounced = false;

/** If the popup was blocked, the main window went through the sign-in: redirects it back to the page that started it. */
function goBack(): Response | null {
  const back = readConnectReturn();
  if (!back) return null;
  if (!isAnnounced) announce(back);
  return redirect(safeNextPath(back.path));
}

// React runs effects twice in development, so the loader may run twice: the return path is cleared after both.
function announce({ platform }: ConnectReturn): void {
  isAnnounced = true;
  toast.success(`${platform} connected successfully`);
  setTimeout(() => {
    isAnnounced = false;
    clearConnectReturn();
  });
}

export const connectedRoutes: RouteObject[] = [
  { path: "/user-provider-connected", loader: goBack, lazy },
  { path: "/channel-provider-connected", loader: goBack, lazy },
];
