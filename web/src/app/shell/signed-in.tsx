import { Navigate, Outlet, useLocation, useParams } from "react-router";
import { signInPath } from "../../lib/auth/sign-in-redirect";
import { getToken } from "../../lib/auth/token";
import { usePrefetchedChannel } from "../../session/channel";
import { useCurrentUser } from "../../session/current-user";
import { useApplyLocale } from "../../session/locale/locale";
import { useSettings } from "../../session/settings";
import { useUserLive } from "../../session/user.live";
import { BlankPage } from "../../ui/page/blank-page";
import { CentredPage } from "../../ui/page/centred-page";
import { ErrorPanel } from "../../ui/page/error-panel";
import { HelpKey } from "../../ui/shortcuts/help-key";
import { FrameSkeleton } from "./frame-skeleton";
import { areaOf } from "./shell-area";

/** Layout route of every screen that needs a signed-in user. */
export function SignedIn() {
  const location = useLocation();
  return getToken() ? <UserLoader /> : <Navigate to={signInPath(location)} replace />;
}

function UserLoader() {
  const user = useCurrentUser();
  const settings = useSettings();
  usePrefetchedChannel(useParams()["channelId"]);
  const failed = [user, settings].find((query) => query.isError && !query.data);
  if (failed) {
    return (
      <CentredPage>
        <ErrorPanel
          heading="h1"
          error={failed.error}
          hint="Try again. If it keeps happening, contact your server admin."
          isBare
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      </CentredPage>
    );
  }
  if (!user.data || !settings.data) return <ShellSkeleton />;
  return <LiveOutlet userId={user.data.id} />;
}

function ShellSkeleton() {
  const area = areaOf(useLocation().pathname);
  return area ? <FrameSkeleton area={area} /> : <BlankPage />;
}

function LiveOutlet({ userId }: { userId: string }) {
  useUserLive(userId);
  useApplyLocale();
  return (
    <>
      <Outlet />
      <HelpKey />
    </>
  );
}
