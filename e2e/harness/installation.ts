import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type RunningProcess, start, until } from "./processes.ts";
import { Rehearsal } from "./rehearsal.ts";

const READY = /^Greenroom is ready at (\S+)$/m;

const GRANT_SCRIPT = `
import sqlite3, sys
with sqlite3.connect(sys.argv[1], timeout=30) as database:
    changed = database.execute("UPDATE users SET is_operator = 1 WHERE username = ?", sys.argv[2:])
sys.exit(changed.rowcount != 1)
`;

/** Settings without limits, because journeys sign up many users from one address. */
const WITHOUT_LIMITS = {
  GREENROOM_SIGN_UP: "open",
  GREENROOM_MAX_SIGN_INS_PER_MINUTE: "1000000",
  GREENROOM_MAX_CHANNELS_PER_USER: "1000",
};

export type Settings = Record<string, string>;

/** A Greenroom server on an empty data folder, with its own rehearsal. */
export class Installation {
  private constructor(
    readonly url: string,
    readonly controlUrl: string,
    private readonly folder: string,
    private readonly settings: Settings,
    private readonly log: string,
    private readonly rehearsal: RunningProcess,
    private server: RunningProcess,
  ) {}

  static async start(log: string, extra: Settings = {}): Promise<Installation> {
    const folder = await mkdtemp(join(tmpdir(), "greenroom-e2e-"));
    const started: RunningProcess[] = [];
    try {
      return await Installation.startIn(folder, started, log, extra);
    } catch (error) {
      await cleanUp(folder, started);
      throw error;
    }
  }

  /** Adds each program to `started` as soon as it runs, so that the caller can stop it if a later step fails. */
  private static async startIn(folder: string, started: RunningProcess[], log: string, extra: Settings) {
    const rehearsal = start("python", ["-m", "rehearsal", "--port", "0", "--exit-with-parent"], {}, log);
    started.push(rehearsal);
    const printed = await until(rehearsal, "the rehearsal's ready line", async () => environment(rehearsal.output()));
    const { REHEARSAL_CONTROL_URL: controlUrl, ...platforms } = printed;
    if (controlUrl === undefined) throw new Error("the rehearsal did not print the URL of its control API");
    const settings: Settings = {
      ...WITHOUT_LIMITS,
      ...platforms,
      GREENROOM_PORT: "0",
      GREENROOM_DATA_DIR: folder,
      ...extra,
    };
    // A journey passes any value for this setting, because only the started rehearsal prints its control URL.
    if ("GREENROOM_REHEARSAL_URL" in extra) settings["GREENROOM_REHEARSAL_URL"] = controlUrl;
    const server = start("greenroom", ["serve"], settings, log);
    started.push(server);
    const url = await until(server, "the server's ready line", async () => READY.exec(server.output())?.[1]);
    // On Kick this URL is in the settings of an app, so no request of Greenroom registers it.
    await new Rehearsal(controlUrl).post("/kick/webhook-url", { url: `${url}/webhooks/kick` });
    // A restarted server keeps its port.
    const fixed = { ...settings, GREENROOM_PORT: new URL(url).port };
    return new Installation(url, controlUrl, folder, fixed, log, rehearsal, server);
  }

  async stopServer(): Promise<void> {
    await this.server.stop();
  }

  async startServer(): Promise<void> {
    const server = start("greenroom", ["serve"], this.settings, this.log);
    this.server = server;
    await until(server, "the server's ready line", async () => READY.exec(server.output())?.[1]);
  }

  /** Makes a user an operator in the database, because the command `greenroom operator` takes seconds. */
  async grantOperator(username: string): Promise<void> {
    const command = start("python", ["-c", GRANT_SCRIPT, join(this.folder, "greenroom.db"), username], {}, this.log);
    await command.ended;
    if (command.child.exitCode !== 0) throw new Error(command.output());
  }

  /** Stores two finished streams of the channel with their numbers. */
  async addPastStreams(channelId: string): Promise<void> {
    const script = fileURLToPath(new URL("past_streams.py", import.meta.url));
    const command = start("python", [script, join(this.folder, "greenroom.db"), channelId], {}, this.log);
    await command.ended;
    if (command.child.exitCode !== 0) throw new Error(command.output());
  }

  async stop(): Promise<void> {
    await cleanUp(this.folder, [this.rehearsal, this.server]);
  }
}

/** Stops the programs, the server before the rehearsal, and deletes the folder. */
async function cleanUp(folder: string, started: RunningProcess[]): Promise<void> {
  for (const running of started.toReversed()) await running.stop();
  await rm(folder, { recursive: true, force: true });
}

/** The settings that the rehearsal prints as NAME=value lines above `ready`; undefined until `ready` is printed. */
function environment(output: string): Settings | undefined {
  const lines = output.split("\n");
  const end = lines.indexOf("ready");
  if (end < 0) return undefined;
  const pairs = lines.slice(0, end).map((line) => line.split(/=(.*)/s, 2));
  return Object.fromEntries(pairs.filter(([name, value]) => name && value !== undefined));
}
