import { DeleteDialog, type DeleteDialogState } from "../../ui/dialogs/delete-dialog";
import { numberLabel, shortText } from "./quote-labels";
import type { Quote } from "./quote-types";
import { useDeleteQuote } from "./quotes.queries";

interface DeleteQuoteDialogProps extends DeleteDialogState {
  channelId: string;
  quote: Quote;
}

export function DeleteQuoteDialog({ channelId, quote, ...deleting }: DeleteQuoteDialogProps) {
  const { mutate } = useDeleteQuote(channelId);
  return (
    <DeleteDialog
      {...deleting}
      title={`Delete quote ${numberLabel(quote)}?`}
      message={`“${shortText(quote.text)}” will be deleted. Its number is not reused.`}
      onDelete={() => mutate(quote.id)}
    />
  );
}
