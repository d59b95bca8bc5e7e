import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { LabelledSwitch } from "../../ui/buttons/switch";
import { TextDrop } from "../../ui/fields/text-drop";
import { Panel } from "../../ui/panel";
import { UnsavedDialog, useUnsavedGuard } from "../../ui/sheet/unsaved-guard";
import classes from "./channel-file.module.css";
import type { Draft } from "./channel-file.queries";
import { Comparison } from "./comparison";
import { lineRange, MAX_FILE_LENGTH } from "./diff-labels";

interface FilePanelProps {
  channelId: string;
  canApply: boolean;
}

const UNSAVED = "The file hasn't been imported yet.";

export function FilePanel({ channelId, canApply }: FilePanelProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const lastDraftId = useRef(0);
  const [content, setContent] = useState("");
  const [removeMissing, setRemoveMissing] = useState(false);
  const [draft, setDraft] = useState<Draft | null>(null);
  const guard = useUnsavedGuard(content.trim() !== "" && canApply);

  function preview() {
    lastDraftId.current += 1;
    setDraft({ id: lastDraftId.current, content, removeMissing });
  }

  function selectLine(line: number) {
    const { from, to } = lineRange(content, line);
    area.current?.focus();
    area.current?.setSelectionRange(from, to);
  }

  return (
    <Panel padded aria-labelledby="file-title">
      <h2 id="file-title" className={classes["title"]}>
        Import YAML
      </h2>
      <p className={classes["about"]}>Preview the changes before importing.</p>
      <TextDrop
        ref={area}
        label="YAML file"
        placeholder="Paste YAML here, or drop a file."
        accept=".yaml,.yml,text/plain,application/yaml"
        limit={MAX_FILE_LENGTH}
        value={content}
        onChange={(text) => {
          setContent(text);
          setDraft(null);
        }}
      />
      <div className="row wrap mt-12 column-gap-16 row-gap-8">
        <Button variant={draft ? "default" : "filled"} disabled={content.trim() === ""} onClick={preview}>
          Preview changes
        </Button>
        <LabelledSwitch
          label="Delete what isn't in the file"
          checked={removeMissing}
          onChange={(isRemoving) => {
            setRemoveMissing(isRemoving);
            if (draft) setDraft({ ...draft, removeMissing: isRemoving });
          }}
        />
      </div>
      {draft && (
        <Comparison
          key={draft.id}
          channelId={channelId}
          draft={draft}
          canApply={canApply}
          onShowLine={selectLine}
          onApplied={() => {
            setContent("");
            setDraft(null);
            // The user must choose anew for each file whether entries are deleted.
            setRemoveMissing(false);
          }}
        />
      )}
      <UnsavedDialog blocker={guard.blocker} message={UNSAVED} />
    </Panel>
  );
}
