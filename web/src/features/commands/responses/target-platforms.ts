import { isMeant, type Provider } from "../../../api/platforms";

/** Where an answer goes: where both the command and the answer are for. */
export function targetPlatforms(command: readonly Provider[], answer: readonly Provider[]): readonly Provider[] {
  if (answer.length === 0) return command;
  if (command.length === 0) return answer;
  const both = answer.filter((provider) => command.includes(provider));
  return both.length > 0 ? both : answer;
}

/** Where a command can answer at all: an answer for its platform has to be there. */
export function respondsOn(
  provider: string,
  command: readonly string[],
  answers: readonly { providers: readonly string[] }[],
): boolean {
  return isMeant(command, provider) && answers.some(({ providers }) => isMeant(providers, provider));
}
