import { fireEvent, screen } from "@testing-library/react";
import { type ReactNode, useState } from "react";

const DELETES = "Another user deletes it";

/** An open item with a button that deletes it. */
export function Deletable({ children }: { children: (isGone: boolean) => ReactNode }) {
  const [isGone, setGone] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setGone(true)}>
        {DELETES}
      </button>
      {children(isGone)}
    </>
  );
}

export function deleteElsewhere(): void {
  fireEvent.click(screen.getByText(DELETES));
}
