import type { UseQueryResult } from "@tanstack/react-query";
import { isInaccessible } from "../../api/errors";
import type { Channel } from "../../api/types";
import { useChannel } from "../../session/channel";
import { ScreenError } from "../../ui/page/screen-error";

type OpenChannel = Pick<UseQueryResult<Channel>, "data" | "error" | "isError" | "isFetching" | "refetch">;

/** The channel of a shell; one that is gone, even under an open screen, leads to the error page. */
export function useOpenChannel(channelId: string): OpenChannel {
  const { data, error, isError, isFetching, refetch } = useChannel(channelId);
  if (!isInaccessible(error)) return { data, error, isError, isFetching, refetch };
  // The answer of an earlier visit: whoever was let in again waits for the new one.
  if (isFetching) return { data: undefined, error: null, isError: false, isFetching, refetch };
  throw new ScreenError(404, "Channel not found");
}
