import type { CSSProperties } from "react";
import classes from "./author-name.module.css";

interface AuthorNameProps {
  name: string;
  /** Contrast is ensured by the server; other values than hex colours are ignored. */
  colour: string;
}

const COLOUR = /^#[0-9a-f]{6}$/i;

/** A user's name in an isolated text direction. */
export function AuthorName({ name, colour }: AuthorNameProps) {
  const variables: CSSProperties & { "--name"?: string } = COLOUR.test(colour) ? { "--name": colour } : {};
  return (
    // biome-ignore lint/plugin: a user's colour is data, not design
    <bdi className={classes["name"]} style={variables}>
      {name}
    </bdi>
  );
}
