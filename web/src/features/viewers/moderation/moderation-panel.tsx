import { Button, NativeSelect } from "@mantine/core";
import { IconBan, IconLink, IconLockOpen, IconWorldOff } from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import { platformName, usePlatforms } from "../../../api/platforms";
import { longDuration, shortDuration } from "../../../lib/time/durations";
import { TIMEOUT_PRESETS } from "../../../lib/time/timeout-presets";
import { useNow } from "../../../lib/time/use-now";
import { can, useChannel } from "../../../session/channel";
import { usePermit } from "../../../session/permits";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { busyProps } from "../../../ui/buttons/busy-props";
import { KeyCap } from "../../../ui/key-cap";
import { TimeoutFields } from "../../../ui/moderation/moderation-fields";
import type { KeyOf } from "../../../ui/shortcuts/shortcuts";
import { Tag } from "../../../ui/tag";
import { accountsLabel, restrictionLabel } from "../viewer-labels";
import type { Card, Viewer } from "../viewers.queries";
import { BanEverywhereDialog } from "./ban-everywhere-dialog";
import classes from "./moderation-panel.module.css";
import { useBannableAccounts } from "./use-bannable-accounts";
import type { ViewerModeration } from "./use-viewer-moderation";

interface ModerationPanelProps {
  card: Card;
  viewer: Viewer;
  moderation: ViewerModeration;
}

export function ModerationPanel({ card, viewer, moderation }: ModerationPanelProps) {
  const name = platformName(usePlatforms(), card.provider);
  const [isConfirming, setConfirming] = useState(false);
  const { bannable } = useBannableAccounts(viewer);
  // A single account without a connected chat cannot be banned anywhere.
  const hasNoTarget = bannable.length === 0 || (moderation.lockedBecause !== null && viewer.accounts.length === 0);
  return (
    <div className="pt-20 pb-20">
      <div className={classes["about"]}>
        <span>Time out on {name}</span>
        {moderation.lockedBecause ?? <span className={classes["shortcuts"]}>Shortcuts: 1–5, B</span>}
      </div>
      <Chats viewer={viewer} moderation={moderation} />
      <div className={classes["presets"]}>
        {TIMEOUT_PRESETS.map((seconds, index) => (
          <Button
            key={seconds}
            className={classes["preset"] ?? ""}
            aria-label={`Time out for ${longDuration(seconds)}`}
            aria-keyshortcuts={String(index + 1)}
            disabled={moderation.lockedBecause !== null}
            rightSection={<KeyCap>{String(index + 1)}</KeyCap>}
            {...busyProps({ isBusy: moderation.isBusy, onClick: () => moderation.timeOut(seconds) })}
          >
            {shortDuration(seconds)}
          </Button>
        ))}
      </div>
      <TimeoutFields
        fields={moderation.fields}
        platform={{ provider: card.provider, name }}
        isBusy={moderation.isBusy}
        isDisabled={moderation.lockedBecause !== null}
        onTimeOut={moderation.timeOut}
        onWarn={moderation.warn}
      />
      <div className={classes["bans"]}>
        <Button
          variant="light"
          color="red"
          aria-label="Ban"
          aria-keyshortcuts="B"
          disabled={moderation.lockedBecause !== null}
          leftSection={<IconBan size={16} />}
          rightSection={<KeyCap>B</KeyCap>}
          {...busyProps({ isBusy: moderation.isBusy, onClick: moderation.ban })}
        >
          Ban
        </Button>
        <Button
          variant="light"
          color="red"
          disabled={hasNoTarget}
          leftSection={<IconWorldOff size={16} />}
          onClick={() => setConfirming(true)}
        >
          Ban everywhere
          {!hasNoTarget && <span className="fs-small fw-400 ml-8">{accountsLabel(bannable.length)}</span>}
        </Button>
      </div>
      <PermitButton card={card} viewer={viewer} />
      <Restriction viewer={viewer} moderation={moderation} />
      {isConfirming && <BanEverywhereDialog card={card} viewer={viewer} onClose={() => setConfirming(false)} />}
    </div>
  );
}

/** Selection of the chat, if the channel has several chats on the platform. */
function Chats({ viewer, moderation }: Omit<ModerationPanelProps, "card">) {
  if (viewer.connections.length < 2) return null;
  return (
    <NativeSelect
      className={classes["chats"] ?? ""}
      aria-label="Chat"
      data={viewer.connections.map(({ id, name }) => ({ value: id, label: name }))}
      value={moderation.connectionId}
      onChange={(event) => moderation.select(event.currentTarget.value)}
    />
  );
}

function Restriction({ viewer, moderation }: Omit<ModerationPanelProps, "card">) {
  const now = useNow(viewer.sent_out?.until != null);
  const label = restrictionLabel(viewer.sent_out, now);
  if (label === null) return null;
  return (
    <div className="row gap-8 between mt-12">
      <Tag tone="attention">{label}</Tag>
      <BusyButton
        size="xs"
        leftSection={<IconLockOpen size={16} />}
        isDisabled={moderation.lockedBecause !== null}
        isBusy={moderation.isBusy}
        onClick={moderation.unban}
      >
        Unban
      </BusyButton>
    </div>
  );
}

const SHORTCUTS: Partial<Record<string, number | "ban">> = {
  "1": TIMEOUT_PRESETS[0],
  "2": TIMEOUT_PRESETS[1],
  "3": TIMEOUT_PRESETS[2],
  "4": TIMEOUT_PRESETS[3],
  "5": TIMEOUT_PRESETS[4],
  b: "ban",
} satisfies Record<Exclude<KeyOf<"viewer">, "Escape">, number | "ban">;

const EDITABLE = "input, textarea, select, [contenteditable]";

/** Seconds of a time-out, or "ban", for a key that is pressed on the card; null if the press is not a shortcut. */
export function shortcutOf(event: KeyboardEvent<HTMLElement>): number | "ban" | null {
  const { key, target, currentTarget, repeat, ctrlKey, metaKey, altKey } = event;
  if (repeat || ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return null;
  // React also bubbles key presses of the card's dialogs, which are rendered elsewhere on the page.
  if (!currentTarget.contains(target) || target.closest(EDITABLE) || isCovered(currentTarget)) return null;
  return SHORTCUTS[key.toLowerCase()] ?? null;
}

/** Whether another modal dialog is open, which gets all keys even before it has the focus. */
function isCovered(card: HTMLElement): boolean {
  return [...document.querySelectorAll('[aria-modal="true"]')].some((dialog) => !dialog.contains(card));
}

/** Button that permits the viewer to post one message with links. */
function PermitButton({ card, viewer }: { card: Card; viewer: Viewer }) {
  const permit = usePermit(card.channelId);
  const { provider, viewerId } = card;
  if (!can(useChannel(card.channelId).data, "moderation.use")) return null;
  return (
    <BusyButton
      className={classes["permit"] ?? ""}
      fullWidth
      isBusy={permit.isPending}
      leftSection={<IconLink size={16} />}
      onClick={() => permit.mutate({ provider, viewerId, name: viewer.name })}
    >
      Permit one link
    </BusyButton>
  );
}
