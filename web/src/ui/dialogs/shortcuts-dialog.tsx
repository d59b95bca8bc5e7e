import { Box, Flex, Text, VisuallyHidden } from "@mantine/core";
import { KeyCap } from "../key-cap";
import { Dialog } from "./dialog";

export interface Shortcut {
  readonly keys: readonly string[];
  readonly action: string;
  /** The keys as a screen reader says them. */
  readonly name: string;
}

interface ShortcutsDialogProps {
  shortcuts: readonly Shortcut[];
  onClose: () => void;
}

/** The keys of one screen. */
export function ShortcutsDialog({ shortcuts, onClose }: ShortcutsDialogProps) {
  return (
    <Dialog opened onClose={onClose} title="Keyboard shortcuts" size={420}>
      <Box component="dl" m={0}>
        {shortcuts.map(({ keys, action, name }) => (
          <Flex key={name} align="center" gap={12} mih={32}>
            <Flex component="dt" gap={4} w={104} flex="none">
              <VisuallyHidden>{name}</VisuallyHidden>
              {keys.map((key) => (
                <KeyCap key={key}>{key}</KeyCap>
              ))}
            </Flex>
            <Text component="dd" m={0} c="var(--text-2)">
              {action}
            </Text>
          </Flex>
        ))}
      </Box>
    </Dialog>
  );
}
