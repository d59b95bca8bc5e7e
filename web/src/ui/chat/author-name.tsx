import type { CSSProperties } from "react";
import classes from "./author-name.module.css";

interface AuthorNameProps {
  name: string;
  /** Made readable by the server; anything that is no plain colour is left out. */
  colour: string;
}

const COLOUR = /^#[0-9a-f]{6}$/i;

/** A stranger's name: its writing direction ends where the name ends. */
export function AuthorName({ name, colour }: AuthorNameProps) {
  const variables: CSSProperties & { "--name"?: string } = COLOUR.test(colour) ? { "--name": colour } : {};
  return (
    // biome-ignore lint/plugin: everybody's own colour is data, not design
    <bdi className={classes["name"]} style={variables}>
      {name}
    </bdi>
  );
}
