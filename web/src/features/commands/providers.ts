import type { Platform } from "../../api/types";
import type { Provider } from "./command-types";

export type Writable = Platform & { provider: Provider };

/** The platforms on which the bot can answer: those that a command knows by name. */
export function writable(platforms: readonly Platform[]): Writable[] {
  return platforms.filter((platform): platform is Writable => platform.flags.chatWrite && platform.flags.stream);
}

/** The platforms after one was pressed. None named means all; the last one cannot be taken away. */
export function toggleProvider(all: readonly Provider[], chosen: readonly Provider[], provider: Provider): Provider[] {
  const before = chosen.length === 0 ? all : chosen;
  const after = before.includes(provider) ? before.filter((other) => other !== provider) : [...before, provider];
  if (after.length === 0) return [...chosen];
  return all.every((each) => after.includes(each)) ? [] : all.filter((each) => after.includes(each));
}

/** Where an answer goes: where both the command and the answer are for. */
export function goesTo(command: readonly Provider[], answer: readonly Provider[]): readonly Provider[] {
  if (answer.length === 0) return command;
  if (command.length === 0) return answer;
  const both = answer.filter((provider) => command.includes(provider));
  return both.length > 0 ? both : answer;
}

/** Where a command can answer at all: an answer for its platform has to be there. */
export function answersOn(
  provider: string,
  command: readonly string[],
  answers: readonly { providers: readonly string[] }[],
) {
  const isFor = (providers: readonly string[]) => providers.length === 0 || providers.includes(provider);
  return isFor(command) && answers.some(({ providers }) => isFor(providers));
}
