import { NativeSelect } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useRef } from "react";
import { useRoles } from "../../../api/roles";
import classes from "../../../ui/fields/chips.module.css";
import { useFocusAfterRender } from "../../../ui/focus/use-focus-after-render";
import { PlatformIcon } from "../../../ui/platform-icon";
import { EditorSection } from "../editor/editor-section";
import type { FormProps } from "../editor/form-props";
import type { ExemptViewer } from "../filter-types";
import { exemptLevels } from "./exempt-levels";
import { ViewerPicker } from "./viewer-picker";

export function ExemptSection(form: FormProps) {
  const { draft, change, errorOf, isLocked } = form;
  const roles = useRoles().data ?? [];
  const chips = useRef<HTMLDivElement>(null);
  const focus = useFocusAfterRender(chips);
  const remove = (viewer: ExemptViewer) => {
    change({ exempt_viewers: draft.exempt_viewers.filter((other) => other !== viewer) });
    // The focused button is removed with its viewer.
    focus('[aria-label="Exempt a viewer"]');
  };
  return (
    <EditorSection title="Exempt">
      <NativeSelect
        aria-label="Exempt roles"
        description="This role and higher ones"
        data={exemptLevels(roles, draft.exempt_level)}
        value={String(draft.exempt_level)}
        error={errorOf("exempt_level")}
        disabled={isLocked}
        onChange={(event) => change({ exempt_level: Number(event.currentTarget.value) })}
      />
      <div ref={chips} className="m-0 p-0 gap-6 b-0 wrap flex">
        {draft.exempt_viewers.map((viewer) => (
          <ExemptChip
            key={`${viewer.provider}/${viewer.provider_viewer_id}`}
            viewer={viewer}
            onRemove={isLocked ? null : () => remove(viewer)}
          />
        ))}
        {!isLocked && <ViewerPicker {...form} />}
      </div>
      {errorOf("exempt_viewers") && <p className="small red mt-4">{errorOf("exempt_viewers")}</p>}
    </EditorSection>
  );
}

function ExemptChip({ viewer, onRemove }: { viewer: ExemptViewer; onRemove: (() => void) | null }) {
  return (
    <span className={classes["chip"]}>
      <PlatformIcon provider={viewer.provider} size={14} label={viewer.provider} />
      <bdi className="miw-0 breaks">{viewer.name}</bdi>
      {onRemove && (
        <button type="button" className={classes["remove"]} aria-label={`Remove ${viewer.name}`} onClick={onRemove}>
          <IconX size={13} aria-hidden="true" />
        </button>
      )}
    </span>
  );
}
