import { IconChevronRight } from "@tabler/icons-react";
import classes from "./channel-file.module.css";
import type { EntryChange, FieldChange, SectionDiff } from "./channel-file-types";
import { CHANGES, changeWords, fieldWords, restWords, sidesOf } from "./diff-labels";

interface DiffViewProps {
  sections: readonly SectionDiff[];
  leftOut: ReadonlySet<string>;
  onToggle: (key: string) => void;
}

/** Section by section, entry by entry, field by field. */
export function DiffView({ sections, leftOut, onToggle }: DiffViewProps) {
  return (
    <>
      {sections.map((section) => (
        <section key={section.key} className={classes["section"]} aria-label={section.title}>
          <header className={classes["sectionHead"]}>
            <label className={classes["choose"]}>
              <input
                type="checkbox"
                className={classes["tick"]}
                checked={!leftOut.has(section.key)}
                onChange={() => onToggle(section.key)}
              />
              <h3>{section.title}</h3>
            </label>
            <span className={classes["counts"]}>{changeWords([section])}</span>
            <span className={classes["rest"]}>{restWords(section)}</span>
          </header>
          <ul className={classes["entries"]} data-out={leftOut.has(section.key) || undefined}>
            {section.entries.map((entry) => (
              <Entry key={`${entry.change} ${entry.key}`} entry={entry} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

const OPEN_UP_TO = 12;

function Entry({ entry }: { entry: EntryChange }) {
  const { sign, label } = CHANGES[entry.change];
  const name = (
    <>
      <span className={classes["sign"]} data-change={entry.change} role="img" aria-label={label}>
        {sign}
      </span>
      <bdi className={classes["key"]}>{entry.key}</bdi>
    </>
  );
  if (entry.fields.length === 0) return <li className={classes["entry"]}>{name}</li>;
  return (
    <li>
      <details open={entry.change === "changed" && entry.fields.length <= OPEN_UP_TO}>
        <summary className={classes["entry"]}>
          {name}
          <span className={classes["rest"]}>
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
  const { before, after } = sidesOf(field);
  return (
    <div className={classes["field"]}>
      <dt>{fieldWords(field.field)}</dt>
      <dd>
        {before !== "" && (
          <del className={classes["before"]}>
            <bdi>{before}</bdi>
          </del>
        )}
        {after !== "" && (
          <ins className={classes["after"]}>
            <bdi>{after}</bdi>
          </ins>
        )}
        {after === "" && <span className={classes["rest"]}>as it comes by itself</span>}
      </dd>
    </div>
  );
}
