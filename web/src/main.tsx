import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "./ui/theme/tokens.css";
import "./ui/theme/mantine-styles";
import "./ui/theme/base.css";
import "./ui/theme/shared.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app";
import { watchToken } from "./lib/auth/token-watch";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

// index.html links the main sheet after the splash; here it moves before the sheets of screens, which override it.
const sheet = document.querySelector('body > link[rel="stylesheet"]');
if (sheet) document.head.insertBefore(sheet, document.head.querySelector('link[rel="stylesheet"]'));

watchToken();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
