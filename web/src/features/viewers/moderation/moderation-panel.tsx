import { Button, NativeSelect } from "@mantine/core";
import { IconBan, IconLockOpen, IconWorldOff } from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import { platformName, usePlatforms } from "../../../api/platforms";
import { durationWords, shortDuration } from "../../../lib/time/durations";
import { TIMEOUT_PRESETS } from "../../../lib/time/timeout-presets";
import { useNow } from "../../../lib/time/use-now";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { KeyCap } from "../../../ui/key-cap";
import { resting } from "../../../ui/buttons/busy-props";
import { Tag } from "../../../ui/tag";
import { accountCount, sentOutWords } from "../viewer-labels";
import type { Card, Viewer } from "../viewers.queries";
import { BanEverywhereDialog } from "./ban-everywhere-dialog";
import classes from "./moderation-panel.module.css";
import { PermitButton } from "./permit-button";
import { useBannable } from "./use-bannable-accounts";
import type { SendOutDesk } from "./use-viewer-moderation";

interface SendOutPanelProps {
  card: Card;
  viewer: Viewer;
  desk: SendOutDesk;
}

export function SendOutPanel({ card, viewer, desk }: SendOutPanelProps) {
  const name = platformName(usePlatforms(), card.provider);
  const [isAsking, setAsking] = useState(false);
  const { bannable } = useBannable(viewer);
  // Without any chat of theirs there is nowhere to ban an account that stands alone.
  const isNobody = bannable.length === 0 || (desk.lock !== null && viewer.accounts.length === 0);
  return (
    <div className={classes["panel"]}>
      <div className={classes["about"]}>
        <span>Time out on {name}</span>
        <span>{desk.lock ?? "keys work while the card has focus"}</span>
      </div>
      <Chats viewer={viewer} desk={desk} />
      <div className={classes["presets"]}>
        {TIMEOUT_PRESETS.map((seconds, index) => (
          <Button
            key={seconds}
            className={classes["preset"] ?? ""}
            aria-label={`Time out for ${durationWords(seconds)}`}
            aria-keyshortcuts={String(index + 1)}
            disabled={desk.lock !== null}
            rightSection={<KeyCap>{String(index + 1)}</KeyCap>}
            {...resting({ isBusy: desk.isBusy, onClick: () => desk.timeOut(seconds) })}
          >
            {shortDuration(seconds)}
          </Button>
        ))}
      </div>
      <div className={classes["bans"]}>
        <Button
          variant="light"
          color="red"
          aria-label="Ban"
          aria-keyshortcuts="B"
          disabled={desk.lock !== null}
          leftSection={<IconBan size={16} />}
          rightSection={<KeyCap>B</KeyCap>}
          {...resting({ isBusy: desk.isBusy, onClick: desk.ban })}
        >
          Ban
        </Button>
        <Button
          variant="light"
          color="red"
          disabled={isNobody}
          leftSection={<IconWorldOff size={16} />}
          onClick={() => setAsking(true)}
        >
          Ban everywhere
          {!isNobody && <span className={classes["count"]}>{accountCount(bannable.length)}</span>}
        </Button>
      </div>
      <PermitButton card={card} viewer={viewer} />
      <SentOut viewer={viewer} desk={desk} />
      {isAsking && <BanEverywhereDialog card={card} viewer={viewer} onClose={() => setAsking(false)} />}
    </div>
  );
}

/** Which chat is meant, where a channel has two of one platform. */
function Chats({ viewer, desk }: Omit<SendOutPanelProps, "card">) {
  if (viewer.connections.length < 2) return null;
  return (
    <NativeSelect
      className={classes["chats"] ?? ""}
      aria-label="In which chat"
      data={viewer.connections.map(({ id, name }) => ({ value: id, label: name }))}
      value={desk.connectionId}
      onChange={(event) => desk.choose(event.currentTarget.value)}
    />
  );
}

function SentOut({ viewer, desk }: Omit<SendOutPanelProps, "card">) {
  const now = useNow(viewer.sent_out?.until != null);
  const words = sentOutWords(viewer.sent_out, now);
  if (words === null) return null;
  return (
    <div className={classes["sentOut"]}>
      <Tag tone="attention">{words}</Tag>
      <BusyButton
        size="xs"
        leftSection={<IconLockOpen size={16} />}
        isOff={desk.lock !== null}
        isBusy={desk.isBusy}
        onClick={desk.unban}
      >
        Unban
      </BusyButton>
    </div>
  );
}

const EDITABLE = "input, textarea, select, [contenteditable]";

/** What a key on the card means: seconds, a ban, or nothing. Keys typed into a field, or elsewhere, are not for it. */
export function keyOfPress(event: KeyboardEvent<HTMLElement>): number | "ban" | null {
  const { key, target, currentTarget, repeat, ctrlKey, metaKey, altKey } = event;
  if (repeat || ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return null;
  // What a dialog of the card is told comes by here too, although it stands elsewhere on the page.
  if (!currentTarget.contains(target) || target.closest(EDITABLE) || isCovered(currentTarget)) return null;
  if (key.toLowerCase() === "b") return "ban";
  return /^[1-5]$/.test(key) ? (TIMEOUT_PRESETS[Number(key) - 1] ?? null) : null;
}

/** A dialog that has just been opened has no focus yet, and means every key. */
function isCovered(card: HTMLElement): boolean {
  return [...document.querySelectorAll('[aria-modal="true"]')].some((dialog) => !dialog.contains(card));
}
