import { Button } from "@mantine/core";
import {
  IconBellPause,
  IconBookmark,
  IconChevronRight,
  IconEraser,
  IconPencil,
  IconSpeakerphone,
  IconVolume,
} from "@tabler/icons-react";
import { type FormEvent, lazy, type ReactNode, Suspense, useId, useState } from "react";
import { usePlatforms } from "../../../api/platforms";
import type { Channel, ChannelProvider, Platform } from "../../../api/types";
import { loadScreen } from "../../../lib/reload-guard";
import { clockDuration } from "../../../lib/time/dates";
import { can } from "../../../session/channel";
import { useChangeState, useLiveChannelState } from "../../../session/switches/channel-state";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { Switch } from "../../../ui/buttons/switch";
import { useOnceOpened } from "../../../ui/dialogs/use-once-opened";
import { Panel } from "../../../ui/panel";
import { toast } from "../../../ui/toast/toast";
import { PanicButton } from "../panic/panic-button";
import { TitleDialogButton } from "../titles/title-dialog-button";
import { titleLimit } from "../titles/title-rules";
import { AdBox } from "./ad-box";
import { ChatModes } from "./chat-modes";
import classes from "./quick-actions.module.css";
import { useClearChat, useCreateClip, useCreateMarker, useShoutOut, useSkipAlerts } from "./quick-actions.queries";

const ConfirmDialog = lazy(() =>
  loadScreen(async () => ({ default: (await import("../../../ui/dialogs/confirm-dialog")).ConfirmDialog })),
);

interface QuickActionsProps {
  channel: Channel;
  providers: readonly ChannelProvider[];
  /** Buttons in the header, such as Pop out. */
  tools?: ReactNode;
}

/** Panel with the actions that the user may perform, from ads and title to chat modes and panic. */
export function QuickActions({ channel, providers, tools }: QuickActionsProps) {
  const titleId = useId();
  const platforms = usePlatforms();
  const connectionsWith = (label: string) => providers.filter((one) => supports(platforms, one, label));
  const canModerate = can(channel, "moderation.use");
  const titled = providers.filter(({ provider }) => titleLimit(platforms.find((one) => one.provider === provider)));
  return (
    <Panel className="column clip mih-0 h-full" aria-labelledby={titleId}>
      <header className={classes["header"]}>
        <h2 id={titleId}>Quick actions</h2>
        <div className="row gap-2 ml-auto">{tools}</div>
      </header>
      <div className={classes["actions"]}>
        {can(channel, "ads.run") &&
          connectionsWith("Ads").map((one) => <AdBox key={one.id} channelId={channel.id} provider={one} />)}
        {can(channel, "title.update") && titled.length > 0 && <TitleAction channel={channel} providers={titled} />}
        {canModerate && (
          <>
            {connectionsWith("Shoutouts").map((one) => (
              <ShoutOut key={one.id} channelId={channel.id} provider={one} />
            ))}
            {connectionsWith("Stream markers").map((one) => (
              <MarkerAndClip key={one.id} channelId={channel.id} provider={one} />
            ))}
            {connectionsWith("Clear chat").map((one) => (
              <ClearChat key={one.id} channelId={channel.id} provider={one} />
            ))}
            <Switches channelId={channel.id} />
            {connectionsWith("Slow, followers-only, sub-only and emote-only mode").map((one) => (
              <ChatModes key={one.id} channelId={channel.id} provider={one} />
            ))}
          </>
        )}
      </div>
      {canModerate && <PanicButton channelId={channel.id} />}
    </Panel>
  );
}

function supports(platforms: readonly Platform[], { provider }: ChannelProvider, label: string): boolean {
  const platform = platforms.find((one) => one.provider === provider);
  return platform?.capabilities.some((one) => one.supported && one.label === label) ?? false;
}

