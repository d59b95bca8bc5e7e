import { PlatformIcon } from "../../../ui/platform-icon";
import classes from "./rehearsal-welcome.module.css";

const LINES = [
  ["twitch", "kestrel_", "that parry window is brutal"],
  ["youtube", "Hanna Lindqvist", "did you find the bell yet?"],
  ["kick", "tommyvee", "W stream"],
] as const;

/** Picture of a chat with three lines. */
export function ChatPicture() {
  return (
    <>
      {LINES.map(([provider, name, text]) => (
        <p key={name} className={classes["line"]} data-provider={provider}>
          <PlatformIcon provider={provider} size={14} />
          <span className={classes["text"]}>
            <b>{name}</b>: {text}
          </span>
        </p>
      ))}
    </>
  );
}

/** Picture of an empty dressing-room mirror with a plus sign. */
export function ChannelPicture() {
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
