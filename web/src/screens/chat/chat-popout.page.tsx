import { lazy, Suspense, useSyncExternalStore } from "react";
import { useParams, useSearchParams } from "react-router";
import { ApiError, isInaccessible } from "../../api/errors";
import { isOverlay, PublicChatPage } from "../../features/chat/public/public-chat.page";
import { getToken, subscribeToken } from "../../lib/auth/token";
import { loadScreen } from "../../lib/reload-guard";
import { can, useChannel } from "../../session/channel";
import { useCurrentUser } from "../../session/current-user";
import { useSettings } from "../../session/settings";
import { CentredPage } from "../../ui/page/centred-page";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PopoutSkeleton } from "./popout-skeleton";

// Loaded lazily, because read-only visitors do not need it.
const StaffPopout = lazy(() => loadScreen(async () => ({ default: (await import("./staff-popout")).StaffPopout })));

/** Chat popout: the full chat screen for staff, the read-only public chat for others. */
export function ChatPopoutPage() {
  const [search] = useSearchParams();
  // Appearance parameters are used in stream overlays, which are read-only.
  const isReadOnly = isOverlay(search) || search.has("size");
  // After sign-out, also in another tab, the popout becomes read-only.
  const token = useSyncExternalStore(subscribeToken, getToken);
  return token === null || isReadOnly ? <PublicChatPage /> : <SignedInPopout key={token} />;
}

function SignedInPopout() {
  const { channelId = "" } = useParams();
  const user = useCurrentUser();
  const settings = useSettings();
  const channel = useChannel(channelId);
  const failed = [user, settings, channel].find(({ isError }) => isError);
  if (failed && hasNoAccess(failed.error)) return <PublicChatPage />;
  if (failed && !failed.data) {
    return (
      <CentredPage>
        <ErrorPanel heading="h1" isBare error={failed.error} onRetry={() => void failed.refetch()} />
      </CentredPage>
    );
  }
  if (!user.data || !settings.data || !channel.data) return <PopoutSkeleton />;
  if (!can(channel.data, "chat.read")) return <PublicChatPage />;
  return (
    <Suspense fallback={<PopoutSkeleton />}>
      <StaffPopout key={channelId} channel={channel.data} userId={user.data.id} />
    </Suspense>
  );
}

/** Whether the session has expired, or the channel does not exist for this user. */
function hasNoAccess(error: unknown): boolean {
  return isInaccessible(error) || (error instanceof ApiError && error.status === 401);
}
