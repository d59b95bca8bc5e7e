import { NativeSelect } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useRef } from "react";
import { useRoles } from "../../../api/roles";
import classes from "../../../ui/fields/chips.module.css";
import { useFocusAfter } from "../../../ui/focus/use-focus-after";
import { PlatformIcon } from "../../../ui/platform-icon";
import { Section } from "../editor/editor-section";
import type { Editing } from "../editor/form-props";
import type { ExemptViewer } from "../filter-types";
import { exemptLevels } from "./exempt-levels";
import { ViewerPicker } from "./viewer-picker";

/** Who is never caught: everybody from a role upwards, and people by name. */
export function ExemptSection(editing: Editing) {
  const { draft, change, errorOf, isLocked } = editing;
  const roles = useRoles().data ?? [];
  const chips = useRef<HTMLDivElement>(null);
  const focus = useFocusAfter(chips);
  const remove = (viewer: ExemptViewer) => {
    change({ exempt_viewers: draft.exempt_viewers.filter((other) => other !== viewer) });
    // The button goes with the viewer.
    focus('[aria-label="Exempt a viewer"]');
  };
  return (
    <Section title="Who is exempt">
      <NativeSelect
        aria-label="Exempt from this role upwards"
        data={exemptLevels(roles, draft.exempt_level)}
        value={String(draft.exempt_level)}
        error={errorOf("exempt_level")}
        disabled={isLocked}
        onChange={(event) => change({ exempt_level: Number(event.currentTarget.value) })}
      />
      <div ref={chips} className={classes["chips"]}>
        {draft.exempt_viewers.map((viewer) => (
          <ExemptChip
            key={`${viewer.provider}/${viewer.provider_viewer_id}`}
            viewer={viewer}
            onRemove={isLocked ? null : () => remove(viewer)}
          />
        ))}
        {!isLocked && <ViewerPicker {...editing} />}
      </div>
      {errorOf("exempt_viewers") && <p className={classes["problem"]}>{errorOf("exempt_viewers")}</p>}
    </Section>
  );
}

function ExemptChip({ viewer, onRemove }: { viewer: ExemptViewer; onRemove: (() => void) | null }) {
  return (
    <span className={classes["chip"]}>
      <PlatformIcon provider={viewer.provider} size={14} label={viewer.provider} />
      <bdi className={classes["name"]}>{viewer.name}</bdi>
      {onRemove && (
        <button
          type="button"
          className={classes["remove"]}
          aria-label={`${viewer.name} is no longer exempt`}
          onClick={onRemove}
        >
          <IconX size={13} aria-hidden="true" />
        </button>
      )}
    </span>
  );
}
