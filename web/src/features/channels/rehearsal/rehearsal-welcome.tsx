import { Anchor, Button } from "@mantine/core";
import {
  IconArrowBackUp,
  IconClock,
  IconPlugConnected,
  IconShieldHalf,
  IconTarget,
  IconTerminal2,
  IconUsersGroup,
} from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { useGate } from "../../../lib/press-gate";
import { useCurrentUser } from "../../../session/current-user";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { PageTitle } from "../../../ui/page/page-title";
import { Panel } from "../../../ui/panel";
import { PlatformIcon } from "../../../ui/platform-icon";
import { MAX_NAME_LENGTH } from "../channel-name";
import { useCreateChannel } from "../channels.queries";
import { InvitationDialog } from "../invitation-dialog";
import classes from "./rehearsal-welcome.module.css";
import { SetUp } from "./set-up";

const FULL_LABEL = "Try it with everything connected";
const EMPTY_LABEL = "Start from nothing";

/** The page `/welcome` in a rehearsal; `?set-up=…` sets a channel up and shows the progress. */
export function RehearsalWelcome() {
  const [query] = useSearchParams();
  const channelId = query.get("set-up");
  return channelId ? <SetUp key={channelId} channelId={channelId} /> : <Choices />;
}

function Choices() {
  const { data: user } = useCurrentUser();
  const [isInvitationOpen, setIsInvitationOpen] = useState(false);
  return (
    <div className={classes["page"]}>
      <PageTitle>Welcome</PageTitle>
      <h1 className="display breaks">{user ? `Welcome, ${user.display_name}` : "Welcome"}</h1>
      <p className={classes["lead"]}>
        This is a rehearsal: Twitch, YouTube, Kick and TikTok are simulated on this computer, with an audience that
        talks back. Nothing you do here reaches a real channel.
      </p>
      <div className={classes["choices"]}>
        <FullChannel name={user?.display_name ?? "Rehearsal"} />
        <EmptyChannel />
      </div>
      <p className="small muted pt-16">
        Got an invitation?{" "}
        <Anchor component="button" type="button" inherit onClick={() => setIsInvitationOpen(true)}>
          Open it
        </Anchor>
      </p>
      <InvitationDialog opened={isInvitationOpen} onClose={() => setIsInvitationOpen(false)} />
    </div>
  );
}

function FullChannel({ name }: { name: string }) {
  const navigate = useNavigate();
  const gate = useGate();
  const { mutate, error, isPending, isSuccess } = useCreateChannel();

  function create() {
    if (!gate.enter()) return;
    const channelName = [...name].slice(0, MAX_NAME_LENGTH).join("");
    const openSetUp = ({ id }: { id: string }) => void navigate(`/welcome?set-up=${id}`, { replace: true });
    mutate(channelName, { onSuccess: openSetUp, onError: gate.open });
  }

  return (
    <Choice
      title={FULL_LABEL}
      about="A channel in the middle of a stream. Ban, reply, change settings: no real viewers are affected."
      picture={<ChatPicture />}
      points={[
        [<Platforms key="icon" />, "Four platforms, all live"],
        [<IconTerminal2 key="icon" size={17} />, "A bot with commands and timers"],
        [<IconShieldHalf key="icon" size={17} />, "Filters that catch a spam wave"],
        [<IconTarget key="icon" size={17} />, "A follower goal for OBS"],
        [<IconClock key="icon" size={17} />, "A six-minute scripted stream"],
      ]}
    >
      {error && <ErrorPanel error={error} />}
      <BusyButton variant="filled" size="md" isBusy={isPending || isSuccess} onClick={create}>
        {FULL_LABEL}
      </BusyButton>
    </Choice>
  );
}

function EmptyChannel() {
  return (
    <Choice
      title={EMPTY_LABEL}
      about="An empty channel. You connect each platform yourself, exactly like on a real channel."
      picture={<ChannelPicture />}
      points={[
        [<IconPlugConnected key="icon" size={17} />, "Connect platforms one by one"],
        [<IconUsersGroup key="icon" size={17} />, "Invite a moderator"],
        [<IconArrowBackUp key="icon" size={17} />, "Connect everything later with one click"],
      ]}
    >
      <Button component={Link} to="/create-channel" size="md">
        {EMPTY_LABEL}
      </Button>
    </Choice>
  );
}

function Platforms() {
  return (
    <span className="inline-row gap-8">
      {["twitch", "youtube", "kick", "tiktok"].map((provider) => (
        <PlatformIcon key={provider} provider={provider} size={15} />
      ))}
    </span>
  );
}

interface ChoiceProps {
  title: string;
  about: string;
  picture: ReactNode;
  points: [ReactNode, string][];
  children: ReactNode;
}

function Choice({ title, about, picture, points, children }: ChoiceProps) {
  return (
    <Panel className={classes["choice"] ?? ""} aria-label={title}>
      <div className={classes["picture"]} aria-hidden="true">
        {picture}
      </div>
      <h2 className="title pt-20">{title}</h2>
      <p className="muted pb-12 pt-4">{about}</p>
      <ul className="plain-list grow">
        {points.map(([icon, text]) => (
          <li key={text} className="row medium gap-10 py-4">
            <span className="inline-row muted" aria-hidden="true">
              {icon}
            </span>
            {text}
          </li>
        ))}
      </ul>
      <div className={classes["action"]}>{children}</div>
    </Panel>
  );
}

const LINES = [
  ["twitch", "kestrel_", "that parry window is brutal"],
  ["youtube", "Hanna Lindqvist", "did you find the bell yet?"],
  ["kick", "tommyvee", "W stream"],
] as const;

/** Picture of a chat with three lines. */
function ChatPicture() {
  return (
    <>
      {LINES.map(([provider, name, text]) => (
        <p key={name} className={classes["line"]} data-provider={provider}>
          <PlatformIcon provider={provider} size={14} />
          <span className="truncate">
            <b>{name}</b>: {text}
          </span>
        </p>
      ))}
    </>
  );
}

/** Picture of an empty dressing-room mirror with a plus sign. */
function ChannelPicture() {
  return (
    <svg width="104" height="56" viewBox="0 0 104 56" aria-hidden="true" className={classes["drawing"]}>
      <rect width="104" height="56" rx="8" fill="var(--raised)" />
      <g fill="var(--text-3)">
        {[12, 92].flatMap((x) => [12, 28, 44].map((y) => <circle key={`${x} ${y}`} cx={x} cy={y} r="3" />))}
      </g>
      <rect x="26" y="10" width="52" height="36" rx="4" fill="var(--panel)" />
      <path d="M52 20v16M44 28h16" stroke="var(--text-2)" strokeWidth="2.4" strokeLinecap="round" />
    </svg>
  );
}
