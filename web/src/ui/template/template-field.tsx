import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { TextProblem, Variable } from "../../api/variables";
import { insertVariable, type TextEdit } from "./completion";
import { codeUnitIndex, markTemplate } from "./problem-marks";
import classes from "./template.module.css";
import { type Suggestions, useSuggestions } from "./use-suggestions";

/** Imperative handle of the field. */
export interface TemplateFieldHandle {
  insert: (variable: Variable) => void;
  /** Selects the position of a problem. */
  show: (problem: TextProblem) => void;
}

interface TemplateFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  variables: readonly Variable[];
  problems?: readonly TextProblem[];
  /** Id of the problem list. */
  describedBy?: string | undefined;
  isInvalid?: boolean;
  isLocked?: boolean;
  placeholder?: string;
  /** Limit in whole characters; browsers count UTF-16 code units, so the server decides. */
  limit: number;
  onFocus?: () => void;
  ref?: Ref<TemplateFieldHandle>;
}

const NO_PROBLEMS: readonly TextProblem[] = [];

/** Textarea with highlighted and completed variables and marked problems. */
export function TemplateField(props: TemplateFieldProps) {
  const { label, value, variables, problems = NO_PROBLEMS, isInvalid = false, isLocked = false } = props;
  const listId = useId();
  const { area, edit } = useEditing(props);
  const suggestions = useSuggestions({ variables, area, text: value, edit });
  return (
    <div className={classes["area"]}>
      <TemplateHighlight text={value} problems={problems} />
      <textarea
        ref={area}
        className={classes["input"]}
        aria-label={label}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={suggestions.isOpen ? listId : undefined}
        aria-activedescendant={suggestions.isOpen ? `${listId}-${suggestions.active}` : undefined}
        aria-invalid={isInvalid}
        aria-describedby={props.describedBy}
        placeholder={props.placeholder}
        spellCheck={false}
        autoComplete="off"
        maxLength={2 * props.limit}
        rows={1}
        value={value}
        disabled={isLocked}
        onFocus={props.onFocus}
        onBlur={suggestions.close}
        onSelect={suggestions.update}
        onChange={(event) => {
          suggestions.update(event);
          props.onChange(oneLine(event.currentTarget.value));
        }}
        onKeyDown={(event) => keyDown(event, suggestions)}
      />
      {suggestions.isOpen && <SuggestionList id={listId} suggestions={suggestions} />}
    </div>
  );
}

/** Replaces each line break by one space: chat messages are one line, and positions of problems must stay right. */
function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]/g, " ");
}

function keyDown(event: KeyboardEvent, suggestions: Suggestions) {
  // Enter also ends an IME composition.
  if (event.nativeEvent.isComposing) return;
  if (suggestions.handleKey(event.key)) {
    event.preventDefault();
    // Escape would close the sheet.
    event.stopPropagation();
  } else if (event.key === "Enter") event.preventDefault();
}

/** Edits from suggestions and the picker, with the caret set after rendering. */
function useEditing({ value, onChange, ref }: TemplateFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [pendingEdit, setPendingEdit] = useState<TextEdit | null>(null);
  const edit = (edited: TextEdit) => {
    setPendingEdit(edited);
    onChange(edited.text);
  };
  useLayoutEffect(() => {
    if (pendingEdit === null || area.current?.value !== pendingEdit.text) return;
    area.current.focus();
    area.current.setSelectionRange(pendingEdit.from, pendingEdit.to);
    setPendingEdit(null);
  }, [pendingEdit]);
  useImperativeHandle(ref, () => ({
    insert: (variable) => {
      const { selectionStart = value.length, selectionEnd = value.length } = area.current ?? {};
      edit(insertVariable(value, selectionStart, selectionEnd, variable));
    },
    show: ({ start, end }) => {
      area.current?.focus();
      area.current?.setSelectionRange(codeUnitIndex(value, start), codeUnitIndex(value, end));
    },
  }));
  return { area, edit };
}

/** Listbox below the field; the field keeps the focus and names the active option. */
function SuggestionList({ id, suggestions }: { id: string; suggestions: Suggestions }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children.namedItem(`${id}-${suggestions.active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, suggestions.active]);
  return (
    <div ref={list} id={id} className={classes["suggestions"]} role="listbox" aria-label="Variables">
      {suggestions.items.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field.
        <div
          key={suggestion.variable.name}
          id={`${id}-${index}`}
          className={classes["suggestion"]}
          role="option"
          tabIndex={-1}
          aria-selected={index === suggestions.active}
          // Keeps the focus in the field.
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => suggestions.setActive(index)}
          onClick={() => suggestions.pick(suggestion)}
        >
          <span className={classes["suggestionName"]}>{suggestion.name}</span>
          <span className="small truncate muted miw-0">{suggestion.variable.summary}</span>
        </div>
      ))}
    </div>
  );
}

/** Highlighted text under a transparent textarea; both wrap alike. */
function TemplateHighlight({ text, problems }: { text: string; problems: readonly TextProblem[] }) {
  const spans = useMemo(() => markTemplate(text, problems), [text, problems]);
  return (
    <div className={classes["highlight"]} aria-hidden="true">
      {spans.map(({ start, isVariable, pieces }) => (
        <span key={start} className={isVariable ? classes["variable"] : undefined}>
          {pieces.map((piece) => (
            <span key={piece.start} data-kind={piece.kind} data-problem={piece.problem ?? undefined}>
              {piece.text}
            </span>
          ))}
        </span>
      ))}
      {/* A trailing space only wraps to a new line if a character follows it. */}
      {"\u200b"}
    </div>
  );
}
