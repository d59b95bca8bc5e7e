import { ActionIcon, TextInput, Tooltip } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { IconTrash, IconX } from "@tabler/icons-react";
import { useNavigate } from "react-router";
import { CopyLink } from "../../ui/copy-link";
import frame from "../../ui/editor/editor.module.css";
import { EditorNotice } from "../../ui/editor/editor-notice";
import { SaveBar } from "../../ui/editor/save-bar";
import { type Kept, useEditorForm } from "../../ui/editor/use-editor-form";
import { PageTitle } from "../../ui/page-title";
import { SideSheet } from "../../ui/side-sheet";
import { UnsavedDialog, useUnsavedGuard } from "../../ui/unsaved-guard";
import { DeleteTemplateDialog } from "./delete-template-dialog";
import { TemplateCommands } from "./template-commands";
import { DESCRIPTION_LIMIT, TITLE_LIMIT } from "./template-draft";
import { isConflict, useSaveTemplate } from "./template-saving";
import type { Template, TemplateDraft } from "./template-types";
import classes from "./templates.module.css";

interface TemplateEditorProps {
  /** Null for one that was never saved. */
  template: Template | null;
  saved: Kept<TemplateDraft>;
}

const LIST = "/admin/command-templates";
const UNSAVED = "What you changed in this template is not saved yet.";

export function TemplateEditor({ template, saved }: TemplateEditorProps) {
  const navigate = useNavigate();
  const [isDeleting, deleting] = useDisclosure();
  const form = useEditorForm({
    saved,
    isNew: template === null,
    isLocked: false,
    onSave: useSaveTemplate(template?.id ?? null),
    onCreated: (id) => leave(`${LIST}/${id}`),
  });
  const guard = useUnsavedGuard(form.isTouched);
  const leave = (path: string) => {
    guard.letGo();
    void navigate(path, { replace: true });
  };
  const close = () => void navigate(LIST);
  useHotkeys([["mod+S", form.save]], [], true);

  const { draft, change, errorOf } = form;
  const title = draft.title.trim() || "New template";
  return (
    <SideSheet label={`Template ${title}`} width="usual" onClose={close}>
      <PageTitle>{title}</PageTitle>
      <header className={frame["head"]}>
        <h2 className={frame["title"]} tabIndex={-1} data-autofocus>
          <bdi>{title}</bdi>
        </h2>
        <span className={frame["tools"]}>
          {template && <CopyLink />}
          {template && (
            <Tooltip label="Delete">
              <ActionIcon aria-label="Delete" onClick={deleting.open}>
                <IconTrash size={17} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          )}
          <ActionIcon className={frame["close"] ?? ""} aria-label="Close" onClick={close}>
            <IconX size={18} stroke={1.6} />
          </ActionIcon>
        </span>
      </header>
      <EditorNotice form={form} what="template" lockedBecause="" isConflict={isConflict} />
      <div className={frame["body"]}>
        <div className={classes["fields"]}>
          <TextInput
            label="Title"
            placeholder="What it brings"
            maxLength={TITLE_LIMIT}
            value={draft.title}
            error={errorOf("title")}
            onChange={(event) => change({ title: event.currentTarget.value })}
          />
          <TextInput
            label="Description"
            placeholder="Who it is for"
            maxLength={DESCRIPTION_LIMIT}
            value={draft.description}
            error={errorOf("description")}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
        </div>
        <TemplateCommands
          commands={draft.commands}
          errorOf={errorOf}
          refusal={form.failure}
          onChange={(commands) => change({ commands })}
        />
      </div>
      <SaveBar {...form} onDiscard={form.discard} onSave={form.save} />
      <UnsavedDialog blocker={guard.blocker} message={UNSAVED} />
      {template && (
        <DeleteTemplateDialog
          template={template}
          opened={isDeleting}
          onClose={deleting.close}
          onDeleted={() => leave(LIST)}
        />
      )}
    </SideSheet>
  );
}
