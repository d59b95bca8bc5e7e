import { Button } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type ChatEvent, lineKey } from "../../../api/chat";
import { api, unwrap } from "../../../api/client";
import { keys } from "../../../api/keys";
import { clockTime } from "../../../lib/time/dates";
import { refetchLive } from "../../../live/query-updates";
import { topics } from "../../../live/topics";
import { AuthorName } from "../../../ui/chat/author-name";
import { LineParts } from "../../../ui/chat/line-parts";
import { PlatformIcon } from "../../../ui/platform-icon";
import type { Draw } from "../giveaway-types";
import classes from "./giveaway.module.css";

const MAX_LINES = 8;
const SIZE = "popup,width=420,height=800";

interface WinnerChatProps {
  channelId: string;
  draw: Draw;
}

/** The winner's last messages from all linked accounts, kept up to date. */
export function WinnerChat({ channelId, draw }: WinnerChatProps) {
  const query = linesQuery(channelId, draw);
  const { data } = useQuery(query);
  useLinesLive(channelId, draw);
  const path = [draw.provider, draw.viewer_id].map(encodeURIComponent).join("/");
  const openCard = () => window.open(`/popout/channels/${channelId}/viewers/${path}`, "_blank", SIZE);
  const lines = (data?.records ?? []).toReversed();
  return (
    <section className="line-above px-20 py-12" aria-label="Their chat">
      <div className={classes["chatHead"]}>
        <h3>Their chat</h3>
        <span className={classes["small"]}>live, all platforms</span>
        <Button size="xs" variant="subtle" leftSection={<IconExternalLink size={14} />} onClick={openCard}>
          Viewer card
        </Button>
      </div>
      <ul className="plain-list">
        {lines.map(({ line }) => (
          <li key={lineKey(line)} className={classes["line"]}>
            <PlatformIcon provider={line.provider} size={14} />
            <span className="breaks">
              {line.author && <AuthorName name={line.author.name} colour={line.author.colour} />}:{" "}
              <LineParts parts={line.parts} />
            </span>
            <time className={classes["small"]} dateTime={line.sent_at}>
              {clockTime(line.sent_at)}
            </time>
          </li>
        ))}
        {data && lines.length === 0 && <li className={classes["small"]}>No stored messages</li>}
      </ul>
    </section>
  );
}

function linesQuery(channelId: string, { provider, viewer_id: viewerId }: Draw) {
  const query = { provider, viewer_id: viewerId, with_linked: true, limit: MAX_LINES };
  return queryOptions({
    queryKey: [...keys.viewers(channelId), "winner-lines", provider, viewerId],
    queryFn: () =>
      unwrap(
        api.GET("/api/2/channels/{channel_id}/chat-messages", { params: { path: { channel_id: channelId }, query } }),
      ),
    meta: { quiet: true },
  });
}

const VIEWER = "/api/2/channels/{channel_id}/viewers/{provider}/{provider_viewer_id}";

/** The winner's linked accounts; undefined until they are loaded. */
function useLinkedAccounts(channelId: string, { provider, viewer_id: viewerId }: Draw) {
  const path = { channel_id: channelId, provider, provider_viewer_id: viewerId };
  const { data } = useQuery({
    queryKey: [...keys.viewers(channelId), "winner-accounts", provider, viewerId],
    queryFn: async () => (await unwrap(api.GET(VIEWER, { params: { path } }))).accounts,
    meta: { quiet: true },
  });
  return data;
}

function useLinesLive(channelId: string, draw: Draw): void {
  const client = useQueryClient();
  const linked = useLinkedAccounts(channelId, draw);
  useEffect(() => {
    const { queryKey } = linesQuery(channelId, draw);
    const accounts = [{ provider: draw.provider, provider_viewer_id: draw.viewer_id }, ...(linked ?? [])];
    const isTheirs = (event: ChatEvent) =>
      event.type === "line" &&
      accounts.some((one) => one.provider === event.line.provider && one.provider_viewer_id === event.line.author?.id);
    return topics.subscribe<ChatEvent>(`${channelId}:chat`, {
      onEvents: (events) => events.some(isTheirs) && refetchLive(client, queryKey),
      onRefetch: () => refetchLive(client, queryKey),
    });
  }, [client, channelId, draw, linked]);
}
