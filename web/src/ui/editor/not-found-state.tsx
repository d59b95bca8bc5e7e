import { Button } from "@mantine/core";
import { Link } from "react-router";
import { EmptyState } from "../empty-state";

/** Empty state of a deleted or unknown item. */
export function NotFoundState({ what, list }: { what: string; list: string }) {
  return (
    <EmptyState title={`This ${what} is gone`} about="Somebody has deleted it, or the link is not complete.">
      <Button component={Link} to={list}>
        All {what}s
      </Button>
    </EmptyState>
  );
}
