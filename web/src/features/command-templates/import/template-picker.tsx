import { TextInput } from "@mantine/core";
import { IconChevronRight, IconSearch } from "@tabler/icons-react";
import { clsx } from "clsx";
import { useState } from "react";
import { SEARCH_LIMIT } from "../../../lib/search";
import { EmptyState } from "../../../ui/empty-state";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import type { TemplateSummary } from "../template-types";
import { useOfferedTemplates } from "../templates.queries";
import classes from "./import-template.module.css";

export function TemplatePicker({ onChoose }: { onChoose: (templateId: string) => void }) {
  const [query, setQuery] = useState("");
  const { data, error, refetch, isFetching } = useOfferedTemplates();
  if (error && !data) {
    return <ErrorPanel isBare error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  if (!data) return <SkeletonRows count={4} label="Loading templates" />;
  if (data.length === 0) {
    return (
      <EmptyState
        title="No templates yet"
        about="Your server admin can add command packs for all channels to import."
      />
    );
  }
  const needle = query.trim().toLowerCase();
  const found = data.filter(({ title, description, names }) =>
    [title, description, ...names].some((text) => text.toLowerCase().includes(needle)),
  );
  return (
    <>
      <TextInput
        type="search"
        aria-label="Search templates and commands"
        placeholder="Search templates and commands"
        maxLength={SEARCH_LIMIT}
        leftSection={<IconSearch size={15} />}
        data-autofocus
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {found.length === 0 && <EmptyState title="No templates found" about="Try another search." />}
      <ul className="p-0 unmarked mt-12 mb-0 mx-0">
        {found.map((template) => (
          <TemplateItem key={template.id} template={template} onChoose={() => onChoose(template.id)} />
        ))}
      </ul>
    </>
  );
}

function TemplateItem({ template, onChoose }: { template: TemplateSummary; onChoose: () => void }) {
  const { title, description, names } = template;
  return (
    <li>
      <button type="button" className={classes["template"]} onClick={onChoose}>
        <span className="grow gap-2 miw-0 grid">
          <bdi className="body breaks fw-600">{title}</bdi>
          {description && <bdi className="small muted breaks">{description}</bdi>}
          <bdi className={classes["names"]}>{names.join(" ")}</bdi>
        </span>
        <span className={clsx("small muted breaks", "rigid")}>
          {names.length === 1 ? "1 command" : `${names.length} commands`}
        </span>
        <IconChevronRight size={16} aria-hidden="true" />
      </button>
    </li>
  );
}
