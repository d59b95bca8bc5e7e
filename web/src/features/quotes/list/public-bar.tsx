import { LabelledSwitch } from "../../../ui/buttons/switch";
import { ListBar, PublicPageLink } from "../../../ui/list/list-bar";
import { MAY_NOT_MANAGE } from "../quote-labels";
import { usePublish, useQuoteSettings } from "../quotes.queries";

/** Switch and link of the public page. */
export function PublicBar({ channelId, canManage }: { channelId: string; canManage: boolean }) {
  const settings = useQuoteSettings(channelId);
  const { mutate } = usePublish(channelId);
  return (
    <ListBar query={settings}>
      {({ is_public }) => (
        <>
          <LabelledSwitch
            label="Public"
            checked={is_public}
            lockedBecause={canManage ? undefined : MAY_NOT_MANAGE}
            onChange={(isPublic) => mutate(isPublic)}
          />
          {is_public && <PublicPageLink to={`/c/${channelId}/quotes`} />}
        </>
      )}
    </ListBar>
  );
}
