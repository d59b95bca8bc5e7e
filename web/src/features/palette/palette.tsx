import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { Fragment, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { SEARCH_DELAY_MS, SEARCH_LIMIT } from "../../lib/search";
import { Avatar } from "../../ui/avatar";
import { Dialog } from "../../ui/dialogs/dialog";
import { KeyCap } from "../../ui/key-cap";
import classes from "./palette.module.css";
import { useChannelSearch } from "./palette.queries";
import { GROUPS, type PaletteItem } from "./palette-item";
import { rank } from "./rank";

interface PaletteProps {
  /** Screens and actions; the palette itself searches channels. */
  items: readonly PaletteItem[];
  /** Hook that returns the items that the server finds by the typed name, such as viewers. */
  useSearchItems?: (name: string) => readonly PaletteItem[];
  onOpenChannel: (channelId: string) => void;
  /** Returns the text that was typed after the palette was opened and before its field had the focus. */
  takeTypedText: () => string;
  onClose: () => void;
}

export function Palette(props: PaletteProps) {
  return (
    <Dialog
      opened
      onClose={props.onClose}
      title="Search"
      size={600}
      yOffset="12dvh"
      centered={false}
      withCloseButton={false}
      classNames={{ header: classes["head"] ?? "", body: classes["body"] ?? "" }}
    >
      <PaletteBody {...props} />
    </Dialog>
  );
}

const NONE: readonly PaletteItem[] = [];
const useNoItems = () => NONE;

function PaletteBody({ items, useSearchItems = useNoItems, onOpenChannel, takeTypedText, onClose }: PaletteProps) {
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const listId = useId();
  const [name] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const matches = useMatches([...items, ...useSearchItems(name)], typed, name, onOpenChannel);
  const current = Math.min(active, Math.max(0, matches.length - 1));
  const run = (item: PaletteItem | undefined) => {
    if (!item) return;
    if (!item.staysOpen) onClose();
    item.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = movedIndex(event.key, current, matches.length);
    if (next === null && event.key !== "Enter") return;
    event.preventDefault();
    if (next === null) run(matches[current]);
    else setActive(next);
  };
  return (
    <>
      <div className="row gap-10 faint line-below px-16">
        <IconSearch size={18} aria-hidden="true" />
        <input
          className={classes["field"]}
          type="text"
          role="combobox"
          aria-label="Search screens, viewers and actions"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={matches.length > 0 ? `${listId}-${current}` : undefined}
          placeholder="Search screens, viewers and actions"
          maxLength={SEARCH_LIMIT}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={typed}
          onKeyDown={onKeyDown}
          onFocus={() => {
            const typedEarly = takeTypedText();
            setTyped((text) => (text + typedEarly).slice(0, SEARCH_LIMIT));
          }}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setActive(0);
          }}
        />
      </div>
      <PaletteList id={listId} items={matches} active={current} typed={typed} onPoint={setActive} onRun={run} />
      <div className={classes["keys"]}>
        <span>
          <KeyCap>↑</KeyCap>
          <KeyCap>↓</KeyCap> select
        </span>
        <span>
          <KeyCap>Enter</KeyCap> open
        </span>
        <span>
          <KeyCap>Esc</KeyCap> close
        </span>
      </div>
    </>
  );
}

/** Index of the active item after an arrow key; null for other keys and for an empty list. */
function movedIndex(key: string, current: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "ArrowDown") return (current + 1) % count;
  if (key === "ArrowUp") return (current + count - 1) % count;
  return null;
}

function useMatches(
  items: readonly PaletteItem[],
  typed: string,
  name: string,
  onOpenChannel: (id: string) => void,
): PaletteItem[] {
  const channels = (useChannelSearch(name).data ?? []).map(
    (channel): PaletteItem => ({
      id: `channel-${channel.id}`,
      label: channel.display_name,
      group: "Channels",
      hint: channel.role,
      icon: <Avatar name={channel.display_name} src={channel.avatar_url} size={24} isLive={channel.is_live} />,
      run: () => onOpenChannel(channel.id),
    }),
  );
  const all = [...items, ...channels];
  return GROUPS.flatMap((group) =>
    rank(
      all.filter((item) => item.group === group),
      typed,
    ),
  );
}

interface PaletteListProps {
  id: string;
  items: readonly PaletteItem[];
  active: number;
  typed: string;
  onPoint: (index: number) => void;
  onRun: (item: PaletteItem) => void;
}

function PaletteList({ id, items, active, typed, onPoint, onRun }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children.namedItem(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  return (
    <div ref={list} id={id} className={classes["list"]} role="listbox" aria-label="Results">
      {items.map((item, index) => (
        <Fragment key={item.id}>
          {item.group !== items[index - 1]?.group && (
            <div className="small faint pt-8 pb-4 px-8" role="presentation">
              {item.group}
            </div>
          )}
          {/* The field keeps the focus and names the active option, so an option needs no key handler. */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the combobox field. */}
          <div
            id={`${id}-${index}`}
            className={classes["item"]}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onPointerMove={() => onPoint(index)}
            onClick={() => onRun(item)}
          >
            <span className={classes["icon"]}>{item.icon}</span>
            <span className="grow miw-0 breaks">{item.label}</span>
            {item.hint && <span className="fs-small faint">{item.hint}</span>}
          </div>
        </Fragment>
      ))}
      {items.length === 0 && (
        <div className="muted px-16 ta-center py-24" role="presentation">
          No results for “{typed.trim()}”
        </div>
      )}
    </div>
  );
}
