import { Button } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconCheck, IconDice5, IconLock, IconPlayerPause, IconPlayerPlay, IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { platformName, usePlatforms } from "../../../api/platforms";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { KeyCap } from "../../../ui/key-cap";
import { Panel } from "../../../ui/panel";
import { PlatformIcon } from "../../../ui/platform-icon";
import type { KeyOf } from "../../../ui/shortcuts/shortcuts";
import { canBeArchived, countLabel, DRAW_LABELS, formatCount, isWinner } from "../giveaway-labels";
import type { Draw, GiveawayDetails } from "../giveaway-types";
import { type Step, useConfirm, useRedraw, useStep } from "../giveaways.queries";
import classes from "./giveaway.module.css";
import { Winner } from "./winner";

interface DrawPanelProps {
  channelId: string;
  giveaway: GiveawayDetails;
  canManage: boolean;
}

const ABOUT: Record<GiveawayDetails["state"], { title: string; text: string }> = {
  draft: { title: "Not open yet", text: "Opening publishes the commitment and lets viewers enter." },
  open: { title: "Viewers are entering", text: "Closing fixes the list of entries. Nobody can enter after that." },
  paused: { title: "Paused", text: "Nobody can enter until you open it again." },
  closed: { title: "Ready to draw", text: "The list of entries is fixed and published." },
  drawn: { title: "Winner", text: "" },
  archived: { title: "Winner", text: "" },
};

const NO_ENTRIES = { title: "Nobody entered", text: "There is nobody to draw." };

function aboutOf(giveaway: GiveawayDetails) {
  if (giveaway.closed_at && giveaway.entry_count === 0) return NO_ENTRIES;
  const problem = giveaway.opening_problem;
  if (problem === "") return ABOUT[giveaway.state];
  return { title: "Did not open at its time", text: `${problem} Then open it here, or choose another time.` };
}

export function DrawPanel({ channelId, giveaway, canManage }: DrawPanelProps) {
  if (giveaway.draws.length > 0) {
    return <DrawnPanel channelId={channelId} giveaway={giveaway} canManage={canManage} />;
  }
  const { title, text } = aboutOf(giveaway);
  return (
    <Panel className={classes["draw"]} aria-label="Draw">
      <div className={classes["waiting"]}>
        <h2>{title}</h2>
        <p className={classes["small"]} data-problem={giveaway.opening_problem !== "" || undefined}>
          <bdi>{text}</bdi>
        </p>
        {canManage && <Steps channelId={channelId} giveaway={giveaway} />}
      </div>
    </Panel>
  );
}

const STEPS: Record<GiveawayDetails["state"], readonly Step[]> = {
  draft: ["open"],
  open: ["pause", "close"],
  paused: ["close", "open"],
  closed: ["draw"],
  drawn: [],
  archived: [],
};

const BUTTONS = {
  open: { label: "Open", icon: IconPlayerPlay },
  pause: { label: "Pause", icon: IconPlayerPause },
  close: { label: "Close", icon: IconLock },
  draw: { label: "Draw", icon: IconDice5 },
  archive: { label: "Archive", icon: IconLock },
} as const;

function Steps({ channelId, giveaway }: Omit<DrawPanelProps, "canManage">) {
  const step = useStep(channelId, giveaway.id);
  const steps = canBeArchived(giveaway) ? (["archive"] as const) : STEPS[giveaway.state];
  return (
    <div className="gap-8 wrap flex mt-8 justify-center">
      {steps.map((name, index) => {
        const { label, icon: Icon } = BUTTONS[name];
        return (
          <BusyButton
            key={name}
            variant={index === steps.length - 1 ? "filled" : "default"}
            leftSection={<Icon size={16} />}
            isBusy={step.isPending && step.variables === name}
            isDisabled={step.isPending}
            onClick={() => step.mutate(name)}
          >
            {name === "draw" ? `Draw ${countLabel(giveaway.winners ?? 1, "winner")}` : label}
          </BusyButton>
        );
      })}
    </div>
  );
}

