import { newCommand } from "../../ui/command/new-command";
import type { Command } from "./command-types";

export function command(id: string, overrides: Partial<Command> = {}): Command {
  return {
    ...newCommand(),
    id,
    cmds: [`!${id}`],
    responses: [{ text: "Hello", providers: [], weight: 1 }],
    is_starter: false,
    author_level: 500,
    use_count: 0,
    last_used_at: null,
    revision: 1,
    created_at: "2025-03-04T12:00:00Z",
    created_by: "JunoPlays",
    updated_at: "2025-03-04T12:00:00Z",
    updated_by: "JunoPlays",
    ...overrides,
  };
}
