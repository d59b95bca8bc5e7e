import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Channel, ChannelProvider } from "../../../api/types";
import { loadScreen } from "../../../lib/reload-guard";

const StreamDialog = lazy(() => loadScreen(async () => ({ default: (await import("./stream-dialog")).StreamDialog })));

interface TitleDialogButtonProps {
  channel: Channel;
  providers: readonly ChannelProvider[];
  className: string;
  /** Accessible name, if the content is not a good name. */
  label?: string;
  children: ReactNode;
}

/** Button that opens the dialog for the titles and categories of all platforms. */
export function TitleDialogButton({ channel, providers, className, label, children }: TitleDialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={className} data-button aria-label={label} onClick={() => setIsOpen(true)}>
        {children}
      </button>
      <Suspense>{isOpen && <StreamDialog {...{ channel, providers }} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  );
}
