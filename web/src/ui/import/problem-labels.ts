/** Fields that users know as the text. */
const TEXT = /^(?:(?:responses|messages)\.\d+\.)?text$/;

/** A problem of the server ("responses.0.text: Character 3: …") without field paths. */
export function problemLabel(problem: string): string {
  const at = problem.indexOf(": ");
  if (at < 0) return problem;
  const [field, message] = [problem.slice(0, at), problem.slice(at + 2)];
  return TEXT.test(field)
    ? `Text ${message}`.replace(/^Text (?=Character \d)/, "")
    : `${field.split(".")[0]?.replaceAll("_", " ")}: ${message}`;
}
