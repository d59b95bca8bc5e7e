import { useParams } from "react-router";
import { platformName, usePlatforms } from "../../api/platforms";
import { longDateTime } from "../../lib/time/dates";
import { channelList } from "../../session/channel-list/channel-list";
import type { ItemProps } from "../../session/channel-list/declaration";
import { pagedList } from "../../session/channel-list/rows";
import { useCommandPrefix } from "../../session/commands/command-prefix";
import { PlatformIcon } from "../../ui/platform-icon";
import { bodyOf, draftOf, NEW_QUOTE } from "./draft";
import { PublicBar } from "./public-bar";
import { QuoteFields } from "./quote-fields";
import { dateLabels, numberLabel, shortText } from "./quote-labels";
import { type Quote, quotes } from "./quotes";
import classes from "./quotes.module.css";

/** The screens of the quotes. */
export const quoteList = channelList({
  resource: quotes,
  subject: "quotes",
  path: "quotes",
  title: "Quotes",
  about: <About />,
  searchLabel: "Search text, name or #12",
  notFound: "Try other words, a name, or a number like #12.",
  empty: { about: <AboutNone />, create: "Add quote" },
  useRows: pagedList(quotes),
  Bar: PublicBar,
  columns: classes["columns"],
  heads: (
    <>
      <span className={classes["number"]}>No.</span>
      <span>Quote</span>
      <span className={classes["category"]}>Category</span>
      <span className={classes["platform"]} />
      <span className={classes["date"]}>Date</span>
    </>
  ),
  nameOf: (quote) => `quote ${numberLabel(quote)}`,
  Leading: ({ item }) => <span className={classes["number"]}>{numberLabel(item)}</span>,
  Name: ({ item }) => <bdi className={classes["text"]}>{item.text}</bdi>,
  Summary: ({ item }) => (item.quoted_name === "" ? "Unknown" : <bdi>{item.quoted_name}</bdi>),
  Cells,
  deletionOf: ({ text }) => `“${shortText(text)}” will be deleted. Its number is not reused.`,
  newDraft: NEW_QUOTE,
  draftOf,
  bodyOf,
  titleOf: (_draft, quote) => (quote ? `Quote ${numberLabel(quote)}` : ""),
  labelOf: (title) => title,
  auditNameOf: numberLabel,
  Fields: QuoteFields,
});

function usePrefix(): string {
  return useCommandPrefix(useParams()["channelId"] ?? "");
}

function About() {
  const prefix = usePrefix();
  return `Your channel's quotes. ${prefix}quote shows one, Editors add with ${prefix}addquote.`;
}

function AboutNone() {
  return `Save the best lines of your stream. Chat recalls them with ${usePrefix()}quote by number, by word or at random.`;
}

function Cells({ item }: ItemProps<Quote>) {
  const platforms = usePlatforms();
  const { day, time } = dateLabels(item);
  return (
    <>
      <bdi className={classes["category"]}>{item.category}</bdi>
      <span className={classes["platform"]}>
        {item.provider !== null && (
          <PlatformIcon provider={item.provider} size={14} label={platformName(platforms, item.provider)} />
        )}
      </span>
      <span className={classes["date"]} title={longDateTime(item.said_at)}>
        {day}
        {time !== null && <span className={classes["offset"]}>{time}</span>}
      </span>
    </>
  );
}
