import { ConfirmDialog } from "../../ui/confirm-dialog";
import type { Quote } from "./quote-types";
import { numberWords, shortText } from "./quote-words";
import { useDeleteQuote } from "./quotes.queries";

interface DeleteQuoteDialogProps {
  channelId: string;
  quote: Quote;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteQuoteDialog({ channelId, quote, opened, onClose, onDeleted }: DeleteQuoteDialogProps) {
  const { mutate } = useDeleteQuote(channelId);

  // The editor goes first: what it shows is about to be nothing.
  function remove() {
    onDeleted();
    mutate(quote.id);
  }

  return (
    <ConfirmDialog
      opened={opened}
      title={`Delete quote ${numberWords(quote)}?`}
      message={`“${shortText(quote.text)}” is gone for good, and no other quote gets its number.`}
      verb="Delete"
      danger
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
