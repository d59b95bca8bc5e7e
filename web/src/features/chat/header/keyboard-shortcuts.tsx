import { Box, Flex, Text, VisuallyHidden } from "@mantine/core";
import { Dialog } from "../../../ui/dialogs/dialog";
import { KeyCap } from "../../../ui/key-cap";

const SHORTCUTS = [
  { keys: ["↑", "↓"], action: "Select a message", name: "Arrow keys" },
  { keys: ["Enter"], action: "Open the viewer card", name: "Enter" },
  { keys: ["R"], action: "Reply", name: "R" },
  { keys: ["Tab"], action: "Go to the message actions", name: "Tab" },
  { keys: ["Home"], action: "Jump to the oldest loaded message", name: "Home" },
  { keys: ["End", "Esc"], action: "Jump to latest", name: "End or Escape" },
  { keys: ["Ctrl", "Z"], action: "Undo the last moderation action (⌘ Z on a Mac)", name: "Control Z" },
];

export function KeyboardShortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="Keyboard shortcuts" size={420}>
      <Box component="dl" m={0}>
        {SHORTCUTS.map(({ keys, action, name }) => (
          <Flex key={name} align="center" gap={12} mih={32}>
            <Flex component="dt" gap={4} w={88} flex="none">
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
