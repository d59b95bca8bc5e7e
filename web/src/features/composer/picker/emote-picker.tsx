import { useMediaQuery } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { usePlatforms } from "../../../api/platforms";
import type { components } from "../../../api/schema";
import { useCurrentUser } from "../../../session/current-user";
import { KeyCap } from "../../../ui/key-cap";
import { useEmoji, useEmoteLists } from "../composer.queries";
import type { Target } from "../targets/targets";
import type { Draft } from "../use-draft";
import { EmoteGrid, EmotePicture, useColumns } from "./emote-grid";
import classes from "./emote-picker.module.css";
import { cellAt, type GridRow, gridRows, movedCell, type PickerEmote, pickerGroups } from "./picker-groups";
import { addRecent, readRecent } from "./recent-emotes";

interface EmotePickerProps {
  channelId: string;
  draft: Draft;
  /** The chats that the message is sent to. */
  targets: readonly Target[];
  onClose: () => void;
}

/** Search field and grid of emotes and emoji, above the message field. */
export function EmotePicker({ channelId, draft, targets, onClose }: EmotePickerProps) {
  const [query, setQuery] = useState("");
  const [position, setPosition] = useState(0);
  const gridId = useId();
  const root = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const lists = useEmoteLists(channelId);
  const isTouch = useMediaQuery("(pointer: coarse)", false, { getInitialValueInEffect: false }) ?? false;
  const { ref: measured, columns } = useColumns(isTouch);
  const rows = useGridRows(lists.data, query, targets, columns);
  const active = cellAt(rows, position);
  const changeQuery = (text: string) => {
    setQuery(text);
    setPosition(0);
  };
  const { pick, isInserting, close } = useInsertion(draft, onClose, () => {
    changeQuery("");
    search.current?.focus();
  });
  useCloseOnPress(root, onClose);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const moved = event.shiftKey ? null : movedCell(event.key, position, rows);
    if (moved === null && event.key !== "Enter" && event.key !== "Escape") return;
    // Enter on the button "Try again" presses the button.
    if (event.key === "Enter" && event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    event.stopPropagation();
    if (moved !== null) setPosition(moved);
    else if (event.key === "Escape") close();
    else if (active) pick(active.emote, event.shiftKey);
  };
  // The picker closes when the focus leaves it, for example by Tab.
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (isInserting.current || !(relatedTarget instanceof Element)) return;
    if (!currentTarget.contains(relatedTarget) && !isOpener(relatedTarget)) onClose();
  };
  const searchProps = { field: search, query, gridId, takesFocus: !isTouch, onChange: changeQuery };
  return (
    <div
      ref={root}
      className={classes["picker"]}
      role="dialog"
      aria-label="Emotes"
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <EmoteSearch {...searchProps} activeId={active ? `${gridId}-${position}` : undefined} />
      <Status lists={lists} isEmpty={rows.length === 0} query={query} />
      <EmoteGrid
        id={gridId}
        measured={measured}
        rows={rows}
        active={position}
        activeRow={active?.row ?? -1}
        onPoint={setPosition}
        onPick={(emote, { shiftKey }) => pick(emote, shiftKey)}
      />
      <Foot emote={active?.emote} />
    </div>
  );
}

/** `pick` writes an emote into the message, and closes the picker or, if `staysOpen`, calls `onStay`. */
function useInsertion(draft: Draft, onClose: () => void, onStay: () => void) {
  const userId = useCurrentUser().data?.id ?? "";
  // During an insertion the focus is in the message field for a moment, which must not close the picker.
  const isInserting = useRef(false);
  const close = () => {
    onClose();
    draft.field.current?.focus();
  };
  const pick = ({ isUsable, insert }: PickerEmote, staysOpen: boolean) => {
    if (!isUsable) return;
    addRecent(userId, insert);
    const { text, caret } = insertWord(draft.latest(), draft.caret, insert);
    isInserting.current = true;
    draft.setText(text, caret);
    if (staysOpen) onStay();
    else close();
    isInserting.current = false;
  };
  return { pick, close, isInserting };
}

