import { Outlet } from "react-router";
import { Frame } from "./frame";
import { ShellDialogs } from "./shell-dialogs";

/** Shell outside any channel: a header, no sidebar. */
export function HomeShell() {
  return (
    <ShellDialogs>
      <Frame area="home">
        <Outlet />
      </Frame>
    </ShellDialogs>
  );
}
