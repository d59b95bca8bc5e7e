import { clockDuration, longDateTime } from "../../../lib/time/dates";
import type { Quote } from "../quote-types";
import classes from "../quotes.module.css";

/** What nobody types: where it stands in the stream, and who kept it. */
export function QuoteDetails({ quote }: { quote: Quote }) {
  const { stream_offset_seconds: offset } = quote;
  return (
    <dl className={classes["facts"]}>
      {offset !== null && (
        <div>
          <dt>In the stream</dt>
          <dd>{clockDuration(offset)} after it began</dd>
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
          <dt>Changed</dt>
          <dd>
            {longDateTime(quote.updated_at)} by <bdi>{quote.updated_by}</bdi>
          </dd>
        </div>
      )}
    </dl>
  );
}
