import { useNavigate, useParams } from "react-router";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import type { Quote } from "./quote-types";
import { numberWords, shortText } from "./quote-words";
import { useDeleteQuote } from "./quotes.queries";

interface DeleteQuoteDialogProps {
  channelId: string;
  quote: Quote;
  opened: boolean;
  onClose: () => void;
  /** Before it goes: an editor has to let go of what is not saved. */
  onDelete?: () => void;
}

export function DeleteQuoteDialog({ channelId, quote, opened, onClose, onDelete }: DeleteQuoteDialogProps) {
  const navigate = useNavigate();
  const { channelQuoteId } = useParams();
  const { mutate, isPending } = useDeleteQuote(channelId);

  // The editor goes first: what it shows is about to be nothing.
  function remove() {
    onDelete?.();
    onClose();
    if (channelQuoteId === quote.id) void navigate(`/channels/${channelId}/quotes`, { replace: true });
    mutate(quote.id);
  }

  return (
    <ConfirmDialog
      opened={opened}
      title={`Delete quote ${numberWords(quote)}?`}
      message={`“${shortText(quote.text)}” is gone for good, and no other quote gets its number.`}
      verb="Delete"
      danger
      isPending={isPending}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
