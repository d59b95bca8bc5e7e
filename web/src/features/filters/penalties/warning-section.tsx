import { Input, Textarea } from "@mantine/core";
import { useId } from "react";
import { usePlatforms } from "../../../api/platforms";
import { PlatformIcon } from "../../../ui/platform-icon";
import type { FormProps } from "../editor/form-props";
import classes from "./warning-section.module.css";
import { fillTemplate, splitTemplate } from "./warning-template";

export const MAX_MESSAGE_LENGTH = 500;
const SAMPLE_VIEWER = "grimbly_77";

/** What the bot says to whoever is warned, and how it will look. */
export function WarningSection({ draft, change, errorOf, isLocked }: FormProps) {
  const id = useId();
  const isWarned = draft.ladder.some(({ action }) => action === "warn");
  return (
    <section className={classes["section"]}>
      <Input.Wrapper
        label="Warning in chat"
        labelProps={{ htmlFor: id }}
        error={errorOf("message")}
        description={help(draft.message, isWarned)}
        inputWrapperOrder={["label", "input", "description", "error"]}
      >
        <TemplateArea
          id={id}
          value={draft.message}
          isLocked={isLocked}
          isInvalid={errorOf("message") !== undefined}
          onChange={(message) => change({ message })}
        />
      </Input.Wrapper>
      <Preview message={draft.message} providers={draft.providers} />
    </section>
  );
}

function help(message: string, isWarned: boolean): string {
  if (message.trim() === "") return "Empty: nothing is said in chat.";
  if (!isWarned) return "No step of the ladder warns, so this is never said.";
  return `$(user) becomes the viewer's name. ${[...message].length}/${MAX_MESSAGE_LENGTH}`;
}

interface TemplateAreaProps {
  id: string;
  value: string;
  isLocked: boolean;
  isInvalid: boolean;
  onChange: (value: string) => void;
}

/** The coloured words lie below a field whose own letters are invisible: both wrap alike, so each covers the other. */
function TemplateArea({ id, value, isLocked, isInvalid, onChange }: TemplateAreaProps) {
  return (
    <div className={classes["area"]}>
      <div className={classes["paint"]} aria-hidden="true">
        {splitTemplate(value).map(({ text, start, isVariable }) => (
          <span key={start} className={isVariable ? classes["variable"] : undefined}>
            {text}
          </span>
        ))}
        {/* A line break at the very end opens a line only when something stands in it. */}
        {"\u200b"}
      </div>
      <Textarea
        id={id}
        classNames={{ input: classes["input"] ?? "" }}
        value={value}
        disabled={isLocked}
        error={isInvalid}
        maxLength={2 * MAX_MESSAGE_LENGTH}
        rows={2}
        // A warning is one line, as every message in chat.
        onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\s*\n\s*/g, " "))}
      />
    </div>
  );
}

/** As a real chat line, on the first platform that the filter watches. */
function Preview({ message, providers }: { message: string; providers: readonly string[] }) {
  const platforms = usePlatforms().filter(({ flags }) => flags.chatWrite);
  const shown = platforms.find(({ provider }) => providers.length === 0 || providers.includes(provider));
  if (message.trim() === "" || !shown) return null;
  return (
    <figure className={classes["preview"]} aria-label="Preview of the warning">
      <PlatformIcon provider={shown.provider} size={14} label={shown.name} />
      <p>
        <b className={classes["bot"]}>Greenroom bot</b>: {fillTemplate(message, SAMPLE_VIEWER)}
      </p>
    </figure>
  );
}
