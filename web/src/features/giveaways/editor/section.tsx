import { type ReactNode, useId } from "react";
import type { EditorForm } from "../../../ui/editor/use-editor-form";
import type { GiveawayDraft } from "../giveaway-types";
import classes from "./giveaway-editor.module.css";

/** The form of the editor; `isFixed` locks the rules, and `lockedBecause` is the tooltip of locked fields. */
export type GiveawayForm = EditorForm<GiveawayDraft> & { isFixed: boolean; lockedBecause: string };

/** A section of the editor; `about` is the sentence below its title. */
export function Section({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="body">
        {title}
      </h3>
      <p className="small muted mt-2 mb-10">{about}</p>
      <div className={classes["fields"]}>{children}</div>
    </section>
  );
}

export function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="all-columns">
      <span className="medium fw-500 block mb-4" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}
