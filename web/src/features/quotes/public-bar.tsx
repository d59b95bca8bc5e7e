import { Anchor } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { LabelledSwitch } from "../../ui/switch";
import { MAY_NOT_MANAGE } from "./quote-words";
import classes from "./quotes.module.css";
import { usePublish, useQuoteSettings } from "./quotes.queries";

/** Whether everybody may read the quotes, and where. */
export function PublicBar({ channelId, canManage }: { channelId: string; canManage: boolean }) {
  const { data } = useQuoteSettings(channelId);
  const { mutate } = usePublish(channelId);
  return (
    <div className={classes["public"]}>
      {data && (
        <LabelledSwitch
          label="Everybody can read them"
          checked={data.is_public}
          lockedBecause={canManage ? undefined : MAY_NOT_MANAGE}
          onChange={(isPublic) => mutate(isPublic)}
        />
      )}
      {data?.is_public && (
        <Anchor className={classes["page"] ?? ""} href={`/c/${channelId}/quotes`} target="_blank" rel="noreferrer">
          Public page
          <IconExternalLink size={14} aria-hidden="true" />
        </Anchor>
      )}
    </div>
  );
}
