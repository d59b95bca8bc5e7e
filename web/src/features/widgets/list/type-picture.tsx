import { IconHeart, IconMusic } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { PlatformIcon } from "../../../ui/platform-icon";
import classes from "./type-picture.module.css";

/** A drawn example of a widget type on a dimmed picture of a stream; decoration only. */
export function TypePicture({ type }: { type: string }) {
  return (
    <span className={classes["picture"]} data-type={type} aria-hidden="true">
      {EXAMPLES[type]}
    </span>
  );
}

const EXAMPLES: Record<string, ReactNode> = {
  chat: (
    <span className="column gap-4 miw-0 align-flex-start">
      <Line provider="twitch" name="kestrel_" text="that parry window is brutal" />
      <Line provider="youtube" name="Hanna" text="it was NOT open before" />
      <Line provider="kick" name="DoubleEspresso" text="wait, that door?" />
    </span>
  ),
  alerts: (
    <span className={classes["box"]} data-centred>
      <IconHeart className={classes["heart"] ?? ""} size={22} fill="currentColor" />
      <b>quietquill</b> resubscribed
    </span>
  ),
  goal: (
    <span className={classes["box"]} data-wide>
      <span className={classes["row"]}>
        <b>Road to 500 subs</b>
        <span>412 / 500</span>
      </span>
      <span className={classes["bar"]} />
    </span>
  ),
  viewer_count: (
    <span className={classes["box"]} data-row>
      <Count provider="twitch" count="2,914" />
      <Count provider="youtube" count="1,206" />
      <Count provider="kick" count="503" />
    </span>
  ),
  event_list: (
    <span className={classes["box"]} data-wide>
      <Event provider="youtube" name="Aylin K." detail="$20.00" />
      <Event provider="twitch" name="Mirabelle" detail="214 viewers" />
      <Event provider="kick" name="tommyvee" detail="5 subs" />
    </span>
  ),
  countdown: (
    <span className={classes["box"]} data-centred>
      Back in
      <b className={classes["figure"]}>04:32</b>
    </span>
  ),
  subathon: (
    <span className={classes["box"]} data-centred>
      Subathon
      <b className={classes["figure"]}>3:41:08</b>
      <span className="mint">+5:00</span>
    </span>
  ),
  emote_wall: (
    <span className={classes["wall"]}>
      <span>🎮</span>
      <span>🔥</span>
      <span>💚</span>
      <span>👏</span>
      <span>🎉</span>
    </span>
  ),
  text: <span className={classes["plain"]}>Deaths: 17</span>,
  custom_html: <code className={classes["code"]}>{"<div>…</div>"}</code>,
  now_playing: (
    <span className={classes["box"]} data-row>
      <span className={classes["cover"]}>
        <IconMusic size={16} />
      </span>
      <span>
        <b>Slow Tide</b>
        <br />
        Marrow & Pine
      </span>
    </span>
  ),
  giveaway: (
    <span className={classes["box"]}>
      <b>Keycap set</b>
      <Event provider="twitch" name="quietquill" detail="won" />
    </span>
  ),
  leaderboard: (
    <span className={classes["box"]}>
      <Event provider="twitch" name="kestrel_" detail="64,210" />
      <Event provider="youtube" name="Pixel Harbour" detail="47,380" />
      <Event provider="kick" name="DoubleEspresso" detail="18,450" />
    </span>
  ),
  queue: (
    <span className={classes["box"]}>
      <Event provider="twitch" name="kestrel_" detail="playing" />
      <Event provider="youtube" name="Mats Holm" detail="next" />
      <Event provider="kick" name="DoubleEspresso" detail="1" />
    </span>
  ),
};

function Line({ provider, name, text }: { provider: string; name: string; text: string }) {
  return (
    <span className={classes["line"]}>
      <PlatformIcon provider={provider} size={12} />
      <span>
        <b>{name}</b> {text}
      </span>
    </span>
  );
}

function Count({ provider, count }: { provider: string; count: string }) {
  return (
    <span className={classes["count"]}>
      <PlatformIcon provider={provider} size={12} />
      <b>{count}</b>
    </span>
  );
}

function Event({ provider, name, detail }: { provider: string; name: string; detail: string }) {
  return (
    <span className={classes["event"]}>
      <PlatformIcon provider={provider} size={12} />
      <b>{name}</b> {detail}
    </span>
  );
}
