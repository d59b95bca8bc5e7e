import { lazy, Suspense, useState } from "react";
import { loadScreen } from "../../lib/reload-guard";
import classes from "./sign-in.module.css";

const PrivacyDialog = lazy(() =>
  loadScreen(async () => ({ default: (await import("./privacy-dialog")).PrivacyDialog })),
);

export function SignInFooter() {
  const [isOpen, setOpen] = useState(false);
  return (
    <footer className={classes["footer"]}>
      <span>{window.location.host}</span>
      <span aria-hidden="true">·</span>
      <button type="button" className={classes["footerLink"]} onClick={() => setOpen(true)}>
        Privacy
      </button>
      <span aria-hidden="true">·</span>
      <a className={classes["footerLink"]} href="/health">
        Status
      </a>
      {isOpen && (
        <Suspense>
          <PrivacyDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </footer>
  );
}
