import { useDisclosure } from "@mantine/hooks";
import { HistoryLink } from "../../../session/access/history-link";
import type { DraftBase } from "../../../ui/editor/drafts";
import { EditorHead } from "../../../ui/editor/editor-head";
import { EditorSheet } from "../../../ui/editor/editor-sheet";
import { useEditorSheet } from "../../../ui/editor/use-editor-sheet";
import { DeleteQuoteDialog } from "../delete-quote-dialog";
import { MAY_NOT_MANAGE, numberLabel } from "../quote-labels";
import type { Quote, QuoteDraft } from "../quote-types";
import { QuoteDetails } from "./quote-details";
import { QuoteFields } from "./quote-fields";
import { useSaveQuote } from "./use-save-quote";

interface QuoteEditorProps {
  channelId: string;
  /** Null for a new quote. */
  quote: Quote | null;
  saved: DraftBase<QuoteDraft>;
  /** Whether another user deleted the quote while the editor was open. */
  isDeleted?: boolean;
  canManage: boolean;
}

export function QuoteEditor({ channelId, quote: loaded, saved, isDeleted = false, canManage }: QuoteEditorProps) {
  // A deleted quote can only be saved as a new one.
  const quote = isDeleted ? null : loaded;
  const [isDeleting, deleting] = useDisclosure();
  const list = `/channels/${channelId}/quotes`;
  const sheet = useEditorSheet({
    list,
    saved,
    isNew: quote === null,
    isDeleted,
    isLocked: !canManage,
    onSave: useSaveQuote(channelId, quote?.id ?? null),
  });
  const title = loaded ? `Quote ${numberLabel(loaded)}` : "New quote";
  return (
    <EditorSheet
      sheet={sheet}
      item="quote"
      title={title}
      label={title}
      lockedBecause={`${MAY_NOT_MANAGE}.`}
      head={
        <EditorHead
          title={title}
          tools={quote && <HistoryLink section="quotes" name={`#${quote.number}`} />}
          isSaved={quote !== null}
          onDelete={quote && canManage ? deleting.open : null}
          onClose={sheet.close}
        />
      }
    >
      <QuoteFields form={sheet.form} />
      {quote && <QuoteDetails quote={quote} />}
      {quote && (
        <DeleteQuoteDialog
          channelId={channelId}
          quote={quote}
          opened={isDeleting}
          onClose={deleting.close}
          onLeave={() => sheet.leave(list)}
        />
      )}
    </EditorSheet>
  );
}
