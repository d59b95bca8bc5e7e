import { TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { DraftBase } from "../../../ui/editor/drafts";
import { EditorHead } from "../../../ui/editor/editor-head";
import { EditorSheet } from "../../../ui/editor/editor-sheet";
import type { EditorForm } from "../../../ui/editor/use-editor-form";
import { useEditorSheet } from "../../../ui/editor/use-editor-sheet";
import { DeleteTemplateDialog } from "../delete-template-dialog";
import { MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH } from "../template-draft";
import type { Template, TemplateDraft } from "../template-types";
import { TemplateCommands } from "./template-commands";
import { useSaveTemplate } from "./use-save-template";

interface TemplateEditorProps {
  /** Null for a new template. */
  template: Template | null;
  saved: DraftBase<TemplateDraft>;
  /** Whether another user has deleted the template since the editor was opened. */
  isDeleted?: boolean;
}

export const TEMPLATES_PATH = "/admin/command-templates";

export function TemplateEditor({ template: loaded, saved, isDeleted = false }: TemplateEditorProps) {
  // A deleted template can only be saved as a new one.
  const template = isDeleted ? null : loaded;
  const [isDeleting, deleting] = useDisclosure();
  const sheet = useEditorSheet({
    list: TEMPLATES_PATH,
    saved,
    isNew: template === null,
    isDeleted,
    isLocked: false,
    onSave: useSaveTemplate(template?.id ?? null),
  });
  const title = sheet.form.draft.title.trim() || "New template";
  return (
    <EditorSheet
      sheet={sheet}
      item="template"
      title={title}
      label={`Template ${title}`}
      lockedBecause=""
      head={
        <EditorHead
          title={title}
          isSaved={template !== null}
          onDelete={template && deleting.open}
          onClose={sheet.close}
        />
      }
    >
      <Fields form={sheet.form} />
      {template && (
        <DeleteTemplateDialog
          template={template}
          opened={isDeleting}
          onClose={deleting.close}
          onLeave={() => sheet.leave(TEMPLATES_PATH)}
        />
      )}
    </EditorSheet>
  );
}

function Fields({ form }: { form: EditorForm<TemplateDraft> }) {
  const { draft, change, errorOf, failure, invalidFields } = form;
  return (
    <>
      <div className="gap-12 grid">
        <TextInput
          label="Title"
          placeholder="Basic commands"
          maxLength={MAX_TITLE_LENGTH}
          value={draft.title}
          error={errorOf("title")}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
        <TextInput
          label="Description"
          placeholder="Discord, schedule and socials"
          maxLength={MAX_DESCRIPTION_LENGTH}
          value={draft.description}
          error={errorOf("description")}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
      </div>
      <TemplateCommands
        commands={draft.commands}
        errorOf={errorOf}
        failure={failure}
        invalidFields={invalidFields}
        onChange={(commands) => change({ commands })}
      />
    </>
  );
}
