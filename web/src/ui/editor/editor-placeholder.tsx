import { useNavigate } from "react-router";
import { isInaccessible } from "../../api/errors";
import { ErrorPanel } from "../page/error-panel";
import { PageTitle } from "../page/page-title";
import { type SheetWidth, SideSheet } from "../sheet/side-sheet";
import { SkeletonRows } from "../skeleton-rows";
import { NotFoundState } from "./not-found-state";

interface EditorPlaceholderProps {
  /** Kind of item: "command". */
  item: string;
  /** Title of its list. */
  title: string;
  /** Path of its list. */
  list: string;
  query: { error: Error | null; refetch: () => unknown; isFetching: boolean };
  width?: SheetWidth;
}

/** The sheet while an item loads, or with the error of its query. */
export function EditorPlaceholder({ item, title, list, query, width = "usual" }: EditorPlaceholderProps) {
  const navigate = useNavigate();
  // The sheet's label must differ from `title`, which already labels the list beside it.
  return (
    <SideSheet label={`Open ${item}`} width={width} onClose={() => void navigate(list, { preventScrollReset: true })}>
      <PageTitle>{title}</PageTitle>
      <div className="pt-16 pb-16 px-20">
        <Contents item={item} list={list} query={query} />
      </div>
    </SideSheet>
  );
}

function Contents({ item, list, query }: Pick<EditorPlaceholderProps, "item" | "list" | "query">) {
  const { error, refetch } = query;
  if (isInaccessible(error)) return <NotFoundState item={item} list={list} />;
  if (error) return <ErrorPanel isBare error={error} onRetry={() => void refetch()} isRetrying={query.isFetching} />;
  return <SkeletonRows count={8} label={`Loading ${item}`} />;
}
