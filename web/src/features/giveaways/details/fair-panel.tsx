import { ActionIcon, Button } from "@mantine/core";
import { IconCopy, IconExternalLink, IconShieldCheck } from "@tabler/icons-react";
import { longDateTime } from "../../../lib/time/dates";
import { copyText } from "../../../ui/buttons/copy-link";
import { Panel } from "../../../ui/panel";
import { countLabel, formatCount } from "../giveaway-labels";
import { publicPath } from "../giveaway-paths";
import type { GiveawayDetails } from "../giveaway-types";
import classes from "./giveaway.module.css";

interface FairPanelProps {
  channelId: string;
  giveaway: GiveawayDetails;
}

export function FairPanel({ channelId, giveaway }: FairPanelProps) {
  const { commitment, seed, entries_hash: hash, draws, opened_at: opened, drawn_at: drawn } = giveaway;
  const last = draws.at(-1);
  return (
    <Panel className={classes["fair"]} aria-label="Provably fair">
      <h2 className={classes["heading"]}>
        <IconShieldCheck className="mint" size={17} aria-hidden="true" />
        Provably fair
      </h2>
      <p className={classes["small"]}>The seed was fixed before anyone entered, so nobody could pick the winner.</p>
      <Hash label="Commitment" note={opened ? `posted ${longDateTime(opened)}` : ""} value={commitment} />
      {hash !== "" && <Hash label={`List of ${countLabel(giveaway.entry_count, "viewer")}`} value={hash} />}
      {seed ? (
        <Hash label="Seed" note={drawn ? `shown since ${longDateTime(drawn)}` : ""} value={seed} />
      ) : (
        <p className={classes["small"]}>The seed is shown after the draw.</p>
      )}
      {last && (
        <p className={classes["verify"]}>
          <span>
            Draw {last.number} is ticket <strong>{formatCount(last.ticket)}</strong>, <bdi>{last.name}</bdi>
          </span>
          <Button
            component="a"
            size="xs"
            href={publicPath(channelId, giveaway.id)}
            target="_blank"
            rel="noopener"
            rightSection={<IconExternalLink size={14} />}
          >
            Verify
          </Button>
        </p>
      )}
    </Panel>
  );
}

function Hash({ label, note = "", value }: { label: string; note?: string; value: string }) {
  return (
    <>
      <p className="small gap-12 flex muted digits between">
        <span>{label}</span>
        <span>{note}</span>
      </p>
      <p className={classes["hash"]}>
        <code>{value}</code>
        <ActionIcon size={24} aria-label={`Copy: ${label}`} onClick={() => void copyText(value, "Copied")}>
          <IconCopy size={14} />
        </ActionIcon>
      </p>
    </>
  );
}
