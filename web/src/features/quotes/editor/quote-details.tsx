import { clockDuration, longDateTime } from "../../../lib/time/dates";
import type { Quote } from "../quote-types";
import classes from "../quotes.module.css";

/** Read-only details: time since the start of the stream, who added the quote, last edit. */
export function QuoteDetails({ quote }: { quote: Quote }) {
  const { stream_offset_seconds: offset } = quote;
  return (
    <dl className={classes["details"]}>
      {offset !== null && (
        <div>
          <dt>Stream time</dt>
          <dd>{clockDuration(offset)}</dd>
        </div>
      )}
      <div>
        <dt>Added</dt>
        <dd>
          {longDateTime(quote.created_at)} by <bdi>{quote.created_by}</bdi>
        </dd>
      </div>
      {quote.revision > 1 && (
        <div>
          <dt>Edited</dt>
          <dd>
            {longDateTime(quote.updated_at)} by <bdi>{quote.updated_by}</bdi>
          </dd>
        </div>
      )}
    </dl>
  );
}