function TitleAction({ channel, providers }: { channel: Channel; providers: readonly ChannelProvider[] }) {
  const category = providers.find((one) => one.category)?.category;
  const place = providers.length === 1 ? "on 1 platform" : `on ${providers.length} platforms`;
  return (
    <TitleDialogButton channel={channel} providers={providers} className={classes["action"] ?? ""}>
      <IconPencil size={18} stroke={1.6} aria-hidden="true" />
      <span>
        <b>Title and category</b>
        <span>{[category, place].filter(Boolean).join(", ")}</span>
      </span>
      <IconChevronRight size={16} aria-hidden="true" />
    </TitleDialogButton>
  );
}

interface ActionProps {
  channelId: string;
  provider: ChannelProvider;
}

function MarkerAndClip({ channelId, provider }: ActionProps) {
  const marker = useCreateMarker(channelId, provider);
  const clip = useCreateClip(channelId, provider);
  const mark = () =>
    marker.mutate(undefined, {
      onSuccess: ({ position_seconds: at }) => toast.success(`Marker set at ${clockDuration(at)}`),
    });
  const make = () =>
    clip.mutate(undefined, {
      onSuccess: ({ url }) => {
        toast.success("Clip made");
        if (url) window.open(url, "_blank", "noopener");
      },
    });
  return (
    <div className={classes["action"]}>
      <IconBookmark size={18} stroke={1.6} aria-hidden="true" />
      <span>
        <b>Moment</b>
      </span>
      <BusyButton size="compact-sm" isBusy={marker.isPending} onClick={mark} aria-label="Set a marker">
        Mark
      </BusyButton>
      <BusyButton size="compact-sm" isBusy={clip.isPending} onClick={make} aria-label="Make a clip">
        Clip
      </BusyButton>
    </div>
  );
}

function ClearChat({ channelId, provider }: ActionProps) {
  const [isAsking, setIsAsking] = useState(false);
  const wasAsking = useOnceOpened(isAsking);
  const { mutate, isPending } = useClearChat(channelId, provider);
  const clear = () =>
    mutate(undefined, {
      onSuccess: () => toast.success("Chat cleared"),
      onSettled: () => setIsAsking(false),
    });
  return (
    <div className={classes["action"]}>
      <IconEraser size={18} stroke={1.6} aria-hidden="true" />
      <span>
        <b>Clear chat</b>
        <span>Removes all messages</span>
      </span>
      <Button size="compact-sm" onClick={() => setIsAsking(true)}>
        Clear
      </Button>
      <Suspense>
        {wasAsking && (
          <ConfirmDialog
            opened={isAsking}
            title="Clear chat?"
            message="All messages on the platform are removed for its viewers."
            verb="Clear chat"
            danger
            isPending={isPending}
            onConfirm={clear}
            onClose={() => setIsAsking(false)}
          />
        )}
      </Suspense>
    </div>
  );
}

function Switches({ channelId }: { channelId: string }) {
  const state = useLiveChannelState(channelId);
  const { mutate } = useChangeState(channelId);
  const { mutate: skip, isPending: isSkipping } = useSkipAlerts(channelId);
  if (!state) return null;
  return (
    <>
      <div className={classes["action"]}>
        <IconVolume size={18} stroke={1.6} aria-hidden="true" />
        <span>
          <b>Bot speaks</b>
          <span>{state.bot_muted ? "Muted" : "Answers and timers"}</span>
        </span>
        <Switch label="Bot speaks" checked={!state.bot_muted} onChange={(on) => mutate({ bot_muted: !on })} />
      </div>
      <div className={classes["action"]}>
        <IconBellPause size={18} stroke={1.6} aria-hidden="true" />
        <span>
          <b>Alerts</b>
          <span>{state.alerts_paused ? "Paused" : "Shown on stream"}</span>
        </span>
        <BusyButton size="compact-sm" isBusy={isSkipping} onClick={() => skip()} aria-label="Skip the alert on screen">
          Skip
        </BusyButton>
        <Switch label="Alerts" checked={!state.alerts_paused} onChange={(on) => mutate({ alerts_paused: !on })} />
      </div>
    </>
  );
}

/** Form that sends a shoutout for another channel. */
function ShoutOut({ channelId, provider }: { channelId: string; provider: ChannelProvider }) {
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
