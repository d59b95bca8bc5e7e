import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useParams } from "react-router";
import { platformName, usePlatforms } from "../../api/platforms";
import { SEARCH_DELAY_MS } from "../../lib/search";
import { mediumDate } from "../../lib/time/dates";
import { PlatformIcon } from "../../ui/platform-icon";
import { PublicFrame } from "./public-frame";
import classes from "./public-pages.module.css";
import { type PublicQuote, usePublicQuotes } from "./public-pages.queries";

/** Public page with the quotes of a channel. */
export function PublicQuotesPage() {
  const { channelId = "" } = useParams();
  const [query, setQuery] = useState("");
  const [search] = useDebouncedValue(query.trim(), SEARCH_DELAY_MS);
  const list = usePublicQuotes(channelId, search);
  return (
    <PublicFrame title="Quotes" list={list} query={query} search={search} onQuery={setQuery} emptyTitle="No quotes yet">
      {(quotes) => (
        <ul className="plain-list">
          {quotes.map((quote) => (
            <QuoteRow key={quote.number} quote={quote} />
          ))}
        </ul>
      )}
    </PublicFrame>
  );
}

function QuoteRow({ quote }: { quote: PublicQuote }) {
  const platforms = usePlatforms();
  return (
    <li className={classes["row"]} data-kind="quote">
      <span className="muted fs-small digits mono">#{quote.number}</span>
      <div className="miw-0">
        <blockquote className="m-0 breaks">
          <bdi>{quote.text}</bdi>
        </blockquote>
        <p className="row small wrap breaks faint mt-4 column-gap-12 row-gap-4">
          {quote.provider !== null && (
            <PlatformIcon provider={quote.provider} size={14} label={platformName(platforms, quote.provider)} />
          )}
          {quote.quoted_name !== "" && <bdi className="muted">{quote.quoted_name}</bdi>}
          {quote.category !== "" && <bdi>{quote.category}</bdi>}
          <time dateTime={quote.said_at}>{mediumDate(quote.said_at)}</time>
        </p>
      </div>
    </li>
  );
}
