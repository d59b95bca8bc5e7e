import { VisuallyHidden } from "@mantine/core";

/** Visually hidden h1 for screen readers. */
export function HiddenHeading({ children }: { children: string }) {
  return (
    <h1>
      <VisuallyHidden>{children}</VisuallyHidden>
    </h1>
  );
}
