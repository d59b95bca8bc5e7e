import { api, unwrap } from "../api/client";
import { useSingleMutation } from "../api/mutations/single-mutation";
import { isReadable, usePlatforms } from "../api/platforms";
import { exactDuration } from "../lib/time/durations";
import { toast } from "../ui/toast/toast";

interface Permit {
  provider: string;
  viewerId: string;
  /** The viewer's name, shown in the toast. */
  name: string;
}

/** Permits a viewer one message with links, for the duration set in the link filter. */
export function usePermit(channelId: string) {
  const path = { channel_id: channelId };
  const platforms = usePlatforms().filter(isReadable);
  return useSingleMutation({
    mutationFn: ({ provider: key, viewerId }: Permit) => {
      const platform = platforms.find(({ provider }) => provider === key);
      if (!platform) throw new Error("Link permits aren't supported on this platform");
      const body = { provider: platform.provider, provider_viewer_id: viewerId };
      return unwrap(api.POST("/api/2/channels/{channel_id}/permits", { params: { path }, body }));
    },
    onSuccess: ({ seconds }, { name }) => {
      toast.success(`${name} can post one link in the next ${exactDuration(seconds)}`);
    },
  });
}
