import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { messageOf } from "../../api/errors";
import { SUBJECTS } from "../../session/access/subjects";
import { LabelledSwitch } from "../../ui/buttons/switch";
import { ListBar, PublicPageLink } from "../../ui/list/list-bar";
import { toast } from "../../ui/toast/toast";
import { type QuoteSettings, quotes } from "./quotes";

const SETTINGS = "/api/2/channels/{channel_id}/quote-settings";

function settingsQuery(channelId: string) {
  return queryOptions({
    queryKey: [...quotes.key(channelId), "settings"],
    queryFn: (): Promise<QuoteSettings> => unwrap(api.GET(SETTINGS, { params: { path: { channel_id: channelId } } })),
    // The bar shows errors.
    meta: { quiet: true },
  });
}

/** Switches the public page on or off optimistically; the switch is reverted if the request fails. */
function usePublish(channelId: string) {
  const client = useQueryClient();
  const { queryKey } = settingsQuery(channelId);
  return useMutation({
    scope: { id: `publish-quotes-${channelId}` },
    mutationFn: (is_public: boolean) =>
      unwrap(api.PUT(SETTINGS, { params: { path: { channel_id: channelId } }, body: { is_public } })),
    onMutate: async (is_public) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, { is_public });
    },
    onError: (error, is_public) => {
      client.setQueryData(queryKey, { is_public: !is_public });
      toast.error(messageOf(error));
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
    meta: { quiet: true },
  });
}

/** Switch and link of the public page. */
export function PublicBar({ channelId, canManage }: { channelId: string; canManage: boolean }) {
  const settings = useQuery(settingsQuery(channelId));
  const { mutate } = usePublish(channelId);
  return (
    <ListBar query={settings}>
      {({ is_public }) => (
        <>
          <LabelledSwitch
            label="Public"
            checked={is_public}
            lockedBecause={canManage ? undefined : SUBJECTS.quotes.mayNotManage}
            onChange={(isPublic) => mutate(isPublic)}
          />
          {is_public && <PublicPageLink to={`/c/${channelId}/quotes`} />}
        </>
      )}
    </ListBar>
  );
}
