import type { UseQueryResult } from "@tanstack/react-query";
import { isInaccessible } from "../../api/errors";
import type { Channel } from "../../api/types";
import { useChannel } from "../../session/channel";
import { ScreenError } from "../../ui/page/screen-error";

type OpenChannel = Pick<UseQueryResult<Channel>, "data" | "error" | "isError" | "isFetching" | "refetch">;

/** The query of a channel; throws ScreenError if the channel is deleted or forbidden, even while it is open. */
export function useOpenChannel(channelId: string): OpenChannel {
  const { data, error, isError, isFetching, refetch } = useChannel(channelId);
  if (!isInaccessible(error)) return { data, error, isError, isFetching, refetch };
  // The error may be cached from an earlier visit: access may have been granted since.
  if (isFetching) return { data: undefined, error: null, isError: false, isFetching, refetch };
  throw new ScreenError(404, "Channel not found");
}
