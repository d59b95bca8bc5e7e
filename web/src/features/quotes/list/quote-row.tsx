import { Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconTrash } from "@tabler/icons-react";
import { platformName, usePlatforms } from "../../../api/platforms";
import { longDateTime } from "../../../lib/time/dates";
import { ListRow } from "../../../ui/list/list-row";
import { RowMenu } from "../../../ui/list/row-menu";
import { useCloseIfOpen } from "../../../ui/list/use-close-if-open";
import { PlatformIcon } from "../../../ui/platform-icon";
import { DeleteQuoteDialog } from "../delete-quote-dialog";
import { dateLabels, numberLabel } from "../quote-labels";
import type { Quote } from "../quote-types";
import classes from "../quotes.module.css";

interface QuoteRowProps {
  channelId: string;
  quote: Quote;
  canManage: boolean;
}

export function QuoteRow({ channelId, quote, canManage }: QuoteRowProps) {
  const platforms = usePlatforms();
  const { day, time } = dateLabels(quote);
  return (
    <ListRow
      to={`/channels/${channelId}/quotes/${quote.id}`}
      className={classes["columns"]}
      leading={<span className={classes["number"]}>{numberLabel(quote)}</span>}
      name={<bdi className={classes["text"]}>{quote.text}</bdi>}
      summary={quote.quoted_name === "" ? "Unknown" : <bdi>{quote.quoted_name}</bdi>}
    >
      <bdi className={classes["category"]}>{quote.category}</bdi>
      <span className={classes["platform"]}>
        {quote.provider !== null && (
          <PlatformIcon provider={quote.provider} size={14} label={platformName(platforms, quote.provider)} />
        )}
      </span>
      <span className={classes["date"]} title={longDateTime(quote.said_at)}>
        {day}
        {time !== null && <span className={classes["offset"]}>{time}</span>}
      </span>
      {canManage && <QuoteMenu channelId={channelId} quote={quote} />}
    </ListRow>
  );
}

function QuoteMenu({ channelId, quote }: { channelId: string; quote: Quote }) {
  const [isDeleting, deleting] = useDisclosure();
  const closeIfOpen = useCloseIfOpen(`/channels/${channelId}/quotes`, quote.id);
  return (
    <>
      <RowMenu label={`Actions for quote ${numberLabel(quote)}`}>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={deleting.open}>
          Delete
        </Menu.Item>
      </RowMenu>
      <DeleteQuoteDialog
        channelId={channelId}
        quote={quote}
        opened={isDeleting}
        onClose={deleting.close}
        onLeave={closeIfOpen}
      />
    </>
  );
}
