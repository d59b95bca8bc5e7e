import { useNavigate } from "react-router";
import { isInaccessible } from "../../api/errors";
import { ErrorPanel } from "../page/error-panel";
import { PageTitle } from "../page/page-title";
import { type SheetWidth, SideSheet } from "../sheet/side-sheet";
import { SkeletonRows } from "../skeleton-rows";
import classes from "./editor.module.css";
import { NotFoundState } from "./not-found-state";

interface EditorPlaceholderProps {
  /** Kind of item: "command". */
  what: string;
  /** Title of its list. */
  title: string;
  /** Path of its list. */
  list: string;
  /** The query of the item. */
  query: { error: Error | null; refetch: () => unknown; isFetching: boolean };
  width?: SheetWidth;
}

/** The sheet while an item loads, or its error. */
export function EditorPlaceholder({ what, title, list, query, width = "usual" }: EditorPlaceholderProps) {
  const navigate = useNavigate();
  // Not the title, which is the name of the list beside it.
  return (
    <SideSheet label={`Open ${what}`} width={width} onClose={() => void navigate(list, { preventScrollReset: true })}>
      <PageTitle>{title}</PageTitle>
      <div className={classes["waiting"]}>
        <Contents what={what} list={list} query={query} />
      </div>
    </SideSheet>
  );
}

function Contents({ what, list, query }: Pick<EditorPlaceholderProps, "what" | "list" | "query">) {
  const { error, refetch } = query;
  if (isInaccessible(error)) return <NotFoundState what={what} list={list} />;
  if (error) return <ErrorPanel isBare error={error} onRetry={() => void refetch()} isRetrying={query.isFetching} />;
  return <SkeletonRows count={8} label={`Loading ${what}`} />;
}
