import { mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { Control } from "./harness/control.ts";
import { Installation, type Settings } from "./harness/installation.ts";
import { Session } from "./harness/session.ts";

export { expect, type Page };

const TOKEN_KEY = "greenroom.token";
const LEAVE_MS = 20_000;
// All workers start their programs at once, on cores that may be busy: no part of the time that a journey has.
const INSTALL_MS = 120_000;

// Here transitions are a part of what is proven, or what is pressed moves while it is pressed. Everywhere else whoever
// looks has asked for less motion, as their system lets people do: pictures in between cost a tenth of all the work.
const MOVING = ["chat.spec.ts", "moderation.spec.ts", "shell.spec.ts", "writing-on.spec.ts"];

type Everybody = {
  /** Signs in through the screens, as a person does. */
  signIn: (page: Page, login: string, path?: string) => Promise<void>;
  /** Signs in over HTTP and leaves the token in the browser; without a path the journey chooses its first page itself. */
  enter: (page: Page, login: string, path?: string) => Promise<Session>;
  /** A session without a browser, for the second person of a journey. */
  person: (login: string) => Promise<Session>;
  control: Control;
  /** An installation of its own, for journeys that need an empty one or stop the server. */
  install: (settings?: Settings) => Promise<Installation>;
};

type Shared = { installation: Installation };

/** Who signed in, with the session that the harness has of them. */
type Visitors = Map<string, Session | undefined>;

export const test = base.extend<Everybody & { visitors: Visitors }, Shared>({
  installation: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are needed
    async ({}, use, info) => {
      const installation = await Installation.start(
        await logFile(info.project.outputDir, `worker-${info.workerIndex}`),
        {
          GREENROOM_FIRST_USER_IS_OPERATOR: "false",
        },
      );
      await use(installation);
      await installation.stop();
    },
    { scope: "worker", timeout: INSTALL_MS },
  ],

  baseURL: async ({ installation }, use) => use(installation.url),

  contextOptions: async ({ contextOptions }, use, { file }) => {
    const reducedMotion = MOVING.includes(basename(file)) ? "no-preference" : "reduce";
    await use({ ...contextOptions, reducedMotion });
  },

  // Each journey starts with the rehearsal's own world and leaves nobody behind: deleting the people deletes their channels.
  control: async ({ installation }, use) => {
    const control = new Control(installation.controlUrl);
    await control.reset();
    await use(control);
  },

  visitors: async ({ installation, control }, use) => {
    const visitors: Visitors = new Map();
    await use(visitors);
    await control.reset();
    for (const [login, session] of visitors) await seeOff(installation.url, login, session);
  },

  // Named first, the visitors are seen off last: a page that learns that its person is gone would navigate while it closes.
  context: async ({ visitors: _first, context }, use) => {
    await use(context);
    await leave(context);
  },

  signIn: async ({ visitors }, use) => {
    await use(async (page, login, path = "/") => {
      visitors.set(login, undefined);
      await page.goto(path);
      await page.getByRole("button", { name: "Sign in with Twitch" }).click();
      await consentAs(page, login);
      await expect(page).not.toHaveURL(/\/(sign-in|oauth)/);
    });
  },

  enter: async ({ person }, use) => {
    await use(async (page, login, path) => {
      const session = await person(login);
      await leaveToken(page, session);
      if (path !== undefined) await page.goto(path);
      return session;
    });
  },

  person: async ({ installation, visitors }, use) => {
    await use(async (login) => {
      // Known before the answer: a journey that fails meanwhile leaves nobody behind either.
      visitors.set(login, undefined);
      const session = await Session.open(installation.url, login);
      visitors.set(login, session);
      return session;
    });
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are needed
  install: async ({}, use, info) => {
    const started: Installation[] = [];
    await use(async (settings) => {
      const installation = await Installation.start(await logFile(info.outputDir, "installation"), settings);
      started.push(installation);
      return installation;
    });
    await Promise.all(started.map((installation) => installation.stop()));
  },
});

/** Puts a session's token where the web looks for it, once: a journey that signs out must stay signed out. */
export async function leaveToken(page: Page, session: Session): Promise<Session> {
  await page.addInitScript(
    ([key, token]) => {
      if (sessionStorage.getItem("entered") !== null) return;
      sessionStorage.setItem("entered", "yes");
      localStorage.setItem(key, token);
    },
    [TOKEN_KEY, session.token] as const,
  );
  return session;
}

/** Deletes a person; one who has signed out or was deleted meanwhile signs in once more. */
async function seeOff(url: string, login: string, known?: Session): Promise<void> {
  const session = known ?? (await Session.open(url, login));
  const username = await session.username();
  if (username === undefined) return seeOff(url, login);
  await session.delete(`/user?username=${encodeURIComponent(username)}`);
}

/** Goes away from the last screen, whatever it would still ask; Playwright empties what the window has stored. */
async function leave(context: BrowserContext): Promise<void> {
  const [kept, ...others] = context.pages();
  await Promise.all(others.map((page) => page.close()));
  await context.clearPermissions();
  kept?.on("dialog", (dialog) => dialog.accept());
  try {
    await kept?.goto("about:blank", { timeout: LEAVE_MS });
    // The next journey must not begin with the pointer over one of its buttons.
    await kept?.mouse.move(0, 0);
  } catch {
    // A page that does not go is closed: the next journey gets a new one.
    await kept?.close();
  }
}

/** Chooses one of the made-up people on the rehearsal's consent page and agrees. */
export async function consentAs(page: Page, login: string): Promise<void> {
  await page.locator(`input[name="login"][value="${login}"]`).check();
  await page.getByRole("button", { name: "Authorize" }).click();
}

async function logFile(folder: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  return join(folder, `${name}.log`);
}
