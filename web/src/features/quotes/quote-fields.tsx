import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { usePlatforms } from "../../api/platforms";
import { formatNumber } from "../../lib/locale";
import { clockDuration, longDateTime } from "../../lib/time/dates";
import type { FieldsProps } from "../../session/channel-list/declaration";
import type { EditorForm } from "../../ui/editor/use-editor-form";
import { asProvider, type QuoteDraft } from "./draft";
import { MAX_NAME_LENGTH, MAX_TEXT_LENGTH } from "./quote-labels";
import type { Quote } from "./quotes";
import classes from "./quotes.module.css";

export function QuoteFields({ item: quote, form }: FieldsProps<Quote, QuoteDraft>) {
  const { draft, change, errorOf, isLocked } = form;
  const platforms = usePlatforms().filter(({ flags }) => flags.stream);
  const shared = { disabled: isLocked, autoComplete: "off" } as const;
  return (
    <>
      <div className={classes["fields"]}>
        <Textarea
          label="Quote"
          className={classes["full"] ?? ""}
          rows={4}
          // The browser counts UTF-16 units, the server code points.
          maxLength={2 * MAX_TEXT_LENGTH}
          value={draft.text}
          description={`${[...draft.text].length} / ${formatNumber(MAX_TEXT_LENGTH)}`}
          inputWrapperOrder={["label", "input", "error", "description"]}
          error={errorOf("text")}
          onChange={(event) => change({ text: event.currentTarget.value })}
          {...shared}
        />
        <NameField form={form} label="Quoted user" field="quoted_name" />
        <NameField form={form} label="Category" field="category" />
        <NativeSelect
          label="Platform"
          data={[
            { value: "", label: "Not set" },
            ...platforms.map(({ provider, name }) => ({ value: provider, label: name })),
          ]}
          value={draft.provider}
          error={errorOf("provider")}
          onChange={(event) => change({ provider: asProvider(event.currentTarget.value, platforms) })}
          {...shared}
        />
        <TextInput
          label="Date"
          type="datetime-local"
          value={draft.said_at}
          error={errorOf("said_at")}
          onChange={(event) => change({ said_at: event.currentTarget.value })}
          {...shared}
        />
      </div>
      {quote && <QuoteDetails quote={quote} />}
    </>
  );
}

interface NameFieldProps {
  form: EditorForm<QuoteDraft>;
  label: string;
  field: "quoted_name" | "category";
}

function NameField({ form: { draft, change, errorOf, isLocked }, label, field }: NameFieldProps) {
  return (
    <TextInput
      label={label}
      maxLength={MAX_NAME_LENGTH}
      value={draft[field]}
      error={errorOf(field)}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
      disabled={isLocked}
      autoComplete="off"
    />
  );
}

/** Read-only details: time since the start of the stream, who added the quote, last edit. */
function QuoteDetails({ quote }: { quote: Quote }) {
  const { stream_offset_seconds: offset } = quote;
  return (
    <dl className={classes["details"]}>
      {offset !== null && <Detail name="Stream time">{clockDuration(offset)}</Detail>}
      <Detail name="Added">
        {longDateTime(quote.created_at)} by <bdi>{quote.created_by}</bdi>
      </Detail>
      {quote.revision > 1 && (
        <Detail name="Edited">
          {longDateTime(quote.updated_at)} by <bdi>{quote.updated_by}</bdi>
        </Detail>
      )}
    </dl>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
