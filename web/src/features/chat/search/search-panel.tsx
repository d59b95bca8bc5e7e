import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconArrowLeft } from "@tabler/icons-react";
import type { ChatLine } from "../../../api/chat";
import { SideDialog } from "../../../ui/dialogs/side-dialog";
import type { ChatStore } from "../store/chat-store";
import { useChatSnapshot } from "../store/use-chat-store";
import { ChatSearch, type ChatSearchProps } from "./chat-search";
import classes from "./chat-search.module.css";

interface SearchPanelProps extends Omit<ChatSearchProps, "onJump"> {
  onJump: (line: ChatLine, staysOpen: boolean) => void;
}

const DOCKED_QUERY = "(min-width: 75em)";

/** The search: beside the chat on wide screens, otherwise in a sheet over the chat. */
export function SearchPanel({ onJump, ...props }: SearchPanelProps) {
  const isDocked = useMediaQuery(DOCKED_QUERY, true, { getInitialValueInEffect: false }) ?? true;
  const search = { ...props, onJump: (line: ChatLine) => onJump(line, isDocked) };
  if (isDocked) {
    return (
      <div className="column clip r-panel mih-0" data-chat-search>
        <ChatSearch {...search} />
      </div>
    );
  }
  return (
    <SideDialog
      opened
      onClose={search.onClose}
      position="right"
      size={384}
      withCloseButton={false}
      classNames={{ content: classes["sheet"] ?? "", body: classes["sheetBody"] ?? "" }}
    >
      <ChatSearch {...search} />
    </SideDialog>
  );
}

interface BackToResultsProps {
  store: ChatStore;
  shownKey: string;
  onBack: () => void;
}

/** Button back to the search results, above the messages while the chat shows a result. */
export function BackToResults({ store, shownKey, onBack }: BackToResultsProps) {
  const { target } = useChatSnapshot(store);
  if (target !== shownKey) return null;
  return (
    <div className={classes["band"]}>
      <span className="grow miw-0">Showing a search result</span>
      <Button size="compact-sm" variant="subtle" leftSection={<IconArrowLeft size={15} />} onClick={onBack}>
        Back to results
      </Button>
    </div>
  );
}
