import { TextInput } from "@mantine/core";
import { IconChevronRight, IconSearch } from "@tabler/icons-react";
import { clsx } from "clsx";
import { useState } from "react";
import { SEARCH_LIMIT } from "../../../lib/search-limit";
import { EmptyState } from "../../../ui/empty-state";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import type { TemplateSummary } from "../template-types";
import { useOfferedTemplates } from "../templates.queries";
import classes from "./import-template.module.css";

/** Which template. */
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
        title="No templates here yet"
        about="Whoever runs this installation can offer sets of commands that channels take from. None is there so far."
      />
    );
  }
  const wanted = query.trim().toLowerCase();
  const found = data.filter(({ title, description, names }) =>
    [title, description, ...names].some((text) => text.toLowerCase().includes(wanted)),
  );
  return (
    <>
      <TextInput
        type="search"
        aria-label="Search template or command"
        placeholder="Search template or command"
        maxLength={SEARCH_LIMIT}
        leftSection={<IconSearch size={15} />}
        data-autofocus
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {found.length === 0 && <EmptyState title="No template matches" about="Look for another word." />}
      <ul className={classes["offers"]}>
        {found.map((template) => (
          <Offer key={template.id} template={template} onChoose={() => onChoose(template.id)} />
        ))}
      </ul>
    </>
  );
}

function Offer({ template, onChoose }: { template: TemplateSummary; onChoose: () => void }) {
  const { title, description, names } = template;
  return (
    <li>
      <button type="button" className={classes["offer"]} onClick={onChoose}>
        <span className={classes["offerWords"]}>
          <bdi className={classes["offerTitle"]}>{title}</bdi>
          {description && <bdi className={classes["about"]}>{description}</bdi>}
          <bdi className={classes["names"]}>{names.join(" ")}</bdi>
        </span>
        <span className={clsx(classes["about"], classes["offerSize"])}>
          {names.length === 1 ? "1 command" : `${names.length} commands`}
        </span>
        <IconChevronRight size={16} aria-hidden="true" />
      </button>
    </li>
  );
}
