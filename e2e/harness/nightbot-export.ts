type Command = { name: string; message: string; coolDown?: number; userLevel?: string; count?: number; alias?: string };

/** Typical commands of a gaming channel. */
const PLAIN: [string, string][] = [
  ["discord", "Come and sit with us: discord.example/juniper"],
  ["schedule", "Tuesday, Thursday and Sunday, 19:00 in Berlin"],
  ["specs", "Ryzen 7, RTX 4070, 32 GB, and a lot of dust"],
  ["merch", "The winter drop is sold out, the next one comes in spring"],
  ["youtube", "Everything you missed: youtube.example/juniper"],
  ["rules", "Be kind, no spoilers, no backseating unless asked"],
  ["mods", "The people with the swords keep this place nice"],
  ["music", "Lo-fi from the harbour list, all of it free to use"],
  ["keyboard", "A 65 % board with tactile switches"],
  ["mouse", "The light one with the hole in the middle"],
  ["camera", "An old mirrorless one with a 35 mm lens"],
  ["mic", "A broadcast mic that is older than I am"],
  ["desk", "Two trestles and a door"],
  ["chair", "A kitchen chair, and my back knows it"],
  ["cat", "His name is Biscuit and he is in charge"],
  ["age", "Old enough to have blown into cartridges"],
  ["country", "Germany, in the rainy half"],
  ["job", "This one, thanks to you"],
  ["backlog", "Long. Do not ask."],
  ["coffee", "Third cup"],
];

const WITH_VARIABLES: Command[] = [
  { name: "!hello", message: "Welcome $(user), take a seat", coolDown: 0 },
  { name: "!hug", message: "$(user) hugs $(touser)" },
  { name: "!deaths", message: "The fox has died $(count) times", coolDown: 5 },
  { name: "!say", message: "$(user) says: $(query)", userLevel: "moderator" },
  { name: "!first", message: "The first word was $(1)", userLevel: "subscriber" },
  { name: "!vipsonly", message: "The lounge is open, $(user)", userLevel: "twitch_vip" },
  { name: "!time", message: 'It is $(time Europe/Berlin "HH:mm") here' },
  { name: "!launch", message: "The wait ends in $(countdown Dec 24 2035 18:00:00 UTC)" },
  { name: "!fact", message: "Did you know? $(urlfetch https://facts.example/random)" },
  { name: "!dice", message: "You rolled $(eval Math.floor(Math.random() * 6) + 1)" },
  { name: "!shop", message: "", alias: "!merch" },
];

/** Commands with variables that only Nightbot has. */
const NIGHTBOT_ONLY: Command[] = [
  { name: "!weather", message: "$(weather Berlin)" },
  { name: "!khaled", message: "$(djkhaled)" },
  { name: "!rank", message: "$(leagueoflegends euw juniper)" },
];

const fillers = (count: number): Command[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `!note${index + 1}`,
    message: `Note ${index + 1}: what chat agreed on in the ${index + 1}. week`,
    coolDown: 30,
  }));

/** A hundred commands and two timers in the format of Nightbot's API. */
export function nightbotExport(): string {
  const plain = PLAIN.map(([name, message]) => ({ name: `!${name}`, message, coolDown: 10 }));
  // Conflicts with a default command.
  const conflicting: Command = { name: "!uptime", message: "On air since the sun went down", coolDown: 15 };
  const known = [...plain, ...WITH_VARIABLES, ...NIGHTBOT_ONLY, conflicting];
  const timers = [
    { name: "Discord", message: "Come and sit with us: discord.example/juniper", interval: "*/15 * * * *", lines: 5 },
    { name: "Follow", message: "A follow costs nothing", interval: "*/30 * * * *", lines: 2 },
  ];
  const commands = [...known, ...fillers(100 - known.length)].map((command) => ({ userLevel: "everyone", ...command }));
  return JSON.stringify({ commands, timers }, null, 2);
}
