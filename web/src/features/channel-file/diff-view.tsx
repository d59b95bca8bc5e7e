import { IconChevronRight } from "@tabler/icons-react";
import classes from "./channel-file.module.css";
import type { EntryChange, FieldChange, SectionDiff } from "./channel-file-types";
import { CHANGE_LABELS, changeSummary, fieldLabel, unchangedSummary } from "./diff-labels";

interface DiffViewProps {
  sections: readonly SectionDiff[];
  excluded: ReadonlySet<string>;
  onToggle: (key: string) => void;
}

/** Changes by section, entry and field; a checkbox excludes a section. */
export function DiffView({ sections, excluded, onToggle }: DiffViewProps) {
  return (
    <>
      {sections.map((section) => (
        <section key={section.key} className="pt-16" aria-label={section.title}>
          <header className={classes["sectionHead"]}>
            <label className="inline-row gap-10 pointer">
              <input
                type="checkbox"
                className={classes["checkbox"]}
                checked={!excluded.has(section.key)}
                onChange={() => onToggle(section.key)}
              />
              <h3>{section.title}</h3>
            </label>
            <span className="fs-small digits">{changeSummary([section])}</span>
            <span className="small muted breaks">{unchangedSummary(section)}</span>
          </header>
          <ul className={classes["entries"]} data-excluded={excluded.has(section.key) || undefined}>
            {section.entries.map((entry) => (
              <Entry key={`${entry.change} ${entry.key}`} entry={entry} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

const MAX_OPEN_FIELDS = 12;

function Entry({ entry }: { entry: EntryChange }) {
  const { sign, label } = CHANGE_LABELS[entry.change];
  const name = (
    <>
      <span className={classes["sign"]} data-change={entry.change} role="img" aria-label={label}>
        {sign}
      </span>
      <bdi className="breaks fw-500">{entry.key}</bdi>
    </>
  );
  if (entry.fields.length === 0) return <li className={classes["entry"]}>{name}</li>;
  return (
    <li>
      <details open={entry.change === "changed" && entry.fields.length <= MAX_OPEN_FIELDS}>
        <summary className={classes["entry"]}>
          {name}
          <span className="small muted breaks">
            {entry.fields.length === 1 ? "1 field" : `${entry.fields.length} fields`}
          </span>
          <IconChevronRight className={classes["chevron"]} size={15} aria-hidden="true" />
        </summary>
        <dl className={classes["fields"]}>
          {entry.fields.map((field) => (
            <Field key={field.field} field={field} />
          ))}
        </dl>
      </details>
    </li>
  );
}

function Field({ field }: { field: FieldChange }) {
  const { before, after } = field;
  return (
    <div className={classes["field"]}>
      <dt>{fieldLabel(field.field)}</dt>
      <dd>
        {before && (
          <del className={classes["before"]}>
            <bdi>{before}</bdi>
          </del>
        )}
        {after && (
          <ins className={classes["after"]}>
            <bdi>{after}</bdi>
          </ins>
        )}
        {!after && <span className="small muted breaks">default</span>}
      </dd>
    </div>
  );
}
