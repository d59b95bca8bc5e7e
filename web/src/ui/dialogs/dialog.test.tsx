import { MantineProvider, Menu } from "@mantine/core";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { expect, test } from "vitest";
import { theme } from "../theme/theme";
import { ConfirmDialog } from "./confirm-dialog";
import { Dialog } from "./dialog";
import { SideDialog } from "./side-dialog";

type Close = () => void;

const KINDS: readonly [string, (opened: boolean, close: Close) => ReactNode][] = [
  [
    "a dialog mounted open",
    (opened, close) =>
      opened && (
        <Dialog opened title="Settings" onClose={close}>
          <input aria-label="Name" />
        </Dialog>
      ),
  ],
  [
    "a dialog opened after mounting",
    (opened, close) => (
      <Dialog opened={opened} title="Settings" onClose={close}>
        <input aria-label="Name" />
      </Dialog>
    ),
  ],
  [
    "a side dialog",
    (opened, close) =>
      opened && (
        <SideDialog opened title="Log" onClose={close}>
          <input aria-label="Name" />
        </SideDialog>
      ),
  ],
  [
    "a confirm dialog",
    (opened, close) => (
      <ConfirmDialog opened={opened} title="Sure?" message="" verb="Yes" onConfirm={close} onClose={close} />
    ),
  ],
];

interface PageProps {
  dialog: (opened: boolean, close: Close) => ReactNode;
  opener: (open: () => void) => ReactNode;
}

function Page({ dialog, opener }: PageProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {opener(() => setOpen(true))}
      {dialog(isOpen, () => setOpen(false))}
    </>
  );
}

function show(props: PageProps) {
  render(
    <MantineProvider theme={theme} forceColorScheme="dark" env="test">
      <main>
        <Page {...props} />
      </main>
    </MantineProvider>,
  );
}

const insideDialog = () => waitFor(() => expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull());

test.each(KINDS)("%s returns the focus to the button that opened it", async (_kind, dialog) => {
  show({
    dialog,
    opener: (open) => (
      <button type="button" onClick={open}>
        Open
      </button>
    ),
  });
  screen.getByRole("button", { name: "Open" }).focus();
  await userEvent.keyboard("{Enter}");
  await insideDialog();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Open" })));
});

test.each(KINDS)("%s opened from a menu returns the focus to the menu's button", async (_kind, dialog) => {
  show({
    dialog,
    opener: (open) => (
      <Menu>
        <Menu.Target>
          <button type="button">More</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={open}>Open</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    ),
  });
  screen.getByRole("button", { name: "More" }).focus();
  await userEvent.keyboard("{Enter}");
  (await screen.findByRole("menuitem", { name: "Open" })).focus();
  await userEvent.keyboard("{Enter}");
  await insideDialog();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "More" })));
});

function Row({ isRemoved, onOpen }: { isRemoved: boolean; onOpen: () => void }) {
  return isRemoved ? null : (
    <button type="button" onClick={onOpen}>
      Row
    </button>
  );
}

test("if the opening button was removed, the list around it gets the focus", async () => {
  let remove: () => void = () => undefined;
  function List({ onOpen }: { onOpen: () => void }) {
    const [isRemoved, setRemoved] = useState(false);
    remove = () => setRemoved(true);
    return (
      <section aria-label="List" tabIndex={-1}>
        <Row isRemoved={isRemoved} onOpen={onOpen} />
      </section>
    );
  }
  show({
    dialog: (opened, close) => (
      <ConfirmDialog
        opened={opened}
        title="Sure?"
        message=""
        verb="Yes"
        onConfirm={() => {
          remove();
          close();
        }}
        onClose={close}
      />
    ),
    opener: (open) => <List onOpen={open} />,
  });
  screen.getByRole("button", { name: "Row" }).focus();
  await userEvent.keyboard("{Enter}");
  await insideDialog();
  await userEvent.click(screen.getByRole("button", { name: "Yes" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("region", { name: "List" })));
});

test("a confirm dialog over a dialog returns the focus into that dialog", async () => {
  function Inner() {
    const [isAsking, setAsking] = useState(false);
    return (
      <>
        <input aria-label="First" />
        <button type="button" onClick={() => setAsking(true)}>
          Ask
        </button>
        {KINDS[3]?.[1](isAsking, () => setAsking(false))}
      </>
    );
  }
  show({
    dialog: (opened, close) => (
      <Dialog opened={opened} title="Settings" onClose={close}>
        <Inner />
      </Dialog>
    ),
    opener: (open) => (
      <button type="button" onClick={open}>
        Open
      </button>
    ),
  });
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  await insideDialog();
  screen.getByRole("button", { name: "Ask" }).focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Cancel" })));
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Ask" })));
});
