import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type VariantColorsResolver,
} from "@mantine/core";
import type { MouseEvent } from "react";
import classes from "./theme.module.css";

const noBorder = "0 solid transparent";

const filledColours: Record<string, { background: string; hover: string; color: string }> = {
  mint: { background: "var(--mint)", hover: "var(--mint-hover)", color: "var(--mint-ink)" },
  amber: { background: "var(--amber)", hover: "var(--amber-hover)", color: "var(--amber-ink)" },
  red: { background: "var(--red-fill)", hover: "var(--red-fill-hover)", color: "#fff" },
};

const variantColorResolver: VariantColorsResolver = (input) => {
  const colour = String(input.color ?? input.theme.primaryColor);
  switch (input.variant) {
    case "filled": {
      const colours = filledColours[colour];
      return colours ? { ...colours, border: noBorder } : defaultVariantColorsResolver(input);
    }
    case "default":
      return { background: "var(--raised)", hover: "var(--raised-hover)", color: "var(--text)", border: noBorder };
    case "light":
      return { ...lightColours(colour), border: noBorder };
    case "subtle":
      return {
        background: "transparent",
        hover: "var(--raised)",
        color: colour === "red" ? "var(--red)" : "var(--text-2)",
        hoverColor: colour === "red" ? "var(--red)" : "var(--text)",
        border: noBorder,
      };
    default:
      return defaultVariantColorsResolver(input);
  }
};

function lightColours(colour: string) {
  if (colour === "red") {
    return { background: "var(--red-tint)", hover: "var(--red-fill)", color: "var(--red)", hoverColor: "#fff" };
  }
  return { background: "var(--mint-tint)", hover: "var(--mint-tint-strong)", color: "var(--mint)" };
}

/** Maps Mantine's CSS variables to our tokens. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {},
  dark: {
    "--mantine-color-body": "var(--page)",
    "--mantine-color-text": "var(--text)",
    "--mantine-color-bright": "var(--text)",
    "--mantine-color-dimmed": "var(--text-2)",
    "--mantine-color-placeholder": "var(--text-3)",
    "--mantine-color-anchor": "var(--mint)",
    "--mantine-color-error": "var(--red)",
    "--mantine-color-success": "var(--mint)",
    "--mantine-color-default": "var(--raised)",
    "--mantine-color-default-hover": "var(--raised-hover)",
    "--mantine-color-default-color": "var(--text)",
    "--mantine-color-default-border": "var(--line-control)",
    "--mantine-color-disabled": "var(--raised)",
    "--mantine-color-disabled-color": "var(--text-3)",
    "--mantine-color-disabled-border": "transparent",
  },
});

const scrim = { color: "#040607", backgroundOpacity: 0.5 };

// Mantine marks up a dialog's head as <header>, which would be a second banner on the page.
const plainHeader = { header: { role: "presentation" } };

// Menus and tooltips are rendered in <main>, because all content must be in a landmark.
const insideMain = { target: "main" };

/**
 * Returns the focus to the button of a menu when a plain item is clicked (no checkbox or radio item). The handler is
 * on the dropdown, which a click reaches after the item: an earlier move of the focus would unmount the item too soon.
 */
function focusButton({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  // Checkbox items keep the menu open.
  if (!(target instanceof Element) || !target.closest('[role="menuitem"]')) return;
  document.getElementById(currentTarget.getAttribute("aria-labelledby") ?? "")?.focus({ preventScroll: true });
}

/** Theme of Mantine's components by name: importing the components would load all of them with the sign-in page. */
const components = {
  ActionIcon: { defaultProps: { variant: "subtle", size: 28 }, classNames: { root: classes["actionIcon"] } },
  Anchor: { defaultProps: { underline: "hover" } },
  Button: { defaultProps: { variant: "default", size: "sm" }, classNames: { root: classes["button"] } },
  CloseButton: { defaultProps: { iconSize: 18 }, classNames: { root: classes["actionIcon"] } },
  Drawer: { defaultProps: { overlayProps: scrim, attributes: plainHeader } },
  InputWrapper: {
    classNames: { label: classes["label"], description: classes["help"], error: classes["problem"] },
  },
  Input: { classNames: { input: classes["input"] } },
  Loader: { defaultProps: { size: 16, color: "mint" } },
  Menu: {
    defaultProps: {
      position: "bottom-end",
      offset: 4,
      transitionProps: { duration: 120 },
      portalProps: insideMain,
      withInitialFocusPlaceholder: false,
    },
    classNames: {
      dropdown: classes["floating"],
      item: classes["menuItem"],
      itemSection: classes["menuSection"],
      divider: classes["menuDivider"],
    },
  },
  MenuDropdown: { defaultProps: { onClick: focusButton } },
  Modal: {
    defaultProps: {
      centered: true,
      overlayProps: scrim,
      attributes: plainHeader,
      transitionProps: { duration: 160, transition: "fade" },
      closeButtonProps: { "aria-label": "Close" },
    },
    classNames: {
      content: classes["dialog"],
      header: classes["dialogHeader"],
      title: classes["dialogTitle"],
      body: classes["dialogBody"],
    },
  },
  Popover: { classNames: { dropdown: classes["floating"] } },
  Skeleton: { defaultProps: { radius: 4 }, classNames: { root: classes["skeleton"] } },
  Tooltip: {
    defaultProps: { openDelay: 300, transitionProps: { duration: 120 }, portalProps: insideMain },
    classNames: { tooltip: classes["tooltip"] },
  },
};

export const theme = createTheme({
  primaryColor: "mint",
  primaryShade: 5,
  colors: {
    mint: [
      "#e4fbf1",
      "#c6f5e1",
      "#9eeecb",
      "#7ee9bb",
      "#5be5aa",
      "#3ddc97",
      "#2fbd80",
      "#23986a",
      "#1a7050",
      "#123327",
    ],
    amber: [
      "#fdf5e3",
      "#fbe8c0",
      "#f9dc9d",
      "#f6c76e",
      "#f4bf5c",
      "#f2b84b",
      "#d29a30",
      "#a97a22",
      "#7a5817",
      "#4b360c",
    ],
    dark: [
      "#e8ecee",
      "#c3ced3",
      "#9fb0b8",
      "#8698a1",
      "#2f393e",
      "#242d32",
      "#1c2327",
      "#14191c",
      "#0f1315",
      "#0d1012",
    ],
  },
  white: "#ffffff",
  black: "#0d1012",
  fontFamily: "var(--font)",
  fontFamilyMonospace: "var(--mono)",
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "20px" },
  lineHeights: { xs: "16px", sm: "20px", md: "20px", lg: "24px", xl: "28px" },
  spacing: { xs: "4px", sm: "8px", md: "12px", lg: "16px", xl: "24px" },
  radius: { xs: "4px", sm: "6px", md: "8px", lg: "8px", xl: "999px" },
  defaultRadius: "sm",
  headings: {
    fontFamily: "var(--font)",
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "16px", lineHeight: "24px" },
      h2: { fontSize: "14px", lineHeight: "20px" },
      h3: { fontSize: "14px", lineHeight: "20px" },
    },
  },
  shadows: { xs: "none", sm: "none", md: "var(--shadow)", lg: "var(--shadow)", xl: "var(--shadow)" },
  activeClassName: "",
  cursorType: "pointer",
  respectReducedMotion: true,
  variantColorResolver,
  components,
});
