import { Anchor } from "@mantine/core";
import { type Ref, useEffect, useRef, useState } from "react";
import { messageOf } from "../../api/errors";
import { BusyButton } from "../../ui/buttons/busy-button";
import { Segments } from "../../ui/buttons/segments";
import { TextDrop } from "../../ui/fields/text-drop";
import { isFocusLost } from "../../ui/focus/use-return-focus";
import { Panel } from "../../ui/panel";
import classes from "./import.module.css";
import { MAX_CONTENT_LENGTH, SOURCES, type Way } from "./import-labels";
import type { Review, Source } from "./import-types";
import { useReview } from "./imports.queries";

interface SourceStepProps {
  channelId: string;
  text: Ref<HTMLTextAreaElement>;
  onReviewed: (review: Review) => void;
}

export function SourceStep({ channelId, text, onReviewed }: SourceStepProps) {
  const [source, setSource] = useState<Source>("nightbot");
  const [content, setContent] = useState("");
  const { mutate, isPending, error, reset } = useReview(channelId);
  const labels = SOURCES.find(({ value }) => value === source);
  const isEmpty = content.trim() === "";
  const choice = useRef<HTMLDivElement>(null);
  // The menu item that opened this page had the focus and is unmounted.
  useEffect(() => {
    if (isFocusLost()) choice.current?.querySelector<HTMLElement>("input:checked")?.focus();
  }, []);
  return (
    <Panel padded aria-label="Source">
      <div ref={choice} className={classes["source"]}>
        <h2 className="medium fw-500">Import from</h2>
        <Segments
          label="Import from"
          value={source}
          options={SOURCES}
          onChange={(value) => {
            setSource(value);
            reset();
          }}
        />
        <div className={classes["ways"]}>
          {labels?.ways.map((way) => (
            <WaySteps key={way.title} way={way} />
          ))}
        </div>
      </div>
      <TextDrop
        ref={text}
        label="Paste your commands"
        placeholder={`Paste here, or drop a file.\n\n${labels?.placeholder ?? ""}`}
        accept=".json,.txt,.csv,.yaml,.yml,text/plain,application/json"
        limit={MAX_CONTENT_LENGTH}
        value={content}
        error={error ? messageOf(error) : undefined}
        onChange={(next) => {
          setContent(next);
          reset();
        }}
      />
      <div className="row wrap mt-16 row-gap-8 column-gap-12">
        <BusyButton
          variant="filled"
          isBusy={isPending}
          isDisabled={isEmpty}
          onClick={() => mutate({ source, content }, { onSuccess: onReviewed })}
        >
          Review
        </BusyButton>
        <span className={classes["about"]}>Nothing is imported yet.</span>
      </div>
    </Panel>
  );
}

function WaySteps({ way: { title, page, steps } }: { way: Way }) {
  return (
    <section aria-label={title}>
      <h3 className="small fw-600 mb-4">{title}</h3>
      <ol className={classes["steps"]}>
        {page && (
          <li>
            <Anchor href={page.url} target="_blank" rel="noreferrer" inherit>
              {page.label}
            </Anchor>
          </li>
        )}
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}
