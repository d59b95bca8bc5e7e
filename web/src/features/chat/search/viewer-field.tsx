import { Autocomplete, CloseButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { platformName } from "../../../api/platforms";
import { SEARCH_DELAY_MS } from "../../../lib/search";
import { useViewerSearch } from "../chat.queries";
import type { RowContext } from "../rows/chat-row";
import type { SearchFields } from "./search-fields";

interface ViewerFieldProps {
  channelId: string;
  context: RowContext;
  viewer: SearchFields["viewer"];
  onChange: (viewer: SearchFields["viewer"]) => void;
}

/** Field that picks one viewer; options name the platform, because a name may exist on several. */
export function ViewerField({ channelId, context, viewer, onChange }: ViewerFieldProps) {
  const labelOf = ({ provider, name }: { provider: string; name: string }) =>
    `${name} · ${platformName(context.platforms, provider)}`;
  const [typed, setTyped] = useState(viewer ? labelOf(viewer) : "");
  const [debounced] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const { data } = useViewerSearch(channelId, viewer ? "" : debounced);
  const found = (data?.records ?? []).map((account) => ({
    value: labelOf(account),
    viewer: { provider: account.provider, id: account.provider_viewer_id, name: account.name },
  }));
  const names = [...new Set(found.map(({ value }) => value))];

  function choose(value: string) {
    const chosen = found.find((option) => option.value === value);
    if (!chosen) return;
    setTyped(value);
    onChange(chosen.viewer);
  }

  function type(value: string) {
    setTyped(value);
    if (viewer) onChange(null);
  }

  return (
    <Autocomplete
      label="Viewer"
      data={names}
      value={typed}
      maxLength={100}
      // The server has already matched the names.
      filter={({ options }) => options}
      onChange={type}
      onOptionSubmit={choose}
      rightSection={typed && <CloseButton size="sm" aria-label="Clear viewer" onClick={() => type("")} tabIndex={-1} />}
      comboboxProps={{ portalProps: { target: "main" } }}
    />
  );
}
