import { Button } from "@mantine/core";
import { Link } from "react-router";
import { EmptyState } from "../empty-state";

/** Empty state of a deleted or unknown item. */
export function NotFoundState({ item, list }: { item: string; list: string }) {
  return (
    <EmptyState title={`This ${item} doesn't exist`} about="It was deleted, or the link is wrong.">
      <Button component={Link} to={list}>
        All {item}s
      </Button>
    </EmptyState>
  );
}
