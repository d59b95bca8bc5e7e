import { covers, type Provider } from "../../../api/platforms";

/** Platforms of a preview: those in both lists, else those of the response. An empty list means all platforms. */
export function targetPlatforms(command: readonly Provider[], response: readonly Provider[]): readonly Provider[] {
  if (response.length === 0) return command;
  if (command.length === 0) return response;
  const both = response.filter((provider) => command.includes(provider));
  return both.length > 0 ? both : response;
}

/** Whether the command works on the platform and has a response for it. */
export function respondsOn(
  provider: string,
  command: readonly string[],
  responses: readonly { providers: readonly string[] }[],
): boolean {
  return covers(command, provider) && responses.some(({ providers }) => covers(providers, provider));
}
