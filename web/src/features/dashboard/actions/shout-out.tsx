import { IconSpeakerphone } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import type { ChannelProvider } from "../../../api/types";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { toast } from "../../../ui/toast/toast";
import classes from "./quick-actions.module.css";
import { useShoutOut } from "./quick-actions.queries";

/** Form that sends a shoutout for another channel. */
export function ShoutOut({ channelId, provider }: { channelId: string; provider: ChannelProvider }) {
  const [name, setName] = useState("");
  const { mutate, isPending } = useShoutOut(channelId, provider);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const channel = name.trim();
    if (channel === "" || isPending) return;
    mutate(channel, {
      onSuccess: () => {
        toast.success(`Shouted out ${channel}`);
        setName("");
      },
    });
  };
  return (
    <form className={classes["action"]} onSubmit={send}>
      <IconSpeakerphone size={18} stroke={1.6} aria-hidden="true" />
      <input
        className={classes["name"]}
        aria-label="Channel to shout out"
        placeholder="Shout out to"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <BusyButton type="submit" size="compact-sm" isBusy={isPending} isDisabled={name.trim() === ""}>
        Send
      </BusyButton>
    </form>
  );
}
