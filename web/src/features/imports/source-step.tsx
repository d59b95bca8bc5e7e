import { Button } from "@mantine/core";
import { useState } from "react";
import { messageOf } from "../../api/errors";
import { Panel } from "../../ui/panel";
import { Segments } from "../../ui/segments";
import { TextDrop } from "../../ui/text-drop";
import classes from "./import.module.css";
import type { Review, Source } from "./import-types";
import { CONTENT_LIMIT, SOURCES } from "./import-words";
import { useReview } from "./imports.queries";

interface SourceStepProps {
  channelId: string;
  onReviewed: (review: Review) => void;
}

/** Which bot, and what it exported. */
export function SourceStep({ channelId, onReviewed }: SourceStepProps) {
  const [source, setSource] = useState<Source>("nightbot");
  const [content, setContent] = useState("");
  const { mutate, isPending, error, reset } = useReview(channelId);
  const words = SOURCES.find(({ value }) => value === source);
  const isEmpty = content.trim() === "";
  return (
    <Panel padded aria-label="What to import">
      <div className={classes["source"]}>
        <h2 className={classes["label"]}>Where it comes from</h2>
        <Segments
          label="Where it comes from"
          value={source}
          options={SOURCES}
          onChange={(value) => {
            setSource(value);
            reset();
          }}
        />
        <p className={classes["about"]}>{words?.about}</p>
      </div>
      <TextDrop
        label="What it exported"
        placeholder={`Paste it here, or drop the file.\n\n${words?.placeholder ?? ""}`}
        accept=".json,.txt,.csv,.yaml,.yml,text/plain,application/json"
        limit={CONTENT_LIMIT}
        value={content}
        error={error ? messageOf(error) : undefined}
        onChange={(text) => {
          setContent(text);
          reset();
        }}
      />
      <div className={classes["next"]}>
        <Button
          variant="filled"
          loading={isPending}
          disabled={isEmpty}
          onClick={() => mutate({ source, content }, { onSuccess: onReviewed })}
        >
          Review
        </Button>
        <span className={classes["about"]}>Nothing is written yet.</span>
      </div>
    </Panel>
  );
}
