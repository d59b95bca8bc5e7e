import { Button } from "@mantine/core";
import type { ChannelProvider, Platform } from "../../../api/types";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { copyText } from "../../../ui/buttons/copy-link";
import { useProveHandle } from "../platforms.queries";
import classes from "./platform-notice.module.css";

interface ProofNoticeProps {
  provider: ChannelProvider;
  platform: Platform;
  canManage: boolean;
}

/** Instructions to prove that a handle belongs to the channel; public pages hide unproven handles. */
export function ProofNotice({ provider, platform, canManage }: ProofNoticeProps) {
  const prove = useProveHandle(provider.channel_id, platform.name);
  const { proof_code: code } = provider;
  if (code === null) return null;
  return (
    <div className={classes["notice"]}>
      <p className="breaks mb-8">
        Handle not confirmed: the public watch page doesn't show it. To confirm it, add{" "}
        <code className={classes["code"]}>{code}</code> to your {platform.name} bio, or connect your {platform.name}{" "}
        account in Settings, then check. You can remove the code afterwards.
      </p>
      {canManage && (
        <div className="row gap-8 wrap">
          <Button size="xs" onClick={() => void copyText(code, "Code copied")}>
            Copy code
          </Button>
          <BusyButton size="xs" isBusy={prove.isPending} onClick={() => prove.mutate(provider.id)}>
            Check {platform.name} profile
          </BusyButton>
        </div>
      )}
    </div>
  );
}
