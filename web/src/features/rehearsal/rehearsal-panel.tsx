import { ActionIcon, Button } from "@mantine/core";
import { IconExternalLink, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { messageOf } from "../../api/errors";
import type { Channel } from "../../api/types";
import { can } from "../../session/channel";
import { PlatformIcon } from "../../ui/platform-icon";
import classes from "./rehearsal.module.css";
import { type RehearsalState, useEvening, usePlayMoment, usePlug, useRehearsal } from "./rehearsal.queries";

// The moments that have a button in the panel; the control page has all moments.
const SHOWN_MOMENTS = ["raid", "super-chat", "gift-bomb", "spam-wave"];
const PLATFORM_COUNT = 4;

interface RehearsalPanelProps {
  channel: Channel;
  onClose: () => void;
}

/** Panel with buttons that trigger moments, scenes and outages in this channel's rehearsal. */
export function RehearsalPanel({ channel, onClose }: RehearsalPanelProps) {
  const { data, error } = useRehearsal(channel.id);
  return (
    <aside
      className={classes["panel"]}
      aria-label="Rehearsal"
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <header className={classes["head"]}>
        <h2>Rehearsal</h2>
        <span className="row ml-auto">
          {data && (
            <ActionIcon
              component="a"
              href={data.control_url}
              target="_blank"
              rel="noopener noreferrer"
              aria-label="Open control page"
            >
              <IconExternalLink size={16} />
            </ActionIcon>
          )}
          <ActionIcon aria-label="Close rehearsal panel" onClick={onClose} autoFocus>
            <IconX size={16} />
          </ActionIcon>
        </span>
      </header>
      {error && !data && <p className="small muted pb-12 px-12">{messageOf(error)}</p>}
      {data && <Content channel={channel} state={data} />}
    </aside>
  );
}

function Content({ channel, state }: { channel: Channel; state: RehearsalState }) {
  const canSetUp = can(channel, "platforms.manage") && state.plugs.length < PLATFORM_COUNT;
  return (
    <>
      <p className="small muted pb-12 px-12">
        {state.plugs.length === 0
          ? "Connect a platform to trigger events here."
          : "Trigger events. Greenroom handles them like on a real stream."}
      </p>
      {canSetUp && (
        <div className="pb-12 px-12">
          <Button component={Link} to={`/welcome?set-up=${channel.id}`} variant="filled" size="xs" fullWidth>
            Connect everything
          </Button>
        </div>
      )}
      <Moments channelId={channel.id} state={state} />
      <Plugs channelId={channel.id} state={state} />
      {state.plugs.length > 0 && <EveningControls channelId={channel.id} evening={state.evening} />}
    </>
  );
}

interface SectionProps {
  channelId: string;
  state: RehearsalState;
}

function Moments({ channelId, state }: SectionProps) {
  const play = usePlayMoment(channelId);
  const shown = SHOWN_MOMENTS.flatMap((key) => state.moments.find((moment) => moment.key === key) ?? []);
  if (shown.length === 0) return null;
  return (
    <div className={classes["tiles"]}>
      {shown.map(({ key, label, description, providers: [provider = ""] }) => (
        <Tile key={key} icon={provider} title={description} onClick={() => play.mutate(key)}>
          {label}
        </Tile>
      ))}
    </div>
  );
}

function Plugs({ channelId, state }: SectionProps) {
  const plug = usePlug(channelId);
  return (
    <ul className={classes["plugs"]}>
      {state.plugs.map(({ provider, name, is_plugged_in }) => (
        <li key={provider}>
          <Tile
            icon={provider}
            title={is_plugged_in ? "Events are lost until you plug it back in" : undefined}
            onClick={() => plug.mutate({ provider, on: !is_plugged_in })}
          >
            {is_plugged_in ? `Unplug ${name}` : `Plug ${name} in`}
            <span className={classes["state"]} data-off={!is_plugged_in || undefined}>
              {is_plugged_in ? "plugged in" : "unplugged"}
            </span>
          </Tile>
        </li>
      ))}
    </ul>
  );
}

interface TileProps {
  icon: string;
  title: string | undefined;
  onClick: () => void;
  children: ReactNode;
}

function Tile({ icon, title, onClick, children }: TileProps) {
  return (
    <button type="button" className={classes["tile"]} title={title} onClick={onClick}>
      <PlatformIcon provider={icon} size={15} />
      {children}
    </button>
  );
}

interface EveningControlsProps {
  channelId: string;
  evening: RehearsalState["evening"];
}

/** Progress of the scripted evening, with buttons that start it, pause it and play its next scene. */
function EveningControls({ channelId, evening }: EveningControlsProps) {
  const { mutate } = useEvening(channelId);
  const position = evening.scenes.findIndex(({ state }) => state === "current");
  const current = evening.scenes[position];
  const isOver = position === evening.scenes.length - 1;
  return (
    <section className="line-above px-12 py-12" aria-label="Scripted stream">
      <p>
        {current ? (
          <>
            <span className="muted">Scene</span> <b>{current.label}</b>{" "}
            <span className="muted">
              · {position + 1} of {evening.scenes.length}
            </span>
          </>
        ) : (
          <b>Scripted stream not started</b>
        )}
      </p>
      <div className={classes["progress"]} aria-hidden="true">
        {evening.scenes.map(({ key, state }) => (
          <span key={key} data-state={state} />
        ))}
      </div>
      <p className="muted">
        {current?.description ?? `${evening.scenes.length} scenes, from going live to a gift bomb.`}
      </p>
      <div className={classes["buttons"]}>
        <Button size="xs" onClick={() => mutate("start")}>
          {current ? "Start over" : "Start"}
        </Button>
        {evening.is_automatic && (
          <Button size="xs" onClick={() => mutate("stop")}>
            Pause
          </Button>
        )}
        {!isOver && (
          <Button size="xs" onClick={() => mutate("step")}>
            Next scene
          </Button>
        )}
      </div>
    </section>
  );
}