/** The chosen draw, else one whose prize can still be claimed, else the last with a winner, else the last. */
function currentDraw(draws: readonly Draw[], chosen: string | null): Draw | undefined {
  return (
    draws.find(({ id }) => id === chosen) ??
    draws.find(({ status }) => status === "waiting") ??
    draws.findLast(isWinner) ??
    draws.at(-1)
  );
}

function DrawnPanel({ channelId, giveaway, canManage }: DrawPanelProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const draw = currentDraw(giveaway.draws, chosen);
  const winners = giveaway.draws.filter(isWinner);
  if (!draw) return null;
  return (
    <Panel className={classes["draw"]} aria-label="Draw">
      <h2 className={classes["heading"]}>
        {winners.length > 0 ? "Winner" : "No winner"}
        <span className="inline-row small gap-4 muted digits ml-auto fw-400">
          {winners.length} of {countLabel(giveaway.winners ?? 1, "winner")}
        </span>
      </h2>
      {winners.length > 1 && (
        <div className="gap-4 wrap flex pt-8 px-20">
          {winners.map((one) => (
            <Button
              key={one.id}
              size="xs"
              variant={one.id === draw.id ? "light" : "subtle"}
              aria-pressed={one.id === draw.id}
              onClick={() => setChosen(one.id)}
            >
              <bdi>{one.name}</bdi>
            </Button>
          ))}
        </div>
      )}
      <Winner key={`winner-${draw.id}`} channelId={channelId} giveaway={giveaway} draw={draw} />
      <EarlierDraws draws={giveaway.draws} shownId={draw.id} />
      {canManage && giveaway.state === "drawn" && isWinner(draw) && (
        <WinnerSteps
          key={`steps-${draw.id}`}
          channelId={channelId}
          giveaway={giveaway}
          draw={draw}
          onDone={() => setChosen(null)}
        />
      )}
    </Panel>
  );
}

interface WinnerStepsProps {
  channelId: string;
  giveaway: GiveawayDetails;
  draw: Draw;
  onDone: () => void;
}

function WinnerSteps({ channelId, giveaway, draw, onDone }: WinnerStepsProps) {
  const redraw = useRedraw(channelId, giveaway.id);
  const confirm = useConfirm(channelId, giveaway.id);
  const isBusy = redraw.isPending || confirm.isPending;
  const isWaiting = draw.status === "waiting";
  const again = () => !isBusy && redraw.mutate(draw, { onSuccess: onDone });
  const accept = () => !isBusy && isWaiting && confirm.mutate(draw.id);
  useHotkeys([["r" satisfies KeyOf<"giveaway">, again]]);
  return (
    <footer className={classes["foot"]}>
      <span className={classes["small"]}>Redraw leaves them out</span>
      <BusyButton
        leftSection={<IconRefresh size={16} />}
        rightSection={<KeyCap>R</KeyCap>}
        isBusy={redraw.isPending}
        isDisabled={isBusy}
        onClick={again}
      >
        Redraw
      </BusyButton>
      {isWaiting && (
        <BusyButton
          variant="filled"
          leftSection={<IconCheck size={16} />}
          isBusy={confirm.isPending}
          isDisabled={isBusy}
          onClick={accept}
        >
          Confirm
        </BusyButton>
      )}
    </footer>
  );
}

/** Draws without a winner, newest first; leaves out the draw that the panel shows. */
function EarlierDraws({ draws, shownId }: { draws: readonly Draw[]; shownId: string }) {
  const platforms = usePlatforms();
  const earlier = draws.filter((draw) => !isWinner(draw) && draw.id !== shownId).toReversed();
  if (earlier.length === 0) return null;
  return (
    <section className="line-above px-20 py-12" aria-label="Earlier draws">
      <h3>Earlier draws</h3>
      <ul className="plain-list">
        {earlier.map(({ id, number: draw, provider, name, status, reason, ticket }) => (
          <li key={id} className="row medium wrap breaks mih-32 row-gap-4 column-gap-10">
            <span className={classes["small"]}>Draw {draw}</span>
            <PlatformIcon provider={provider} size={14} label={platformName(platforms, provider)} />
            <bdi>{name}</bdi>
            <span className={classes["small"]}>{[DRAW_LABELS[status], reason].filter(Boolean).join(": ")}</span>
            <span className="small muted digits ml-auto">ticket {formatCount(ticket)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
