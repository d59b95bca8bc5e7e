import { Navigate, type RouteObject, useParams } from "react-router";
import { can, useChannel } from "../session/channel";

/** A channel opens on its platforms until it has a dashboard; for staff who only moderate, on its chat. */
export function ChannelIndex() {
  const { channelId = "" } = useParams();
  const { data: channel } = useChannel(channelId);
  if (!channel) return null;
  return <Navigate to={can(channel, "commands.manage") ? "providers" : "chat"} replace />;
}

export const channelIndex: RouteObject = { index: true, Component: ChannelIndex };
