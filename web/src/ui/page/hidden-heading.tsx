import { VisuallyHidden } from "@mantine/core";

/** The first heading of a page whose look needs none: for people who hear it. */
export function HiddenHeading({ children }: { children: string }) {
  return (
    <h1>
      <VisuallyHidden>{children}</VisuallyHidden>
    </h1>
  );
}
