import { lazy, Suspense, useSyncExternalStore } from "react";
import { useParams, useSearchParams } from "react-router";
import { ApiError } from "../../api/errors";
import { isForStream, PublicChatPage } from "../../features/chat/public/public-chat.page";
import { loadScreen } from "../../lib/reload-guard";
import { getToken, subscribeToken } from "../../lib/auth/token";
import { can, isGone, useChannel } from "../../session/channel";
import { useCurrentUser } from "../../session/current-user";
import { useSettings } from "../../session/settings";
import { CentredPage } from "../../ui/page/centred-page";
import { ErrorPanel } from "../../ui/page/error-panel";
import { ChatWaiting } from "./popout-skeleton";

// Whoever only reads along needs nothing of it.
const StaffPopout = lazy(() => loadScreen(async () => ({ default: (await import("./staff-popout")).StaffPopout })));

/** The chat in a window of its own: for staff with everything they work with, for everybody else to read. */
export function ChatPopoutPage() {
  const [search] = useSearchParams();
  // A look that the address asks for is one for a stream: nobody works there.
  const isForShow = isForStream(search) || search.has("size");
  // Whoever signs out, here or elsewhere, goes on as everybody does.
  const token = useSyncExternalStore(subscribeToken, getToken);
  return token === null || isForShow ? <PublicChatPage /> : <Known key={token} />;
}

function Known() {
  const { channelId = "" } = useParams();
  const user = useCurrentUser();
  const settings = useSettings();
  const channel = useChannel(channelId);
  const failed = [user, settings, channel].find(({ isError }) => isError);
  if (failed && isOutsider(failed.error)) return <PublicChatPage />;
  if (failed && !failed.data) {
    return (
      <CentredPage>
        <ErrorPanel heading="h1" isBare error={failed.error} onRetry={() => void failed.refetch()} />
      </CentredPage>
    );
  }
  if (!user.data || !settings.data || !channel.data) return <ChatWaiting />;
  if (!can(channel.data, "chat.read")) return <PublicChatPage />;
  return (
    <Suspense fallback={<ChatWaiting />}>
      <StaffPopout key={channelId} channel={channel.data} userId={user.data.id} />
    </Suspense>
  );
}

/** Signed out meanwhile, or somebody who has no part in this channel. */
function isOutsider(error: unknown): boolean {
  return isGone(error) || (error instanceof ApiError && error.status === 401);
}