/** Calls `onClose` on a press outside the picker and its button. */
function useCloseOnPress(root: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Element && !root.current?.contains(target) && !isOpener(target)) close.current();
    };
    document.addEventListener("pointerdown", onPress);
    return () => document.removeEventListener("pointerdown", onPress);
  }, [root]);
}

/** Whether the element is in the button that opens and closes the picker. */
function isOpener(element: Element): boolean {
  return element.closest("[data-emote-button]") !== null;
}

interface StatusProps {
  lists: ReturnType<typeof useEmoteLists>;
  isEmpty: boolean;
  query: string;
}

function Status({ lists, isEmpty, query }: StatusProps) {
  const { isPending, isError, isFetching, data, refetch } = lists;
  if (isError && !data) {
    return (
      <p className={classes["status"]} role="alert">
        Couldn't load emotes.{" "}
        <button type="button" className={classes["retry"]} disabled={isFetching} onClick={() => void refetch()}>
          Try again
        </button>
      </p>
    );
  }
  if (isPending) return <p className={classes["status"]}>Loading emotes…</p>;
  return isEmpty ? <p className={classes["status"]}>{`No emotes match “${query.trim()}”`}</p> : null;
}

function Foot({ emote }: { emote: PickerEmote | undefined }) {
  return (
    <div className={classes["foot"]}>
      {emote && (
        <>
          <EmotePicture emote={emote} />
          <span className="truncate fw-500">{emote.name}</span>
          <span className={classes["note"]}>{emote.note}</span>
        </>
      )}
    </div>
  );
}

/** Inserts a word at the caret, separated from the text around it by spaces. */
function insertWord(text: string, caret: number, word: string): { text: string; caret: number } {
  const before = text.slice(0, caret);
  const after = text.slice(caret).replace(/^\s/u, "");
  const inserted = `${/(^|\s)$/u.test(before) ? before : `${before} `}${word} `;
  return { text: inserted + after, caret: inserted.length };
}

type EmoteLists = components["schemas"]["EmotesOut"];

const NO_EMOTES: EmoteLists = { emotes: [], sources: [] };

/** Rows of the grid; only emoji until the emotes are loaded. */
function useGridRows(
  lists: EmoteLists | undefined,
  query: string,
  targets: readonly Target[],
  columns: number,
): GridRow[] {
  const { emotes, sources } = lists ?? NO_EMOTES;
  const platforms = usePlatforms();
  const emoji = useEmoji(true);
  const userId = useCurrentUser().data?.id ?? "";
  // Read once: the order must not change while the picker is open.
  const [recent] = useState(() => readRecent(userId));
  const selected = [...new Set(targets.map(({ platform }) => platform.provider))].join();
  return useMemo(() => {
    const keys = selected ? selected.split(",") : [];
    const options = { emotes, sources, emoji, recent, query: query.trim(), selected: keys, platforms };
    return gridRows(pickerGroups(options), columns);
  }, [emotes, sources, emoji, recent, query, selected, platforms, columns]);
}

interface EmoteSearchProps {
  field: RefObject<HTMLInputElement | null>;
  query: string;
  gridId: string;
  activeId: string | undefined;
  /** False on a touch screen, where the focus would open the keyboard over the emotes. */
  takesFocus: boolean;
  onChange: (query: string) => void;
}

const MAX_QUERY_LENGTH = 50;

function EmoteSearch({ field, query, gridId, activeId, takesFocus, onChange }: EmoteSearchProps) {
  const takesFocusOnOpen = useRef(takesFocus);
  useEffect(() => {
    if (takesFocusOnOpen.current) field.current?.focus();
  }, [field]);
  return (
    <label className={classes["search"]}>
      <IconSearch size={15} aria-hidden="true" />
      <input
        ref={field}
        className={classes["field"]}
        type="text"
        role="combobox"
        aria-label="Search emotes"
        aria-expanded="true"
        aria-haspopup="grid"
        aria-controls={gridId}
        aria-activedescendant={activeId}
        placeholder="Search emotes"
        maxLength={MAX_QUERY_LENGTH}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <KeyCap>:</KeyCap>
    </label>
  );
}
