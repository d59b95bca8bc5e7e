import type { Template } from "./template-types";

export function testTemplate(part: Partial<Template>): Template {
  return {
    id: "018f0000-0000-7000-8000-000000000001",
    title: "Basics",
    description: "",
    commands: [],
    revision: 1,
    created_at: "2026-01-01T00:00:00Z",
    created_by: "Juno",
    updated_at: "2026-01-01T00:00:00Z",
    updated_by: "Juno",
    ...part,
  };
}
