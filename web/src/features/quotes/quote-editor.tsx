import { ActionIcon, CloseButton, Tooltip } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { IconTrash } from "@tabler/icons-react";
import { useNavigate } from "react-router";
import { CopyLink } from "../../ui/copy-link";
import editor from "../../ui/editor/editor.module.css";
import { EditorNotice } from "../../ui/editor/editor-notice";
import { SaveBar } from "../../ui/editor/save-bar";
import { type Kept, useEditorForm } from "../../ui/editor/use-editor-form";
import { PageTitle } from "../../ui/page-title";
import { SideSheet } from "../../ui/side-sheet";
import { UnsavedDialog, useUnsavedGuard } from "../../ui/unsaved-guard";
import { DeleteQuoteDialog } from "./delete-quote-dialog";
import { QuoteFacts } from "./quote-facts";
import { QuoteFields } from "./quote-fields";
import type { Quote, QuoteDraft } from "./quote-types";
import { MAY_NOT_MANAGE, numberWords } from "./quote-words";
import { isConflict, useSaveQuote } from "./saving";

interface QuoteEditorProps {
  channelId: string;
  /** As the server has it; null for one that was never saved. */
  quote: Quote | null;
  saved: Kept<QuoteDraft>;
  canManage: boolean;
}

export function QuoteEditor({ channelId, quote, saved, canManage }: QuoteEditorProps) {
  const navigate = useNavigate();
  const [isDeleting, deleting] = useDisclosure();
  const list = `/channels/${channelId}/quotes`;
  const save = useSaveQuote(channelId, quote?.id ?? null);
  const form = useEditorForm({
    saved,
    isNew: quote === null,
    isLocked: !canManage,
    onSave: save,
    onCreated: (id) => {
      guard.letGo();
      void navigate(`${list}/${id}`, { replace: true });
    },
  });
  const guard = useUnsavedGuard(form.isTouched && canManage);
  const close = () => void navigate(list);
  useHotkeys([["mod+S", form.save]], [], true);
  const title = quote ? `Quote ${numberWords(quote)}` : "New quote";
  return (
    <SideSheet label={title} width="usual" onClose={close}>
      <PageTitle>{title}</PageTitle>
      <QuoteHead
        title={title}
        onDelete={quote && canManage ? deleting.open : null}
        isSaved={quote !== null}
        onClose={close}
      />
      <EditorNotice form={form} what="quote" lockedBecause={`${MAY_NOT_MANAGE}.`} isConflict={isConflict} />
      <div className={editor["body"]}>
        <QuoteFields form={form} />
        {quote && <QuoteFacts quote={quote} />}
      </div>
      {canManage && <SaveBar {...form} onDiscard={form.discard} onSave={form.save} />}
      <UnsavedDialog blocker={guard.blocker} message="What you changed in this quote is not saved yet." />
      {quote && (
        <DeleteQuoteDialog
          channelId={channelId}
          quote={quote}
          opened={isDeleting}
          onClose={deleting.close}
          onDelete={guard.letGo}
        />
      )}
    </SideSheet>
  );
}

interface QuoteHeadProps {
  title: string;
  isSaved: boolean;
  onDelete: (() => void) | null;
  onClose: () => void;
}

function QuoteHead({ title, isSaved, onDelete, onClose }: QuoteHeadProps) {
  return (
    <header className={editor["head"]}>
      <h2 className={editor["title"]}>{title}</h2>
      <span className={editor["tools"]}>
        {isSaved && <CopyLink />}
        {onDelete && (
          <Tooltip label="Delete">
            <ActionIcon aria-label="Delete" onClick={onDelete}>
              <IconTrash size={17} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )}
        <CloseButton className={editor["close"] ?? ""} aria-label="Close" onClick={onClose} />
      </span>
    </header>
  );
}
