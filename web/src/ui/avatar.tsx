import { useState } from "react";
import classes from "./avatar.module.css";

interface AvatarProps {
  name: string;
  src?: string | null | undefined;
  size?: 16 | 24 | 28 | 32 | 40 | 48 | 64;
  isLive?: boolean;
}

const HUES = 6;

/** A picture, or the first letter of the name; hidden from screen readers, so write the name beside it. */
export function Avatar({ name, src, size = 32, isLive = false }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const picture = src && src !== broken ? src : null;
  return (
    <span className={classes["avatar"]} data-size={size} aria-hidden="true">
      {picture ? (
        <img
          className={classes["picture"]}
          src={picture}
          alt=""
          referrerPolicy="no-referrer"
          onError={() => setBroken(picture)}
        />
      ) : (
        <span className={classes["initial"]} data-hue={hueOf(name)}>
          {initialOf(name)}
        </span>
      )}
      {isLive && <span className={classes["live"]} />}
    </span>
  );
}

function initialOf(name: string): string {
  const [first = "?"] = [...name.trim()];
  return first.toUpperCase();
}

function hueOf(name: string): number {
  return [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % HUES;
}
