import { Anchor } from "@mantine/core";
import { withPrefix } from "./new-command";

interface PrefixSuggestionProps {
  names: readonly string[];
  prefix: string;
  onChange: (names: string[]) => void;
}

/** Suggests the prefix for names without one: a plain word would run the command in any message that begins with it. */
export function PrefixSuggestion({ names, prefix, onChange }: PrefixSuggestionProps) {
  const prefixed = withPrefix(names, prefix);
  if (prefixed === null) return null;
  return (
    <p className="small muted mt-4" role="status">
      Did you mean{" "}
      <Anchor component="button" type="button" inherit onClick={() => onChange(prefixed)}>
        {prefixed[0]}
      </Anchor>
      ?
    </p>
  );
}
