import { Popover, TextInput } from "@mantine/core";
import { useDebouncedValue, useDisclosure } from "@mantine/hooks";
import { IconPlus, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { messageOf } from "../../../api/errors";
import { SEARCH_DELAY_MS, SEARCH_LIMIT } from "../../../lib/search";
import classes from "../../../ui/fields/chips.module.css";
import { PlatformIcon } from "../../../ui/platform-icon";
import type { FormProps } from "../editor/form-props";
import type { ExemptViewer } from "../filter-types";
import { useViewerSearch } from "../filters.queries";
import pickerClasses from "./viewer-picker.module.css";

export function ViewerPicker({ channelId, draft, change }: FormProps) {
  const [isOpen, { close, toggle }] = useDisclosure();
  const pick = (viewer: ExemptViewer) => {
    change({ exempt_viewers: [...draft.exempt_viewers, viewer] });
    close();
  };
  return (
    <Popover
      opened={isOpen}
      onClose={close}
      trapFocus
      returnFocus
      withinPortal={false}
      position="bottom-start"
      width={260}
    >
      <Popover.Target>
        <button type="button" className={classes["chip"]} onClick={toggle} aria-label="Exempt a viewer">
          <IconPlus size={14} aria-hidden="true" />
          Viewer
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <Search channelId={channelId} exempt={draft.exempt_viewers} onPick={pick} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface SearchProps {
  channelId: string;
  exempt: readonly ExemptViewer[];
  onPick: (viewer: ExemptViewer) => void;
}

function Search({ channelId, exempt, onPick }: SearchProps) {
  const [text, setText] = useState("");
  const [query] = useDebouncedValue(text.trim(), SEARCH_DELAY_MS);
  return (
    <>
      <TextInput
        type="search"
        aria-label="Find a viewer"
        placeholder="Find a viewer"
        data-autofocus
        maxLength={SEARCH_LIMIT}
        leftSection={<IconSearch size={15} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Results channelId={channelId} query={query} exempt={exempt} onPick={onPick} />
    </>
  );
}

function Results({ channelId, query, exempt, onPick }: SearchProps & { query: string }) {
  const { data, error } = useViewerSearch(channelId, query);
  if (query === "") return <p className="small p-8 muted">Search by chat name</p>;
  if (error) return <p className="small p-8 muted">{messageOf(error)}</p>;
  if (!data) return <p className="small p-8 muted">Searching…</p>;
  const isExempt = (viewer: ExemptViewer) =>
    exempt.some((one) => one.provider === viewer.provider && one.provider_viewer_id === viewer.provider_viewer_id);
  const found = data.filter((viewer) => !isExempt(viewer));
  if (found.length === 0) return <p className="small p-8 muted">No viewers found</p>;
  return (
    <ul className={pickerClasses["found"]}>
      {found.map((viewer) => (
        <li key={`${viewer.provider}/${viewer.provider_viewer_id}`}>
          <button type="button" className={pickerClasses["person"]} onClick={() => onPick(viewer)}>
            <PlatformIcon provider={viewer.provider} size={14} label={viewer.provider} />
            <bdi>{viewer.name}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}
