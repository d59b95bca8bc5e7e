import { fireEvent, screen } from "@testing-library/react";
import { type ReactNode, useState } from "react";

const DELETES = "Another user deletes it";

/** Renders an item with a button: once it is pressed, the item is rendered as deleted by another user. */
export function Deletable({ children }: { children: (isDeleted: boolean) => ReactNode }) {
  const [isDeleted, setDeleted] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setDeleted(true)}>
        {DELETES}
      </button>
      {children(isDeleted)}
    </>
  );
}

export function deleteElsewhere(): void {
  fireEvent.click(screen.getByText(DELETES));
}
