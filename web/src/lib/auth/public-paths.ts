const PUBLIC_PATHS = [
  /^\/sign-in(\/success)?\/?$/,
  /^\/oauth\/[^/]+\/?$/,
  /^\/widget\/[^/]+\/?$/,
  /^\/popout\/channels\/[^/]+\/chat\/?$/,
  /^\/c\/[^/]+\/(commands|quotes|leaderboard|queues|queues\/[^/]+|giveaways\/[^/]+)\/?$/,
  /^\/watch\/[^/]+\/[^/]+\/?$/,
];

export function isPublicPath(pathname: string): boolean {
  return PUBLIC_PATHS.some((pattern) => pattern.test(pathname));
}
