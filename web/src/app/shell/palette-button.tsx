import { useOs } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { KeyCap } from "../../ui/key-cap";
import classes from "./palette-button.module.css";
import { useShellActions } from "./shell-actions";

export function PaletteButton() {
  const { openPalette } = useShellActions();
  const isMac = useOs() === "macos";
  return (
    <button type="button" className={classes["button"]} onClick={openPalette}>
      <IconSearch size={15} aria-hidden="true" />
      <span className={classes["text"]}>Search</span>
      <span className={classes["key"]}>
        <KeyCap>{isMac ? "⌘ K" : "Ctrl K"}</KeyCap>
      </span>
    </button>
  );
}
