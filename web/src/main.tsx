import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "./ui/theme/tokens.css";
import "./ui/theme/mantine-styles";
import "./ui/theme/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app";
import { watchToken } from "./lib/auth/token-watch";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

// The page loads its sheet in the body, after the splash. Those of screens, in the head, must come after it.
const sheet = document.querySelector('body > link[rel="stylesheet"]');
if (sheet) document.head.insertBefore(sheet, document.head.querySelector('link[rel="stylesheet"]'));

watchToken();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
