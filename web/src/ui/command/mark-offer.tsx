import { Anchor } from "@mantine/core";
import classes from "./mark-offer.module.css";
import { withMark } from "./new-command";

interface MarkOfferProps {
  names: readonly string[];
  prefix: string;
  onChange: (names: string[]) => void;
}

/** Suggests the prefix in front of names that are plain words: every message that begins with one would trigger the command. */
export function MarkOffer({ names, prefix, onChange }: MarkOfferProps) {
  const marked = withMark(names, prefix);
  if (marked === null) return null;
  return (
    <p className={classes["offer"]} role="status">
      Did you mean{" "}
      <Anchor component="button" type="button" inherit onClick={() => onChange(marked)}>
        {marked[0]}
      </Anchor>
      ?
    </p>
  );
}
