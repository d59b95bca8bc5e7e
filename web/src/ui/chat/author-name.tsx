import type { CSSProperties } from "react";
import classes from "./author-name.module.css";

interface AuthorNameProps {
  name: string;
  /** A hex colour, which the server has made readable; other values are ignored. */
  colour: string;
}

const COLOUR = /^#[0-9a-f]{6}$/i;

/** A viewer's name, isolated so that it cannot change the direction of other text. */
export function AuthorName({ name, colour }: AuthorNameProps) {
  const variables: CSSProperties & { "--name"?: string } = COLOUR.test(colour) ? { "--name": colour } : {};
  return (
    // biome-ignore lint/plugin: a user's colour is data, not design
    <bdi className={classes["name"]} style={variables}>
      {name}
    </bdi>
  );
}
