import { Box, Flex, Text, VisuallyHidden } from "@mantine/core";
import { Dialog } from "../../ui/dialogs/dialog";
import { KeyCap } from "../../ui/key-cap";

const SHORTCUTS = [
  { keys: ["↑", "↓"], action: "Select an activity", name: "Arrow keys" },
  { keys: ["Enter"], action: "Open the viewer card", name: "Enter" },
  { keys: ["A"], action: "Mark as seen or as new", name: "A" },
  { keys: ["Home", "End"], action: "Select the newest or oldest loaded", name: "Home or End" },
  { keys: ["Esc"], action: "Select none", name: "Escape" },
  { keys: ["?"], action: "Show this help", name: "Question mark" },
];

export function KeyboardShortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="Keyboard shortcuts" size={420}>
      <Box component="dl" m={0}>
        {SHORTCUTS.map(({ keys, action, name }) => (
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
