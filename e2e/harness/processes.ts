import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const STOP_MS = 30_000;
const READY_SECONDS = 110;

// The programs are killed if this process exits early, for example after a set-up that timed out.
const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

export type RunningProcess = {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
  readonly output: () => string;
  stop: () => Promise<void>;
};

/** Starts a program of the virtual environment; its output is logged, and kept for error messages. */
export function start(program: string, args: string[], env: Record<string, string>, log: string): RunningProcess {
  // Standard input stays open as a pipe: the rehearsal ends with this process, even if it is killed.
  const child = spawn(`${ROOT}.venv/bin/${program}`, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const file = createWriteStream(log, { flags: "a" });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (text: string) => {
      printed += text;
      file.write(text);
    });
  }
  running.add(child);
  const ended = new Promise((resolve) => child.once("close", resolve)).finally(() => running.delete(child));
  return { child, ended, output: () => printed, stop: () => stop(child, ended) };
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  const killTimer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  await ended;
  clearTimeout(killTimer);
}

/** Waits until `check` returns a value; fails with the output of the program if the program ends first. */
export async function until<T>(running: RunningProcess, what: string, check: () => Promise<T | undefined>): Promise<T> {
  const limit = Date.now() + 1_000 * READY_SECONDS;
  while (Date.now() < limit) {
    const found = await check();
    if (found !== undefined) return found;
    if (running.child.exitCode !== null) throw new Error(`ended before ${what}:\n${running.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`no sign of ${what} within ${READY_SECONDS} s:\n${running.output()}`);
}
