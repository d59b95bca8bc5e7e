import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { usePlatforms } from "../../../api/platforms";
import { formatNumber } from "../../../lib/locale";
import type { EditorForm } from "../../../ui/editor/use-editor-form";
import { MAX_NAME_LENGTH, MAX_TEXT_LENGTH } from "../quote-labels";
import type { QuoteDraft } from "../quote-types";
import classes from "../quotes.module.css";
import { asProvider } from "./draft";

export function QuoteFields({ form }: { form: EditorForm<QuoteDraft> }) {
  const { draft, change, errorOf, isLocked } = form;
  const platforms = usePlatforms().filter(({ flags }) => flags.stream);
  const shared = { disabled: isLocked, autoComplete: "off" } as const;
  return (
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
      <TextInput
        label="Quoted user"
        maxLength={MAX_NAME_LENGTH}
        value={draft.quoted_name}
        error={errorOf("quoted_name")}
        onChange={(event) => change({ quoted_name: event.currentTarget.value })}
        {...shared}
      />
      <TextInput
        label="Category"
        maxLength={MAX_NAME_LENGTH}
        value={draft.category}
        error={errorOf("category")}
        onChange={(event) => change({ category: event.currentTarget.value })}
        {...shared}
      />
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
  );
}
