import { Input, Textarea } from "@mantine/core";
import { useId } from "react";
import { usePlatforms } from "../../../api/platforms";
import { PlatformIcon } from "../../../ui/platform-icon";
import type { FormProps } from "../editor/form-props";
import classes from "./warning-section.module.css";
import { fillTemplate, splitTemplate } from "./warning-template";

export const MAX_MESSAGE_LENGTH = 500;
const SAMPLE_VIEWER = "grimbly_77";

export function WarningSection({ draft, change, errorOf, isLocked }: FormProps) {
  const id = useId();
  const hasWarning = draft.ladder.some(({ action }) => action === "warn");
  return (
    <section className="pt-20">
      <Input.Wrapper
        label="Warning message"
        labelProps={{ htmlFor: id }}
        error={errorOf("message")}
        description={description(draft.message, hasWarning)}
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

function description(message: string, hasWarning: boolean): string {
  if (message.trim() === "") return "Empty: no message is posted";
  if (!hasWarning) return "Not used: no penalty includes a warning";
  return `$(user) becomes the viewer's name. ${[...message].length}/${MAX_MESSAGE_LENGTH}`;
}

interface TemplateAreaProps {
  id: string;
  value: string;
  isLocked: boolean;
  isInvalid: boolean;
  onChange: (value: string) => void;
}

/** Textarea with highlighted variables: its text is transparent, under a highlighted copy. */
function TemplateArea({ id, value, isLocked, isInvalid, onChange }: TemplateAreaProps) {
  return (
    <div className={classes["area"]}>
      <div className={classes["highlight"]} aria-hidden="true">
        {splitTemplate(value).map(({ text, start, isVariable }) => (
          <span key={start} className={isVariable ? classes["variable"] : undefined}>
            {text}
          </span>
        ))}
        {/* Keeps an empty copy one line high. */}
        {"\u200b"}
      </div>
      <Textarea
        id={id}
        classNames={{ input: classes["input"] ?? "" }}
        value={value}
        disabled={isLocked}
        error={isInvalid}
        // In UTF-16 units, of which a character has up to two.
        maxLength={2 * MAX_MESSAGE_LENGTH}
        rows={2}
        // Chat messages are single-line.
        onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\s*\n\s*/g, " "))}
      />
    </div>
  );
}

/** The warning as a chat line on the first of the filter's platforms that the bot can write to. */
function Preview({ message, providers }: { message: string; providers: readonly string[] }) {
  const platforms = usePlatforms().filter(({ flags }) => flags.chatWrite);
  const shown = platforms.find(({ provider }) => providers.length === 0 || providers.includes(provider));
  if (message.trim() === "" || !shown) return null;
  return (
    <figure className={classes["preview"]} aria-label="Warning preview">
      <PlatformIcon provider={shown.provider} size={14} label={shown.name} />
      <p>
        <b className="mint fw-700">Greenroom bot</b>: {fillTemplate(message, SAMPLE_VIEWER)}
      </p>
    </figure>
  );
}
