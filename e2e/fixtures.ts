import { mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { type BrowserContext, test as base, expect, type Locator, type Page } from "@playwright/test";
import { Installation, type Settings } from "./harness/installation.ts";
import { Rehearsal } from "./harness/rehearsal.ts";
import { Session } from "./harness/session.ts";

export { expect, type Locator, type Page };

const TOKEN_KEY = "greenroom.token";
const LEAVE_MS = 20_000;
// Limit for starting an installation, which is slow when all workers start. It is not part of a journey's timeout.
const INSTALL_MS = 120_000;

// These files test transitions or click elements that move. All other files run with reduced motion, because animation
// frames cost a tenth of the work.
const WITH_MOTION = ["chat.spec.ts", "moderation.spec.ts", "shell.spec.ts", "typing-while-saving.spec.ts"];

type TestFixtures = {
  /** Signs in through the screens, as a user does. */
  signIn: (page: Page, login: string, path?: string) => Promise<void>;
  /** Signs in over HTTP, stores the token in the browser, and opens the path if there is one. */
  openAs: (page: Page, login: string, path?: string) => Promise<Session>;
  /** Signs in over HTTP, without the browser. */
  openSession: (login: string) => Promise<Session>;
  control: Rehearsal;
  /** Starts a separate installation, for journeys that need an empty one or other settings, or stop the server. */
  startInstallation: (settings?: Settings) => Promise<Installation>;
};

type WorkerFixtures = { installation: Installation };

/** Logins of the users who signed in; the session is undefined if the user signed in through the screens. */
type SignedIn = Map<string, Session | undefined>;

export const test = base.extend<TestFixtures & { signedIn: SignedIn }, WorkerFixtures>({
  installation: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are needed
    async ({}, use, info) => {
      const installation = await Installation.start(
        await logFile(info.project.outputDir, `worker-${info.workerIndex}`),
        {
          GREENROOM_FIRST_USER_IS_OPERATOR: "false",
          // Receivers of webhooks that journeys start.
          GREENROOM_WEBHOOK_HOSTS: "127.0.0.1",
        },
      );
      await use(installation);
      await installation.stop();
    },
    { scope: "worker", timeout: INSTALL_MS },
  ],

  baseURL: async ({ installation }, use) => use(installation.url),

  contextOptions: async ({ contextOptions }, use, { file }) => {
    const reducedMotion = WITH_MOTION.includes(basename(file)) ? "no-preference" : "reduce";
    await use({ ...contextOptions, reducedMotion });
  },

  // Each journey starts with a reset rehearsal. After the journey `signedIn` deletes its users with their channels.
  control: async ({ installation }, use) => {
    const control = new Rehearsal(installation.controlUrl);
    await control.reset();
    await use(control);
  },

  signedIn: async ({ installation, control }, use) => {
    const signedIn: SignedIn = new Map();
    await use(signedIn);
    await control.reset();
    for (const [login, session] of signedIn) await deleteUser(installation.url, login, session);
  },

  // Depends on `signedIn`, so that users are deleted last: a page that notices the deletion would navigate.
  context: async ({ signedIn: _first, context }, use) => {
    await use(context);
    await resetPage(context);
  },

  signIn: async ({ signedIn }, use) => {
    await use(async (page, login, path = "/") => {
      signedIn.set(login, undefined);
      await page.goto(path);
      await page.getByRole("button", { name: "Sign in with Twitch" }).click();
      await consentAs(page, login);
      await expect(page).not.toHaveURL(/\/(sign-in|oauth)/);
    });
  },

  openAs: async ({ openSession }, use) => {
    await use(async (page, login, path) => {
      const session = await openSession(login);
      await storeToken(page, session);
      if (path !== undefined) await page.goto(path);
      return session;
    });
  },

  openSession: async ({ installation, signedIn }, use) => {
    await use(async (login) => {
      // Added before the request, so that the user is deleted even if the journey fails before the response.
      signedIn.set(login, undefined);
      const session = await Session.open(installation.url, login);
      signedIn.set(login, session);
      return session;
    });
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are needed
  startInstallation: async ({}, use, info) => {
    const started: Installation[] = [];
    await use(async (settings) => {
      const installation = await Installation.start(await logFile(info.outputDir, "installation"), settings);
      started.push(installation);
      return installation;
    });
    await Promise.all(started.map((installation) => installation.stop()));
  },
});

/** Stores a session's token in the browser, once: a journey that signs out must stay signed out. */
export async function storeToken(page: Page, session: Session): Promise<Session> {
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

/** Deletes a user; signs in again first if the session has ended. */
async function deleteUser(url: string, login: string, opened?: Session): Promise<void> {
  const session = opened ?? (await Session.open(url, login));
  const username = await session.username();
  if (username === undefined) return deleteUser(url, login);
  await session.delete(`/user?username=${encodeURIComponent(username)}`);
}

/** Empties the first page and closes all others; dialogs are accepted. Playwright clears the storage. */
async function resetPage(context: BrowserContext): Promise<void> {
  const [first, ...others] = context.pages();
  await Promise.all(others.map((page) => page.close()));
  await context.clearPermissions();
  first?.on("dialog", (dialog) => dialog.accept());
  try {
    await first?.goto("about:blank", { timeout: LEAVE_MS });
    // The next journey must not begin with the pointer over one of its buttons.
    await first?.mouse.move(0, 0);
  } catch {
    // A page that cannot be left is closed; the next journey gets a new page.
    await first?.close();
  }
}

/** Chooses a user on the rehearsal's consent page and authorizes. */
export async function consentAs(page: Page, login: string): Promise<void> {
  await page.locator(`input[name="login"][value="${login}"]`).check();
  await page.getByRole("button", { name: "Authorize" }).click();
}

async function logFile(folder: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  return join(folder, `${name}.log`);
}
