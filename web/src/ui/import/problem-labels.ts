/** Paths of the fields that are labelled "Text" on the screens. */
const TEXT_FIELD = /^(?:(?:responses|messages)\.\d+\.)?text$/;

/** "responses.0.text: Character 3: …" as "Character 3: …", "cmds.1: is taken" as "cmds: is taken". */
export function problemLabel(problem: string): string {
  const at = problem.indexOf(": ");
  if (at < 0) return problem;
  const [field, message] = [problem.slice(0, at), problem.slice(at + 2)];
  return TEXT_FIELD.test(field)
    ? `Text ${message}`.replace(/^Text (?=Character \d)/, "")
    : `${field.split(".")[0]?.replaceAll("_", " ")}: ${message}`;
}
