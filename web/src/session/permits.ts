import { api, unwrap } from "../api/client";
import type { components } from "../api/schema";
import { useSingleMutation } from "../api/single-mutation";
import { durationWords } from "../lib/durations";
import { toast } from "../ui/toast";

type PermitIn = components["schemas"]["PermitIn"];

interface Permit {
  provider: string;
  viewerId: string;
  /** As the toast calls them. */
  name: string;
}

// The platforms on which the filters read.
const FILTERED: readonly PermitIn["provider"][] = ["twitch", "youtube", "kick", "tiktok"];

/** Somebody's next message may have links in it, for as long as the channel's link filter says. */
export function usePermit(channelId: string) {
  const path = { channel_id: channelId };
  return useSingleMutation({
    mutationFn: ({ provider: key, viewerId }: Permit) => {
      const provider = FILTERED.find((known) => known === key);
      if (!provider) throw new Error("There is no filter for links on this platform.");
      const body = { provider, provider_viewer_id: viewerId };
      return unwrap(api.POST("/api/2/channels/{channel_id}/permits", { params: { path }, body }));
    },
    onSuccess: ({ seconds }, { name }) => {
      toast.success(`${name} may post a link within ${durationWords(seconds)}`);
    },
  });
}
